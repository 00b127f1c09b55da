package dev.sluice.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An S3 service on this machine that keeps its objects in an {@link Azurite}: the emulator whose conditions hold. */
public final class S3Proxy implements AutoCloseable {
    private static final String ACCESS_KEY = "sluicetest";
    private static final String SECRET_KEY = "opens-a-server-that-lives-as-long-as-a-test";

    private final ServerProcess server;

    private S3Proxy(ServerProcess server) {
        this.server = server;
    }

    public static S3Proxy inFrontOf(Azurite azurite, Path folder) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String jar = ServerFiles.s3proxy().toString();
        Files.createDirectories(folder);
        return new S3Proxy(ServerProcess.start(
                port -> {
                    Path settings = folder.resolve("s3proxy.properties");
                    Files.writeString(settings, settings(azurite, port), StandardCharsets.ISO_8859_1);
                    return List.of(java, "-Xmx1g", "-jar", jar, "--properties", settings.toString());
                },
                Map.of(),
                folder.resolve("s3proxy.log")));
    }

    private static String settings(Azurite azurite, int port) {
        return String.join(
                "\n",
                "s3proxy.endpoint=http://127.0.0.1:" + port,
                "s3proxy.authorization=aws-v2-or-v4",
                "s3proxy.identity=" + ACCESS_KEY,
                "s3proxy.credential=" + SECRET_KEY,
                "s3proxy.v4-max-non-chunked-request-size=268435456",
                "jclouds.provider=azureblob-sdk",
                "jclouds.identity=" + azurite.account(),
                "jclouds.credential=" + azurite.key(),
                "jclouds.endpoint=" + azurite.endpoint(),
                "");
    }

    /** Such as {@code http://127.0.0.1:8080}; buckets stand in the path. */
    public String endpoint() {
        return "http://127.0.0.1:" + port();
    }

    public int port() {
        return server.port();
    }

    public long pid() {
        return server.pid();
    }

    public String accessKey() {
        return ACCESS_KEY;
    }

    public String secretKey() {
        return SECRET_KEY;
    }

    @Override
    public void close() {
        server.close();
    }
}
