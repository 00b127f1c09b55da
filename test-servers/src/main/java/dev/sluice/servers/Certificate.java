package dev.sluice.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate of this machine for servers that live as long as a test, signed by itself.
 *
 * @param file in PKCS12 with its key, so that it serves the server as well as those who shall trust it
 */
public record Certificate(Path file, String password) {
    /** Makes one. */
    public static Certificate in(Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("certificate.p12");
        Path log = folder.resolve("keytool.log");
        String password = UUID.randomUUID().toString();
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=ip:127.0.0.1,dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        password))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!keytool.waitFor(1, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
            keytool.destroyForcibly();
            throw new IOException("keytool made no certificate: " + Files.readString(log));
        }
        Certificate certificate = new Certificate(file, password);
        try (OutputStream out = Files.newOutputStream(certificate.trustStore())) {
            certificate.trusted().store(out, password.toCharArray());
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
        return certificate;
    }

    /** A file that makes a JVM trust the server, with the same password. */
    public Path trustStore() {
        return file.resolveSibling("trusted.p12");
    }

    /** Makes a client trust the server. */
    public SSLContext context() throws IOException, GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /** Without the key: Java takes keys for its own, not for what it shall trust. */
    private KeyStore trusted() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, password.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate("server"));
        return trusted;
    }
}
