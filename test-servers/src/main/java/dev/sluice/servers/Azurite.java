package dev.sluice.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * An Azure Blob service on this machine. It keeps objects in memory, or writes them to its folder some seconds after it
 * acknowledged them.
 */
public final class Azurite implements AutoCloseable {
    private static final String ACCOUNT = "sluicetest";
    /** No secret: it opens a server that lives as long as a test. */
    private static final String KEY = Base64.getEncoder().encodeToString(randomBytes());

    private final ServerProcess server;
    private final String scheme;

    private Azurite(ServerProcess server, String scheme) {
        this.server = server;
        this.scheme = scheme;
    }

    public static Azurite inMemory(Path folder) throws IOException, InterruptedException {
        return start(folder, "http", List.of("--inMemoryPersistence"));
    }

    /** In memory, over TLS, and for whoever has a token of an identity, which it does not look into deeply. */
    public static Azurite secured(Path folder, Certificate certificate) throws IOException, InterruptedException {
        return start(
                folder,
                "https",
                List.of(
                        "--inMemoryPersistence",
                        "--oauth",
                        "basic",
                        "--cert",
                        certificate.file().toString(),
                        "--pwd",
                        certificate.password()));
    }

    public static Azurite onDisk(Path folder) throws IOException, InterruptedException {
        // In memory there is no folder: Azurite refuses both.
        return start(folder, "http", List.of("--location", folder.toString()));
    }

    private static Azurite start(Path folder, String scheme, List<String> options)
            throws IOException, InterruptedException {
        Path program = ServerFiles.nodeModules().resolve("azurite/dist/src/blob/main.js");
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(List.of(
                "node",
                program.toString(),
                "--silent",
                "--disableTelemetry",
                // The SDK is newer than the emulator.
                "--skipApiVersionCheck"));
        command.addAll(options);
        command.addAll(List.of("--blobHost", "127.0.0.1", "--blobPort"));
        ServerProcess server = ServerProcess.start(
                port -> {
                    List<String> onPort = new ArrayList<>(command);
                    onPort.add(Integer.toString(port));
                    return onPort;
                },
                Map.of("AZURITE_ACCOUNTS", ACCOUNT + ":" + KEY),
                folder.resolve("azurite.log"));
        return new Azurite(server, scheme);
    }

    /** Such as {@code http://127.0.0.1:10000/account}. */
    public String endpoint() {
        return endpoint(port());
    }

    /** The same service behind another port of this machine. */
    public String endpoint(int port) {
        return scheme + "://127.0.0.1:" + port + "/" + ACCOUNT;
    }

    public int port() {
        return server.port();
    }

    public long pid() {
        return server.pid();
    }

    public String account() {
        return ACCOUNT;
    }

    public String key() {
        return KEY;
    }

    @Override
    public void close() {
        server.close();
    }

    private static byte[] randomBytes() {
        byte[] bytes = new byte[64];
        new Random().nextBytes(bytes);
        return bytes;
    }
}
