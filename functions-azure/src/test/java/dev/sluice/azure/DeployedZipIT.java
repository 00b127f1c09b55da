package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import dev.sluice.FunctionZip;
import dev.sluice.MemoryTwin;
import dev.sluice.archive.CaptureFile;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import dev.sluice.servers.Azurite;
import dev.sluice.servers.Certificate;
import dev.sluice.text.Slice;
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

    private Map<String, String> archiving() {
        Map<String, String> settings = settings();
        settings.put("SLUICE_ARCHIVE", azurite.endpoint() + "/" + container.getBlobContainerName() + "/archive");
        settings.put("SLUICE_ARCHIVE_WRITE", "true");
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
        MemoryTwin twin = new MemoryTwin(settings().get("SLUICE_LAKE"));
        try (ZipProcess process = deploy(archiving())) {
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
        assertThat(objects("archive/")).isEqualTo(twin.archive()).hasSizeGreaterThan(3);
        assertThat(identity.tokens()).isPositive();
    }

    @Test
    void sixteenCallsAtOnceInOneProcess() throws Exception {
        MemoryTwin twin = new MemoryTwin(settings().get("SLUICE_LAKE"));
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

    /** Requests, messages of the queue and what was given up, as the host hands them over. */
    @Test
    void aReplayRunsFromItsRequestToItsEnd() throws Exception {
        MemoryTwin twin = new MemoryTwin(settings().get("SLUICE_LAKE"));
        List<Delivery> records = new ArrayList<>();
        CaptureFile file = CaptureFile.deflated();
        long time = 1_778_051_290_000L;
        List<byte[]> bodies = Invocation.of("eventhub-many.json").bodies();
        for (int i = 0; i < bodies.size(); i++) {
            file.record(8100 + i, time + i, bodies.get(i));
            records.add(new Delivery(8100 + i, Slice.of(bodies.get(i)), time + i));
        }
        upload("archive/lake-in/ces/3/2026/05/06/07/08/10.avro", file.bytes());
        upload("archive/lake-in/ces/3/2026/05/06/07/09/10.avro", "no Avro".getBytes(StandardCharsets.UTF_8));
        twin.take(new Received(
                List.of(new Batch(new StreamPartition("ces", 3, "lake-in.servicebus.windows.net/ces"), records)),
                List.of()));
        try (ZipProcess process = deploy(archiving())) {
            assertThat(post(process, "{\"stream\":\"orders\"}"))
                    .containsExactly("BAD_REQUEST {\"error\":\"the archive holds no such stream and partition; its"
                            + " streams are ces\"}");
            List<String> begun = post(process, "{\"stream\":\"ces\"}");
            assertThat(begun).hasSize(2);
            assertThat(begun.get(0)).matches("ACCEPTED \\{\"replay\":\"\\w+-\\w{8}\",\"steps\":1}");
            String id = begun.get(0).substring(20, 45);

            List<String> items = work(process, begun.get(1));
            assertThat(items).hasSize(1);
            assertThat(status(process, id)).startsWith("OK ").contains("\"state\":\"running\"");
            assertThat(process.call(ReplayPoison.class, List.of(items.get(0)))).isEmpty();
            assertThat(status(process, id)).contains("\"state\":\"failed\"");
            assertThat(work(process, items.get(0))).isEmpty();

            assertThat(status(process, id))
                    .contains("\"state\":\"done\"")
                    .contains("\"records\":" + records.size() + ",")
                    .contains("\"code\":\"not_avro\"");
            assertThat(status(process, "20260506T070809Z-00000000")).startsWith("NOT_FOUND ");
            assertThat(process.call(ReplayQueueWorker.class, List.of("{\"step\":\"../x\"}", new HostCalls.Output())))
                    .contains("IllegalArgumentException");
            assertThat(process.log())
                    .contains("{\"event\":\"replay\",\"step\":\"" + id + "/items/ces/3/")
                    .contains("is given up");
        }
        assertThat(objects("lake/")).isEqualTo(twin.lake()).hasSizeGreaterThan(2);
        assertThat(objects("archive/"))
                .as("what is replayed is archived already")
                .hasSize(2);
    }

    private void upload(String name, byte[] content) {
        container.getBlobClient(name).upload(BinaryData.fromBytes(content));
    }

    private static List<String> post(ZipProcess process, String body) throws Exception {
        return lines(process.call(ReplayEndpoint.class, List.of(new HostCalls.Http(body), new HostCalls.Output())));
    }

    private static List<String> work(ZipProcess process, String message) throws Exception {
        return lines(process.call(ReplayQueueWorker.class, List.of(message, new HostCalls.Output())));
    }

    private static String status(ZipProcess process, String id) throws Exception {
        return process.call(ReplayStatusEndpoint.class, List.of(new HostCalls.Http(""), id));
    }

    private static List<String> lines(String answer) {
        return answer.lines().toList();
    }

    @Test
    void aReplayWithoutAnArchiveSaysWhichSettingIsMissing() throws Exception {
        try (ZipProcess process = deploy(settings())) {
            assertThat(post(process, ""))
                    .containsExactly("BAD_REQUEST {\"error\":\"SLUICE_ARCHIVE is missing: where the archive is\"}");
        }
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
