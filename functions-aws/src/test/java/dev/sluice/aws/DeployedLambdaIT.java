package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.FunctionZip;
import dev.sluice.MemoryTwin;
import dev.sluice.archive.CaptureFile;
import dev.sluice.aws.RuntimeApi.Answer;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import dev.sluice.servers.Azurite;
import dev.sluice.servers.S3Proxy;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreUrl;
import dev.sluice.text.Slice;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The zip as it is deployed, in the real runtime client of Lambda, in front of an S3 that checks signatures. */
class DeployedLambdaIT {
    @TempDir
    private static Path folder;

    private static Azurite azurite;
    private static S3Proxy s3;
    private static S3Buckets buckets;

    private String bucket;

    @BeforeAll
    static void start() throws Exception {
        FunctionZip.unpack(folder.resolve("zip"));
        azurite = Azurite.inMemory(folder.resolve("azurite"));
        s3 = S3Proxy.inFrontOf(azurite, folder.resolve("s3proxy"));
        buckets = new S3Buckets(s3);
    }

    @AfterAll
    static void stop() {
        s3.close();
        azurite.close();
    }

    @BeforeEach
    void newBucket() {
        bucket = buckets.newPlace().bucket();
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("SLUICE_LAKE", "s3://" + bucket + "/lake");
        settings.put("SLUICE_STATE", "s3://" + bucket + "/state");
        settings.put(S3Access.ENDPOINT, s3.endpoint());
        settings.put("AWS_ACCESS_KEY_ID", s3.accessKey());
        settings.put("AWS_SECRET_ACCESS_KEY", s3.secretKey());
        settings.put("AWS_REGION", "us-east-1");
        return settings;
    }

    private static LambdaProcess deploy(Class<?> handler, Map<String, String> settings, String... options)
            throws Exception {
        return LambdaProcess.start(
                folder.resolve("zip"), handler, settings, List.of(options), folder.resolve("function.log"));
    }

    private ObjectStore store(String prefix) {
        return buckets.open((StoreUrl.S3) StoreUrl.parse("s3://" + bucket + "/" + prefix, Path.of("/")));
    }

    private static String sample(String name) throws Exception {
        return Files.readString(Path.of("src/test/resources/lambda", name), StandardCharsets.UTF_8);
    }

    @Test
    void theZipIsSmallAndHoldsNothingOfAnotherCloud() throws Exception {
        assertThat(Files.size(FunctionZip.file())).isLessThan(12_000_000);
        assertThat(FunctionZip.entries(folder.resolve("zip")))
                .hasSizeGreaterThan(1000)
                .noneMatch(name -> name.startsWith("io/netty/")
                        || name.startsWith("com/azure/")
                        || name.startsWith("com/microsoft/")
                        || name.contains("runtime/api/client"));
    }

