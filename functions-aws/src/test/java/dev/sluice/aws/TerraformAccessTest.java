package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.CesMessage;
import dev.sluice.archive.CaptureFile;
import dev.sluice.lake.Deadline;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import dev.sluice.replay.ReplayRequest;
import dev.sluice.simulation.Simulation;
import dev.sluice.simulation.StoreCall;
import dev.sluice.store.Attempts;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.store.StoreUrl;
import dev.sluice.text.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * What the functions may do in buckets, in the Terraform, is what they do: not less, and not more. What they do is recorded
 * in front of their stores, in calls as the handlers make them and in histories of the simulation, which brings about what
 * rarely happens; what a call of a store asks of S3 is recorded behind it.
 */
class TerraformAccessTest {
    private static final Path ACCESS = Path.of("../infra/aws/access.json");
    private static final String LIST = "s3:ListBucket";

    private static final Map<String, String> SETTINGS = Map.of(
            "SLUICE_LAKE", "s3://lake",
            "SLUICE_STATE", "s3://state",
            "SLUICE_ARCHIVE", "s3://archive",
            "SLUICE_ARCHIVE_WRITE", "true",
            "SLUICE_ON_FAILURE", "s3://on_failure");

    /** As {@code function bucket/beginning of names action}. */
    private final Set<String> needed = new ConcurrentSkipListSet<>();

    private Map<String, ObjectStore> buckets = new HashMap<>();

    @Test
    void theRolesMayDoWhatTheFunctionsDo() throws Exception {
        for (String function : List.of("changes", "sweep", "replay_planner", "replay_worker")) {
            buckets = new HashMap<>();
            start(function).fixLayout(); // whoever is called first, or made ready for a snapshot, begins the lake
        }
        buckets = new HashMap<>();
        work();
        simulate();

        Set<String> lacking = new TreeSet<>(needed);
        lacking.removeAll(allowed());
        Set<String> superfluous = allowed();
        superfluous.removeAll(needed);
        assertThat(needed).hasSizeGreaterThan(40);
        assertThat(lacking)
                .as("what functions do, and access.json does not let them")
                .isEmpty();
        assertThat(superfluous)
                .as("what access.json lets functions do, and they do not")
                .isEmpty();
    }

    private App start(String function) throws IOException {
        return App.open(
                AppSettings.of(SETTINGS),
                function,
                (url, foreign) -> new RecordingStore(
                        bucket(((StoreUrl.S3) url).bucket()),
                        (operation, streaming, key) ->
                                need(function, ((StoreUrl.S3) url).bucket(), operation, streaming, key)));
    }

    private ObjectStore bucket(String name) {
        return buckets.computeIfAbsent(name, any -> new MemoryObjectStore());
    }

    /** Batches of all shapes, sweeps, a replay with a step that is given up and done nevertheless, and a batch that Lambda gave up. */
    private void work() throws Exception {
        Deadline deadline = Deadline.in(Duration.ofMinutes(5));
        App changes = start("changes");
        int number = 0;
        for (Path sample : KafkaEventReaderTest.samples()) {
            // Topics of its own, and no offset left out: else offsets jump, which takes a minute each time.
            String event = Files.readString(sample, StandardCharsets.UTF_8)
                    .replaceAll("(\"topic\": *\")", "$1of" + number++ + "-")
                    .replace("9007199254740995", "9007199254740994");
            assertThat(changes.take(KafkaEventReader.read(bytes(event), Optional.empty()), deadline))
                    .isEmpty();
        }
        String unplaced = Files.readString(KafkaEventReaderTest.samples().get(0), StandardCharsets.UTF_8)
                .replaceAll("\"offset\": *\\d+", "\"offset\": null");
        changes.take(KafkaEventReader.read(bytes(unplaced), Optional.empty()), deadline);
        leaveWhole();
        start("sweep").sweep();

        byte[] file = CaptureFile.deflated()
                .record(8100, 1_778_051_290_000L, "{\"foreign\":1}".getBytes(StandardCharsets.UTF_8))
                .bytes();
        bucket("archive").create("orders/3/2026/05/06/07/0-00000000000000008100.avro", file);
        App planner = start("replay_planner");
        var begun = planner.beginReplay(
                ReplayRequest.parse("{\"stream\":\"orders\",\"partition\":3,\"log\":\"cluster/orders\"}"));
        App worker = start("replay_worker");
        List<String> items = worker.replayStep(begun.steps().get(0), deadline);
        worker.replayFailed(items.get(0), "States.Timeout");
        worker.replayStep(items.get(0), deadline);
        assertThat(planner.replays().status(begun.replay()).orElseThrow().state())
                .isEqualTo("done");

        byte[] event = Files.readAllBytes(Path.of("src/test/resources/lambda/msk-one-record.json"));
        bucket("archive").create("by-hand/event.json", event); // files that tell themselves of which partition they are
        assertThat(planner.beginReplay(ReplayRequest.parse("{}")).steps()).hasSizeGreaterThan(1);

        byte[] gaveUp = Files.readAllBytes(Path.of("src/test/resources/lambda/on-failure-s3.json"));
        bucket("on_failure").create("aws/lambda/of-a-mapping/one", gaveUp);
        worker.takeOnFailure("aws/lambda/of-a-mapping/one", deadline);
    }

