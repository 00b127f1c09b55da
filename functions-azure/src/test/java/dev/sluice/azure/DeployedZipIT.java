package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import dev.sluice.FunctionZip;
import dev.sluice.MemoryTwin;
import dev.sluice.servers.Azurite;
import dev.sluice.servers.Certificate;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The zip as it is deployed, in a process that has nothing else, with the calls that the host makes. It signs in as a managed
 * identity and talks to the store over TLS.
 */
class DeployedZipIT {
    @TempDir
    private static Path folder;

    private static Certificate certificate;
    private static Azurite azurite;
    private static IdentityEndpoint identity;
    private static int containers;

    private BlobContainerClient container;

    @BeforeAll
    static void start() throws Exception {
        FunctionZip.unpack(folder.resolve("zip"));
        certificate = Certificate.in(folder);
        azurite = Azurite.secured(folder.resolve("azurite"), certificate);
        identity = new IdentityEndpoint();
    }

    @AfterAll
    static void stop() {
        identity.close();
        azurite.close();
    }

    @BeforeEach
    void newContainer() throws Exception {
        container = new BlobContainerClientBuilder()
                .endpoint(azurite.endpoint())
                .containerName("deployed-" + containers++)
                .credential(new StorageSharedKeyCredential(azurite.account(), azurite.key()))
                .httpClient(new JdkHttpClientBuilder(HttpClient.newBuilder().sslContext(certificate.context())).build())
                .buildClient();
        container.create();
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(identity.environment());
        String url = azurite.endpoint() + "/" + container.getBlobContainerName();
        settings.put("SLUICE_LAKE", url + "/lake");
        settings.put("SLUICE_STATE", url + "/state");
        return settings;
    }

    private static ZipProcess deploy(Map<String, String> environment) throws Exception {
        return ZipProcess.start(
                folder.resolve("zip"),
                environment,
                List.of(
                        "-Djavax.net.ssl.trustStore=" + certificate.trustStore(),
                        "-Djavax.net.ssl.trustStorePassword=" + certificate.password()),
                folder.resolve("zip.log"));
    }

    private Map<String, String> objects(String prefix) {
        Map<String, String> objects = new TreeMap<>();
        container.listBlobs().forEach(blob -> {
            if (blob.getName().startsWith(prefix)) {
                byte[] content = container
                        .getBlobClient(blob.getName())
                        .downloadContent()
                        .toBytes();
                objects.put(
                        blob.getName().substring(prefix.length()), new String(content, StandardCharsets.ISO_8859_1));
            }
        });
        return objects;
    }

    @Test
    void everyCallOfTheHostComesOutAsItDoesInMemory() throws Exception {
        MemoryTwin twin = new MemoryTwin();
        try (ZipProcess process = deploy(settings())) {
            for (String name : List.of(
                    "eventhub-many.json",
                    "eventhub-many-geo-replicated.json",
                    "eventhub-many-older-extension.json",
                    "eventhub-many-misaligned.json")) {
                Invocation call = Invocation.of(name);
                assertThat(process.call(ChangeFeed.class, call.changeFeed()))
                        .as(name)
                        .isEmpty();
                List<Object> arguments = call.changeFeed();
                twin.take(EventHubInput.read(
                        Optional.empty(),
                        call.bodies(),
                        (String) arguments.get(1),
                        (String) arguments.get(2),
                        call.longs("SequenceNumberArray"),
                        (String) arguments.get(4)));
            }
            for (String name : List.of("kafka-many.json", "kafka-many-misaligned.json")) {
                Invocation call = Invocation.of(name);
                assertThat(process.call(KafkaChangeFeed.class, call.kafkaChangeFeed()))
                        .as(name)
                        .isEmpty();
                twin.take(KafkaInput.read(
                        "kafka",
                        false,
                        call.bodies(),
                        call.strings("TopicArray"),
                        call.json("PartitionArray"),
                        call.longs("OffsetArray"),
                        call.json("TimestampArray")));
            }
            for (String name : List.of("timer.json", "timer-null-status.json")) {
                assertThat(process.call(
                                SweepTimer.class,
                                List.of(Invocation.of(name).sample().toString())))
                        .as(name)
                        .isEmpty();
            }
            assertThat(process.log())
                    .contains("{\"event\":\"batch\",\"stream\":\"ces\",\"partition\":3,\"first\":8100,\"last\":8103")
                    .contains("{\"event\":\"sweep\"");
        }
        assertThat(objects("lake/")).isEqualTo(twin.lake()).hasSizeGreaterThan(4);
        assertThat(objects("state/")).isEqualTo(twin.state()).hasSizeGreaterThan(3);
        assertThat(identity.tokens()).isPositive();
    }

    @Test
    void sixteenCallsAtOnceInOneProcess() throws Exception {
        MemoryTwin twin = new MemoryTwin();
        Invocation call = Invocation.of("eventhub-many.json");
        try (ZipProcess process = deploy(settings())) {
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int partition = 0; partition < 16; partition++) {
                List<Object> arguments = call.changeFeed();
                String context = call.json("PartitionContext")
                        .replace("\"PartitionId\":\"3\"", "\"PartitionId\":\"" + partition + "\"");
                arguments.set(1, context);
                answers.add(process.begin(ChangeFeed.class, arguments));
                twin.take(EventHubInput.read(
                        Optional.empty(),
                        call.bodies(),
                        context,
                        call.json("SystemPropertiesArray"),
                        call.longs("SequenceNumberArray"),
                        call.json("EnqueuedTimeUtcArray")));
            }
            for (CompletableFuture<String> answer : answers) {
                assertThat(answer.get(2, TimeUnit.MINUTES)).isEmpty();
            }
        }
        assertThat(objects("lake/")).isEqualTo(twin.lake()).hasSizeGreaterThan(32);
    }

    @Test
    void wrongSettingsAreToldAtEveryCallAllAtOnce() throws Exception {
        Map<String, String> settings = settings();
        settings.remove("SLUICE_STATE");
        settings.put("SLUICE_COMPRESSION", "zip");
        try (ZipProcess process = deploy(settings)) {
            for (int call = 0; call < 2; call++) {
                assertThat(process.call(
                                ChangeFeed.class,
                                Invocation.of("eventhub-many.json").changeFeed()))
                        .contains("SLUICE_STATE is missing: where the state is")
                        .contains("SLUICE_COMPRESSION: 'zip' is none of gzip, none");
            }
        }
        assertThat(objects("")).isEmpty();
    }

    @Test
    void aStoreThatCannotBeReachedIsNoReasonToReturn() throws Exception {
        Map<String, String> settings = settings();
        settings.put("SLUICE_LAKE", azurite.endpoint() + "/missing/lake");
        try (ZipProcess process = deploy(settings)) {
            assertThat(process.call(
                            ChangeFeed.class,
                            Invocation.of("eventhub-many.json").changeFeed()))
                    .contains("IOException")
                    .contains("ContainerNotFound");
        }
        assertThat(objects("")).isEmpty();
    }
}
