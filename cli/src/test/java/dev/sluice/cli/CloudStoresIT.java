package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import dev.sluice.servers.Azurite;
import dev.sluice.servers.S3Proxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same commands on folders, in Azure and in S3. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CloudStoresIT {
    private static final String ARCHIVED = "archive/lake-in/ces/3/2026/05/06/07/08/10.avro";

    @TempDir
    private static Path folder;

    private static Azurite azurite;
    private static S3Proxy s3;
    private static int containers;

    @BeforeAll
    static void start() throws Exception {
        azurite = Azurite.inMemory(folder.resolve("azurite"));
        s3 = S3Proxy.inFrontOf(azurite, folder.resolve("s3proxy"));
    }

    @AfterAll
    static void stop() {
        s3.close();
        azurite.close();
    }

    /** With the archive in it. S3's emulator has buckets for containers. */
    private static BlobContainerClient newContainer() throws IOException {
        BlobContainerClient container = new BlobContainerClientBuilder()
                .endpoint(azurite.endpoint())
                .containerName("cli-" + containers++)
                .credential(new StorageSharedKeyCredential(azurite.account(), azurite.key()))
                .httpClient(new JdkHttpClientBuilder().build())
                .buildClient();
        container.create();
        container.getBlobClient(ARCHIVED).upload(BinaryData.fromBytes(archive()));
        return container;
    }

    private static byte[] archive() throws IOException {
        try (var in = CloudStoresIT.class.getResourceAsStream("/archive/20-events.avro")) {
            return in.readAllBytes();
        }
    }

    private static Map<String, String> objects(BlobContainerClient container) {
        Map<String, String> objects = new TreeMap<>();
        container.listBlobs().forEach(blob -> {
            if (!blob.getName().startsWith("archive/")) {
                byte[] content = container
                        .getBlobClient(blob.getName())
                        .downloadContent()
                        .toBytes();
                objects.put(blob.getName(), new String(content, UTF_8));
            }
        });
        return objects;
    }

    private static Map<String, String> files(Path root) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString();
                if (!name.startsWith("archive/") && !name.contains("/.tmp/")) {
                    files.put(name, new String(Files.readAllBytes(file), UTF_8));
                }
            }
        }
        return files;
    }

    private static String run(Map<String, String> environment, String root, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--lake", root + "/lake", "--state", root + "/state"));
        ProcessBuilder builder = CliJar.command(folder, all.toArray(String[]::new));
        builder.environment().putAll(environment);
        Process process = builder.redirectError(folder.resolve("err").toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("err")))
                .isZero();
        return out;
    }

    /** What the commands print on a place, and what they make of it. */
    private static List<String> outputs(Map<String, String> environment, String root) throws Exception {
        String replayed = run(environment, root, "replay", root + "/archive", "--json");
        String first = Cli.json(replayed.strip()).at("/first").asText();
        return List.of(
                replayed,
                run(environment, root, "parked", "list", "--json"),
                run(environment, root, "quarantine", "list"),
                run(environment, root, "explain", "ces/3/" + first, "--json"),
                run(environment, root, "verify", root + "/archive", "--json"),
                run(environment, root, "status", "--json"),
                run(environment, root, "holes", "list"));
    }

    private static Map<String, String> local() throws Exception {
        Path root = folder.resolve("local");
        Files.createDirectories(root.resolve(ARCHIVED).getParent());
        Files.write(root.resolve(ARCHIVED), archive());
        outputs(Map.of(), root.toString());
        return files(root);
    }

    @Test
    void azure() throws Exception {
        BlobContainerClient container = newContainer();

        List<String> out = outputs(
                Map.of("SLUICE_AZURE_ACCOUNT_KEY", azurite.key()),
                azurite.endpoint() + "/" + container.getBlobContainerName());

        assertThat(out.get(0)).contains("\"records\":22,");
        assertThat(out.get(2)).isEqualTo("nothing is in the quarantine\n");
        assertThat(out.get(3)).contains("\"verdict\":\"in_lake\"");
        assertThat(out.get(4)).contains("\"equal\":true");
        assertThat(out.get(5)).contains("\"through\":61021,");
        assertThat(out.get(6)).isEqualTo("there is no hole\n");
        assertThat(objects(container)).isEqualTo(local()).hasSizeGreaterThan(5);
    }

    @Test
    void s3() throws Exception {
        BlobContainerClient container = newContainer();
        Map<String, String> environment = new HashMap<>();
        environment.put("SLUICE_S3_ENDPOINT", s3.endpoint());
        environment.put("AWS_ACCESS_KEY_ID", s3.accessKey());
        environment.put("AWS_SECRET_ACCESS_KEY", s3.secretKey());

        List<String> out = outputs(environment, "s3://" + container.getBlobContainerName());

        assertThat(out.get(0)).contains("\"records\":22,");
        assertThat(out.get(2)).isEqualTo("nothing is in the quarantine\n");
        assertThat(out.get(3)).contains("\"verdict\":\"in_lake\"");
        assertThat(out.get(4)).contains("\"equal\":true");
        assertThat(out.get(5)).contains("\"through\":61021,");
        assertThat(out.get(6)).isEqualTo("there is no hole\n");
        assertThat(objects(container)).isEqualTo(local()).hasSizeGreaterThan(5);
    }
}