    /** All pieces of an event of a new table are there, and whoever parked them died before it saw that. */
    private void leaveWhole() throws IOException {
        CesMessage whole = CesMessage.insert()
                .table("Db", "dbo", "New")
                .column("Id", "int")
                .key("Id", "1");
        String data = whole.current("{\"Id\":\"1\"}").data();
        App dying = App.open(
                AppSettings.of(SETTINGS),
                "dying",
                (url, foreign) -> new FaultyObjectStore(
                        bucket(((StoreUrl.S3) url).bucket()),
                        (operation, key) -> {
                            if (operation == StoreOperation.LIST && key.startsWith("parked/")) {
                                throw new IOException("died");
                            }
                        },
                        FaultyObjectStore.Hook.NONE));
        for (int index = 0; index < 2; index++) {
            byte[] piece = CesMessage.insert()
                    .attribute("segmentindex", Integer.toString(index))
                    .attribute("finalsegment", Boolean.toString(index == 1))
                    .dataJson(CesMessage.quote(index == 0 ? data.substring(0, 40) : data.substring(40)))
                    .body();
            Delivery record = new Delivery(index, Slice.of(piece), null);
            StreamPartition source = new StreamPartition("in-pieces", index, "cluster/in-pieces");
            assertThat(dying.take(Received.of(source, List.of(record)), Deadline.in(Duration.ofMinutes(1))))
                    .hasSize(1);
        }
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Splits in all orders, contradictions, jumps, owners beside each other, crashes, and sweeps of what they leave. */
    private void simulate() {
        try (Simulation simulation = new Simulation(this::needSimulated)) {
            for (long seed = 0; seed < 600; seed++) {
                assertThat(simulation.apply(seed)).isNull();
            }
        }
    }

    private void needSimulated(StoreCall call) {
        List<String> functions = switch (call.work()) {
            case BATCH -> List.of("changes", "replay_worker");
            case SWEEP -> List.of("sweep");
            case SPLIT -> List.of("replay_worker");
        };
        functions.forEach(function -> need(function, call.root(), call.operation(), call.streaming(), call.key()));
    }

    private void need(String function, String bucket, StoreOperation operation, boolean streaming, String key) {
        for (String action : actions(operation, streaming)) {
            needed.add(
                    function + " " + bucket + "/" + (action.equals(LIST) ? "" : beginning(bucket, key)) + " " + action);
        }
    }

    /** What a role has to be given for a call of a store. Who may not list is told "forbidden" of what is not there. */
    private static Set<String> actions(StoreOperation operation, boolean streaming) {
        return switch (operation) {
            case CREATE ->
                streaming
                        ? Set.of("s3:PutObject", "s3:GetObject", "s3:AbortMultipartUpload", LIST)
                        : Set.of("s3:PutObject", "s3:GetObject", LIST);
            case COMPARE_AND_SWAP -> Set.of("s3:PutObject", "s3:GetObject", LIST);
            case GET -> Set.of("s3:GetObject", LIST);
            case LIST -> Set.of(LIST);
            case DELETE -> Set.of("s3:DeleteObject");
        };
    }

    /** As far as names do not depend on the data. */
    private static String beginning(String bucket, String key) {
        if (bucket.equals("archive") || bucket.equals("on_failure")) {
            return "";
        }
        int end = key.startsWith("db=") ? "db=".length() : key.indexOf('/') + 1;
        return end == 0 ? key : key.substring(0, end);
    }

    private static Set<String> allowed() throws IOException {
        Set<String> allowed = new TreeSet<>();
        JsonNode access = new ObjectMapper().readTree(ACCESS.toFile());
        for (Map.Entry<String, JsonNode> function : access.properties()) {
            for (Map.Entry<String, JsonNode> bucket : function.getValue().properties()) {
                String place = function.getKey() + " " + bucket.getKey() + "/";
                bucket.getValue().get("bucket").forEach(action -> allowed.add(place + " " + action.asText()));
                for (Map.Entry<String, JsonNode> beginning :
                        bucket.getValue().get("objects").properties()) {
                    beginning
                            .getValue()
                            .forEach(action -> allowed.add(place + beginning.getKey() + " " + action.asText()));
                }
            }
        }
        return allowed;
    }

    /** Requests that each call of the store makes, in an S3 that has every object but those whose names begin with "new". */
    @Test
    void aCallOfTheStoreAsksForTheseActions() throws Exception {
        Set<String> asked = ConcurrentHashMap.newKeySet();
        HttpServer s3 = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        s3.createContext("/", request -> serve(request, asked));
        s3.start();
        try {
            S3Access access = S3Access.from(
                    Map.of(
                            S3Access.ENDPOINT,
                            "http://127.0.0.1:" + s3.getAddress().getPort()),
                    StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")));
            S3ObjectStore store = S3ObjectStore.open(new StoreUrl.S3("bucket", ""), access, new Attempts());

            assertThat(store.create("new", new byte[1])).isTrue();
            assertThat(store.create("old", new byte[1])).isFalse();
            assertThat(asked).containsExactlyInAnyOrderElementsOf(actions(StoreOperation.CREATE, false));
            asked.clear();
            assertThat(store.createStreaming("new", out -> out.write(new byte[9 << 20])))
                    .isTrue();
            assertThatThrownBy(() -> store.createStreaming("new", out -> {
                        out.write(new byte[9 << 20]);
                        throw new IOException("crash");
                    }))
                    .hasMessage("crash");
            assertThat(asked).containsExactlyInAnyOrderElementsOf(actions(StoreOperation.CREATE, true));
            asked.clear();
            assertThat(store.get("old")).isPresent();
            store.open("old").orElseThrow().readAllBytes();
            assertThat(asked).containsExactlyInAnyOrderElementsOf(actions(StoreOperation.GET, false));
            asked.clear();
            assertThat(store.list("")).isEmpty();
            assertThat(asked).containsExactlyInAnyOrderElementsOf(actions(StoreOperation.LIST, false));
            asked.clear();
            store.delete("old");
            assertThat(asked).containsExactlyInAnyOrderElementsOf(actions(StoreOperation.DELETE, false));
            asked.clear();
            // That it looks whose object it is, once an answer was lost, is the ObjectStoreContract's to bring about.
            assertThat(store.compareAndSwap("new", null, new byte[1])).isPresent();
            assertThat(asked).isSubsetOf(actions(StoreOperation.COMPARE_AND_SWAP, false));
        } finally {
            s3.stop(0);
        }
    }

    private static void serve(HttpExchange request, Set<String> asked) throws IOException {
        request.getRequestBody().readAllBytes();
        String kind = BucketOwnerTest.kind(request);
        switch (kind) {
            case "list" -> asked.add(LIST);
            // S3 tells of what is not there only those who may list.
            case "get", "get a range", "head" -> asked.addAll(Set.of("s3:GetObject", LIST));
            case "delete" -> asked.add("s3:DeleteObject");
            case "abort an upload" -> asked.add("s3:AbortMultipartUpload");
            default -> asked.add("s3:PutObject"); // an upload in parts, from its beginning to its end, too
        }
        byte[] body = BucketOwnerTest.body(kind).getBytes(StandardCharsets.UTF_8);
        boolean exists = !request.getRequestURI().getPath().contains("/new");
        request.getResponseHeaders().set("ETag", "\"1\"");
        if (kind.equals("head")) {
            request.getResponseHeaders().set("Content-Length", "1");
            request.sendResponseHeaders(exists ? 200 : 404, -1);
        } else if (kind.equals("put") && exists) {
            byte[] error = "<Error><Code>PreconditionFailed</Code></Error>".getBytes(StandardCharsets.UTF_8);
            request.sendResponseHeaders(412, error.length);
            request.getResponseBody().write(error);
        } else {
            request.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            request.getResponseBody().write(body);
        }
        request.close();
    }
}