    @Test
    void everyEventComesOutAsItDoesInMemory() throws Exception {
        MemoryTwin twin = new MemoryTwin(settings().get("SLUICE_LAKE"));
        Map<String, String> settings = settings();
        settings.put("SLUICE_ARCHIVE", "s3://" + bucket + "/archive");
        settings.put("SLUICE_ARCHIVE_WRITE", "true");
        try (LambdaProcess function = deploy(KafkaHandler.class, settings)) {
            int number = 0;
            for (Path sample : KafkaEventReaderTest.samples()) {
                // Topics of its own, and no offset left out: else offsets jump, which takes a minute each time.
                String event = Files.readString(sample, StandardCharsets.UTF_8)
                        .replaceAll("(\"topic\": *\")", "$1of" + number++ + "-")
                        .replace("9007199254740995", "9007199254740994");
                Answer answer = function.call(event);
                assertThat(answer).as(sample.toString()).isEqualTo(new Answer(false, "{\"batchItemFailures\":[]}"));
                twin.take(KafkaEventReader.read(
                        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), Optional.empty()));
            }
            assertThat(function.log())
                    .containsPattern("\\{\"event\":\"batch\",\"stream\":\"of\\d+-ces-feed\",\"partition\":2,");
        }
        assertThat(MemoryTwin.objects(store("lake"))).isEqualTo(twin.lake()).hasSizeGreaterThan(6);
        assertThat(MemoryTwin.objects(store("state"))).isEqualTo(twin.state()).hasSizeGreaterThan(6);
        assertThat(MemoryTwin.objects(store("archive")))
                .isEqualTo(twin.archive())
                .hasSizeGreaterThan(6);
    }

    @Test
    void aScheduledEventSweeps() throws Exception {
        try (LambdaProcess function = deploy(SweepHandler.class, settings())) {
            assertThat(function.call(sample("scheduled-event.json"))).isEqualTo(new Answer(false, "{}"));
            assertThat(function.log()).contains("{\"event\":\"sweep\",");
        }
    }

    @Test
    void whatIsNotDurableIsThrownBack() throws Exception {
        Map<String, String> settings = settings();
        settings.put("SLUICE_LAKE", "s3://missing-" + bucket + "/lake");
        try (LambdaProcess function = deploy(KafkaHandler.class, settings)) {
            Answer answer = function.call(sample("msk-two-topics.json"));
            assertThat(answer.isError()).isTrue();
            assertThat(answer.body()).contains("NoSuchBucket");
        }
        assertThat(MemoryTwin.objects(store("lake"))).isEmpty();
    }

    @Test
    void withPartialAnswersOnlyThePartitionsThatFailedAreNamed() throws Exception {
        Map<String, String> settings = settings();
        settings.put("SLUICE_PARTIAL_BATCH", "true");
        String other =
                sample("msk-two-topics.json").replaceAll("arn:aws:kafka:[^\"]*", "arn:aws:kafka:another-cluster");
        try (LambdaProcess function = deploy(KafkaHandler.class, settings)) {
            String one = sample("msk-one-record.json");
            assertThat(function.call(one).isError()).isFalse();
            assertThat(function.call(sample("msk-two-topics.json")).isError()).isFalse();

            Answer answer = function.call(other);

            assertThat(answer.isError()).isFalse();
            assertThat(answer.body())
                    .as("a ledger refuses records of another log")
                    .contains("{\"itemIdentifier\":{\"partition\":\"ces-feed-2\",\"offset\":2021}}")
                    .contains("{\"itemIdentifier\":{\"partition\":\"ces-feed-2\",\"offset\":2022}}")
                    .contains("{\"itemIdentifier\":{\"partition\":\"dw.orders-2026-1\",\"offset\":77}}");
        }
    }

    /** As a state machine calls the two functions: planner, plans, and the items that a distributed map lists. */
    @Test
    void aReplayRunsFromItsRequestToItsEnd() throws Exception {
        MemoryTwin twin = new MemoryTwin(settings().get("SLUICE_LAKE"));
        byte[] file = CaptureFile.deflated()
                .record(8100, 1_778_051_290_000L, "{\"foreign\":1}".getBytes(StandardCharsets.UTF_8))
                .record(8101, 1_778_051_291_000L, "no JSON".getBytes(StandardCharsets.UTF_8))
                .bytes();
        store("archive").create("orders/3/2026/05/06/07/0-00000000000000008100.avro", file);
        twin.take(Received.of(
                new StreamPartition("orders", 3, "cluster/orders"),
                List.of(
                        new Delivery(8100, Slice.of("{\"foreign\":1}"), 1_778_051_290_000L),
                        new Delivery(8101, Slice.of("no JSON"), 1_778_051_291_000L))));
        Map<String, String> settings = settings();
        settings.put("SLUICE_ARCHIVE", "s3://" + bucket + "/archive");
        settings.put("SLUICE_ARCHIVE_WRITE", "true");
        String id;
        String plan;
        try (LambdaProcess planner = deploy(ReplayPlanner.class, settings)) {
            assertThat(planner.call("{\"stream\":\"customers\"}").body())
                    .contains("the archive holds no such stream and partition; its streams are orders");
            JsonNode begun = json(planner.call("{\"stream\":\"orders\",\"log\":\"cluster/orders\"}"));
            id = begun.get("replay").asText();
            assertThat(begun.get("items").asText()).isEqualTo("state/replays/" + id + "/items/");
            assertThat(begun.get("steps")).hasSize(1);
            plan = begun.get("steps").get(0).toString();
            assertThat(json(planner.call("{\"replay\":\"" + id + "\"}"))
                            .get("state")
                            .asText())
                    .isEqualTo("planning");
        }
        try (LambdaProcess worker = deploy(ReplayHandler.class, settings)) {
            JsonNode items = json(worker.call(plan)).get("steps");
            assertThat(items).hasSize(1);
            String key = "state/replays/" + items.get(0).get("step").asText();
            assertThat(worker.call("{\"Key\":\"" + key + "\",\"failed\":\"States.Timeout\"}"))
                    .isEqualTo(new Answer(false, "{\"steps\":[]}"));
            assertThat(worker.call("{\"Key\":\"" + key + "\"}")).isEqualTo(new Answer(false, "{\"steps\":[]}"));
            assertThat(worker.call("{\"Key\":\"state/ledger/orders/3.json\"}").isError())
                    .isTrue();
            assertThat(worker.log()).contains("\"records\":2").contains("\"sluice.replays.failed\":1");
        }
        try (LambdaProcess planner = deploy(ReplayPlanner.class, settings)) {
            JsonNode status = json(planner.call("{\"replay\":\"" + id + "\"}"));
            assertThat(status.get("state").asText()).isEqualTo("done");
            assertThat(status.get("quarantined").asInt()).isEqualTo(2);
        }
        Map<String, String> state = MemoryTwin.objects(store("state"));
        state.keySet().removeIf(key -> key.startsWith("replays/"));
        assertThat(state.keySet()).isEqualTo(twin.state().keySet());
        assertThat(quarantined(state)).isEqualTo(quarantined(twin.state())).isNotEmpty();
        assertThat(MemoryTwin.objects(store("archive")))
                .as("what is replayed is archived already")
                .hasSize(1);
    }

    private static Map<String, String> quarantined(Map<String, String> state) {
        Map<String, String> quarantined = new HashMap<>(state);
        quarantined.keySet().removeIf(key -> !key.startsWith("quarantine/"));
        return quarantined;
    }

    private static JsonNode json(Answer answer) throws Exception {
        assertThat(answer.isError()).as(answer.body()).isFalse();
        return new ObjectMapper().readTree(answer.body());
    }

    @Test
    void whatTheMappingGaveUpIsTakenInByHand() throws Exception {
        MemoryTwin twin = new MemoryTwin(settings().get("SLUICE_LAKE"));
        String object = sample("on-failure-s3.json");
        store("gave-up").create("aws/lambda/of-a-mapping/2026/10/14/one", object.getBytes(StandardCharsets.UTF_8));
        twin.take(KafkaEventReader.read(
                new ByteArrayInputStream(object.getBytes(StandardCharsets.UTF_8)), Optional.empty()));
        Map<String, String> settings = settings();
        try (LambdaProcess worker = deploy(ReplayHandler.class, settings)) {
            assertThat(worker.call("{\"object\":\"gave-up/aws\"}").body()).contains("SLUICE_ON_FAILURE is missing");
            assertThat(worker.call("{}").body()).contains("the input has none of step, Key (of a step) and object");
        }
        settings.put("SLUICE_ON_FAILURE", "s3://" + bucket + "/gave-up");
        try (LambdaProcess worker = deploy(ReplayHandler.class, settings)) {
            for (int time = 0; time < 2; time++) {
                assertThat(worker.call("{\"object\":\"gave-up/aws/lambda/of-a-mapping/2026/10/14/one\"}"))
                        .isEqualTo(new Answer(false, "{\"steps\":[]}"));
            }
            store("gave-up")
                    .create("of-a-topic", sample("on-failure-kafka-topic.json").getBytes(StandardCharsets.UTF_8));
            twin.take(KafkaEventReader.read(
                    new ByteArrayInputStream(
                            sample("on-failure-kafka-topic.json").getBytes(StandardCharsets.UTF_8)),
                    Optional.empty()));
            assertThat(worker.call("{\"object\":\"gave-up/of-a-topic\"}").isError())
                    .isFalse();
            for (String empty : List.of("on-failure-queue.json", "on-failure-too-large.json")) {
                store("gave-up").create(empty, sample(empty).getBytes(StandardCharsets.UTF_8));
                assertThat(worker.call("{\"object\":\"gave-up/" + empty + "\"}").body())
                        .contains("are not in this object; replay them from an archive");
            }
            assertThat(worker.call("{\"object\":\"lake/_layout.json\"}").body())
                    .contains("the object is not below SLUICE_ON_FAILURE");
            assertThat(worker.call("{\"object\":\"gave-up/x\"}").body())
                    .contains("no object of the on-failure destination");
        }
        assertThat(MemoryTwin.objects(store("lake"))).isEqualTo(twin.lake()).hasSizeGreaterThan(1);
    }

    @Test
    void wrongSettingsAreToldAtEveryCall() throws Exception {
        Map<String, String> settings = settings();
        settings.remove("SLUICE_STATE");
        settings.put("SLUICE_PARTIAL_BATCH", "perhaps");
        try (LambdaProcess function = deploy(KafkaHandler.class, settings)) {
            for (int call = 0; call < 2; call++) {
                Answer answer = function.call(sample("msk-one-record.json"));
                assertThat(answer.isError()).isTrue();
                assertThat(answer.body())
                        .contains("SLUICE_STATE is missing")
                        .contains("SLUICE_PARTIAL_BATCH: 'perhaps' is neither true nor false");
            }
        }
    }

    @Test
    void aFunctionWithoutTimeBeginsNothing() throws Exception {
        try (LambdaProcess function = deploy(KafkaHandler.class, settings())) {
            Answer answer = function.answer(function.api().invoke(sample("msk-one-record.json"), Duration.ofMillis(1)));
            assertThat(answer.isError()).isTrue();
            assertThat(answer.body()).contains("no time is left");

            assertThat(function.call(sample("msk-one-record.json")).isError()).isFalse();
        }
    }

    @Test
    void itIsRestoredFromASnapshot() throws Exception {
        Map<String, String> settings = settings();
        settings.put("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start");
        try (LambdaProcess function =
                deploy(KafkaHandler.class, settings, "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac")) {
            function.api().restored().get(2, TimeUnit.MINUTES);
            assertThat(MemoryTwin.objects(store("lake")))
                    .as("begun while it was warmed up")
                    .containsKey("_layout.json");

            assertThat(function.call(sample("msk-one-record.json")))
                    .isEqualTo(new Answer(false, "{\"batchItemFailures\":[]}"));
            assertThat(function.log()).doesNotContain("not warmed up");
        }
    }

    @Test
    void fourInvocationsAtOnceInOneProcess() throws Exception {
        Map<String, String> settings = settings();
        settings.put("AWS_LAMBDA_MAX_CONCURRENCY", "4");
        MemoryTwin twin = new MemoryTwin(settings().get("SLUICE_LAKE"));
        try (LambdaProcess function = deploy(KafkaHandler.class, settings)) {
            List<CompletableFuture<Answer>> answers = new ArrayList<>();
            for (int topic = 0; topic < 16; topic++) {
                String event = sample("msk-two-topics.json")
                        .replace("ces-feed", "ces" + topic)
                        .replace("dw.orders", "dw" + topic);
                twin.take(KafkaEventReader.read(
                        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), Optional.empty()));
                answers.add(function.api().invoke(event, Duration.ofMinutes(5)));
            }
            for (CompletableFuture<Answer> answer : answers) {
                assertThat(function.answer(answer)).isEqualTo(new Answer(false, "{\"batchItemFailures\":[]}"));
            }
        }
        assertThat(MemoryTwin.objects(store("lake"))).isEqualTo(twin.lake());
    }
}
