package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.util.BinaryData;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.CesMessage;
import dev.sluice.archive.CaptureFile;
import dev.sluice.azure.bicep.BicepFile;
import dev.sluice.azure.bicep.BicepFile.Resource;
import dev.sluice.azure.bicep.Value;
import dev.sluice.azure.bicep.Value.Loop;
import dev.sluice.azure.bicep.Value.Obj;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import dev.sluice.replay.ReplayRequest;
import dev.sluice.replay.ReplayWorker;
import dev.sluice.servers.Azurite;
import dev.sluice.servers.FaultProxy;
import dev.sluice.text.Slice;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The roles of the template against the calls that are made: those of the app by a proxy that writes them down, those of the host
 * from its source. A role has to allow all of them, and no smaller one of its kind may.
 */
class RolesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Logger LOG = Logger.getLogger("roles");
    private static final String BLOBS = "Microsoft.Storage/storageAccounts/blobServices/containers/blobs/";
    private static final String QUEUES = "Microsoft.Storage/storageAccounts/queueServices/queues/";
    private static final CesMessage EVENT = CesMessage.insert()
            .logicalId("split")
            .column("Id", "int")
            .key("Id", "1")
            .current("{\"Id\":\"1\"}");

    /**
     * What the WebJobs extension does with queues: looks whether they are there and how long they are, and puts, takes, hides
     * again and deletes messages. The actions are those of "Authorize with Microsoft Entra ID", permissions of queue operations;
     * where there is an "or", each set is enough.
     */
    private static final Map<String, List<Set<String>>> HOST_ON_QUEUES = Map.of(
            "Get Queue Metadata", List.of(Set.of(QUEUES + "read")),
            "Peek Messages", List.of(Set.of(QUEUES + "messages/read")),
            "Put Message", List.of(Set.of(QUEUES + "messages/add/action"), Set.of(QUEUES + "messages/write")),
            "Get Messages",
                    List.of(
                            Set.of(QUEUES + "messages/process/action"),
                            Set.of(QUEUES + "messages/delete", QUEUES + "messages/read")),
            "Update Message", List.of(Set.of(QUEUES + "messages/write")),
            "Delete Message", List.of(Set.of(QUEUES + "messages/process/action"), Set.of(QUEUES + "messages/delete")));

    @TempDir
    private static Path folder;

    private static Azurite azurite;
    private static BicepFile roles;
    private static final Map<String, JsonNode> BUILT_IN = new TreeMap<>();

    @BeforeAll
    static void start() throws Exception {
        LOG.setLevel(Level.OFF);
        azurite = Azurite.inMemory(folder.resolve("azurite"));
        roles = Infra.named(Infra.all(), "storage-roles.bicep");
        JSON.readTree(Infra.FOLDER.resolve("roles.json").toFile())
                .properties()
                .forEach(role -> BUILT_IN.put(role.getKey(), role.getValue()));
        BlobContainers containers = new BlobContainers(azurite);
        for (String name : List.of("lake", "state", "archive")) {
            containers.client(name).create();
        }
    }

    @AfterAll
    static void stop() {
        azurite.close();
    }

    /** By container, the actions that the calls need, of an app that writes its archive, or of one that reads that of Capture. */
    private static Map<String, Set<String>> calls(boolean writesArchive) throws Exception {
        try (FaultProxy recorder = new FaultProxy(azurite.port())) {
            Map<String, String> settings = new HashMap<>(Map.of(
                    BlobAccess.KEY,
                    azurite.key(),
                    "SLUICE_PARKED_GRACE",
                    "0.001s",
                    "SLUICE_PARKED_TTL",
                    "0.001s",
                    "SLUICE_ARCHIVE_WRITE",
                    Boolean.toString(writesArchive)));
            for (String name : List.of("lake", "state", "archive")) {
                settings.put(
                        "SLUICE_" + name.toUpperCase(Locale.ROOT),
                        azurite.endpoint(recorder.port()) + "/" + name + (writesArchive ? "/w" : "/r"));
            }
            App app = App.open(settings);
            Invocation hub = Invocation.of("eventhub-many.json");
            app.take(
                    EventHubInput.read(
                            app.settings().stream(),
                            hub.bodies(),
                            hub.json("PartitionContext"),
                            hub.json("SystemPropertiesArray"),
                            hub.longs("SequenceNumberArray"),
                            hub.json("EnqueuedTimeUtcArray")),
                    LOG);
            Invocation kafka = Invocation.of("kafka-many-misaligned.json");
            app.take(
                    KafkaInput.read(
                            "kafka",
                            false,
                            kafka.bodies(),
                            kafka.strings("TopicArray"),
                            kafka.json("PartitionArray"),
                            kafka.longs("OffsetArray"),
                            kafka.json("TimestampArray")),
                    LOG);
            for (int piece = 0; piece < 2; piece++) {
                StreamPartition source = new StreamPartition("split", piece, "ns/split");
                app.take(
                        new Received(
                                List.of(new Batch(source, List.of(new Delivery(1, Slice.of(piece(piece)), null)))),
                                List.of()),
                        LOG);
            }
            sweepUntilPiecesAreRemoved(app, recorder);
            replay(app, writesArchive);
            return actions(recorder.requests());
        }
    }

    /** Pieces of finished events go once they are older than a millisecond, by the store's clock. */
    private static void sweepUntilPiecesAreRemoved(App app, FaultProxy recorder) throws Exception {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        boolean removed = false;
        while (!removed && System.nanoTime() < limit) {
            app.sweep(LOG);
            removed = recorder.requests().stream().anyMatch(request -> request.startsWith("DELETE "));
        }
        assertThat(removed).as("a sweep removes pieces").isTrue();
    }

    private static byte[] piece(int index) {
        String data = EVENT.data();
        int cut = data.length() / 2;
        return EVENT.attribute("segmentindex", Integer.toString(index))
                .attribute("finalsegment", Boolean.toString(index == 1))
                .dataJson(CesMessage.quote(index == 0 ? data.substring(0, cut) : data.substring(cut)))
                .body();
    }

    private static void replay(App app, boolean writesArchive) throws Exception {
        if (!writesArchive) {
            CaptureFile file = CaptureFile.deflated();
            file.record(1, 1_778_051_290_000L, EVENT.body());
            new BlobContainers(azurite)
                    .client("archive")
                    .getBlobClient("r/ns/replayed/0/2026/05/06/07/08/10.avro")
                    .upload(BinaryData.fromBytes(file.bytes()));
        }
        ReplayWorker.Begun begun = app.beginReplay(
                ReplayRequest.parse(writesArchive ? "{\"stream\":\"split\",\"log\":\"ns/split\"}" : ""), LOG);
        Deque<String> steps = new ArrayDeque<>(begun.steps());
        assertThat(steps).isNotEmpty();
        while (!steps.isEmpty()) {
            steps.addAll(app.replayStep(steps.remove(), LOG));
        }
        assertThat(app.replays().status(begun.replay()).orElseThrow().json()).contains("\"state\":\"done\"");
    }

    private static Map<String, Set<String>> actions(List<String> requests) {
        Pattern form = Pattern.compile("(\\w+) /" + azurite.account() + "/(\\w+)(/[^?]*)?(?:\\?(.*))?");
        Map<String, Set<String>> actions = new TreeMap<>();
        for (String request : requests) {
            Matcher call = form.matcher(request);
            assertThat(call.matches()).as(request).isTrue();
            String query = call.group(4) == null ? "" : call.group(4);
            actions.computeIfAbsent(call.group(2), container -> new TreeSet<>())
                    .add(BLOBS + action(request, call.group(1), call.group(3) != null, query));
        }
        return actions;
    }

    /** Of "Authorize with Microsoft Entra ID", permissions of blob operations. A call that is not here has to be looked up. */
    private static String action(String request, String method, boolean blob, String query) {
        if (!blob && method.equals("GET") && query.contains("comp=list")) {
            return "read";
        }
        if (blob && (method.equals("GET") || method.equals("HEAD")) && !query.contains("comp=")) {
            return "read";
        }
        if (blob && method.equals("PUT") && query.matches("|comp=block(list)?(&.*)?|.*&comp=block(list)?(&.*)?")) {
            return "write";
        }
        if (blob && method.equals("DELETE") && query.isEmpty()) {
            return "delete";
        }
        throw new AssertionError("which right does this need? " + request);
    }

    /** The role that an assignment gives, and where: the key of roles.json, and the scope as it is written. */
    private record Grant(String role, String scope, String condition) {}

    private static Grant grant(String symbol) {
        Resource resource = roles.resources().stream()
                .filter(found -> found.symbol().equals(symbol))
                .findFirst()
                .orElseThrow();
        Obj body = (Obj) (resource.body() instanceof Loop loop ? loop.body() : resource.body());
        Value role = ((Obj) body.get("properties").orElseThrow())
                .get("roleDefinitionId")
                .orElseThrow();
        Matcher key = Pattern.compile("roles\\.(\\w+)\\.id").matcher(role.toString());
        assertThat(key.find()).isTrue();
        String named = body.get("name").orElseThrow().toString();
        assertThat(named).as("the name is made of the role that is given").contains("roles." + key.group(1) + ".id");
        return new Grant(key.group(1), scope(resource), resource.condition());
    }

    private static String scope(Resource resource) {
        return roles.root()
                .all()
                .filter(node -> node.type().equals("object_property")
                        && node.line() > resource.line()
                        && node.source().startsWith("scope:"))
                .findFirst()
                .orElseThrow()
                .source()
                .substring("scope:".length());
    }

    private static boolean allows(String role, Set<String> actions) {
        List<Pattern> allowed = new ArrayList<>();
        for (String kind : List.of("actions", "dataActions")) {
            BUILT_IN.get(role)
                    .path(kind)
                    .forEach(action -> allowed.add(
                            Pattern.compile(Pattern.quote(action.asText()).replace("*", "\\E.*\\Q"))));
        }
        return actions.stream()
                .allMatch(action -> allowed.stream()
                        .anyMatch(pattern -> pattern.matcher(action).matches()));
    }

    /** Those of which all data actions are among those of the role, and fewer. */
    private static List<String> smaller(String role, String kind) {
        Set<String> all = dataActions(role);
        return BUILT_IN.keySet().stream()
                .filter(other -> other.startsWith(kind) && !other.equals(role))
                .filter(other ->
                        allows(role, dataActions(other)) && !dataActions(other).equals(all))
                .toList();
    }

    private static Set<String> dataActions(String role) {
        return StreamSupport.stream(BUILT_IN.get(role).path("dataActions").spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
    }

    private static void isEnoughAndNotTooMuch(String symbol, String scope, Set<String> actions) {
        Grant grant = grant(symbol);
        assertThat(grant.scope()).as(symbol).isEqualTo(scope);
        assertThat(allows(grant.role(), actions))
                .as(symbol + ": " + grant.role() + " allows " + actions)
                .isTrue();
        assertThat(smaller(grant.role(), "storageBlob").stream().filter(role -> allows(role, actions)))
                .as(symbol + ": a smaller role would do")
                .isEmpty();
    }

    @Test
    void theAppMayDoWhatItDoesWhereItKeepsTheArchiveItself() throws Exception {
        Map<String, Set<String>> calls = calls(true);

        assertThat(calls).containsOnlyKeys("archive", "lake", "state");
        assertThat(calls.get("lake")).containsExactlyInAnyOrder(BLOBS + "read", BLOBS + "write");
        assertThat(calls.get("state")).containsExactlyInAnyOrder(BLOBS + "read", BLOBS + "write", BLOBS + "delete");
        assertThat(calls.get("archive")).containsExactlyInAnyOrder(BLOBS + "read", BLOBS + "write");
        isEnoughAndNotTooMuch("appOnLake", "lake::blobs::container", calls.get("lake"));
        isEnoughAndNotTooMuch("appOnState", "state::blobs::container", calls.get("state"));
        isEnoughAndNotTooMuch("appWritesArchive", "state::blobs::archiveContainer", calls.get("archive"));
        assertThat(grant("appWritesArchive").condition()).isEqualTo("(archive=='sluice')");
    }

    @Test
    void theAppOnlyReadsWhatCaptureKeeps() throws Exception {
        Map<String, Set<String>> calls = calls(false);

        assertThat(calls).containsOnlyKeys("archive", "lake", "state");
        assertThat(calls.get("archive")).containsExactly(BLOBS + "read");
        isEnoughAndNotTooMuch("appReadsArchive", "state::blobs::archiveContainer", calls.get("archive"));
        assertThat(grant("appReadsArchive").condition()).isEqualTo("(archive=='capture')");
    }

    @Test
    void readersReadAndOperatorsDoWhatTheFunctionsDo() {
        isEnoughAndNotTooMuch("readersOnLake", "lake::blobs::container", Set.of(BLOBS + "read"));
        isEnoughAndNotTooMuch("operatorsOnLake", "lake::blobs::container", Set.of(BLOBS + "read", BLOBS + "write"));
        isEnoughAndNotTooMuch("operatorsOnState", "state::blobs::container", Set.of(BLOBS + "write", BLOBS + "delete"));
        isEnoughAndNotTooMuch("operatorsOnArchive", "state::blobs::archiveContainer", Set.of(BLOBS + "read"));
        isEnoughAndNotTooMuch("captureOnArchive", "state::blobs::archiveContainer", Set.of(BLOBS + "write"));
    }

    @Test
    void theHostMayDoWhatItDoesWithQueues() {
        Set<String> together =
                Set.of("storageQueueDataReader", "storageQueueDataMessageProcessor", "storageQueueDataMessageSender");
        for (Map.Entry<String, String> grant : Map.of(
                        "appOnReplays", "state::queues::replays", "appOnPoison", "state::queues::poison")
                .entrySet()) {
            assertThat(grant(grant.getKey()))
                    .isEqualTo(new Grant("storageQueueDataContributor", grant.getValue(), "(archive!='none')"));
        }
        HOST_ON_QUEUES.forEach((call, either) ->
                assertThat(either).as(call).anyMatch(actions -> allows("storageQueueDataContributor", actions)));
        assertThat(HOST_ON_QUEUES.entrySet().stream()
                        .filter(call -> call.getValue().stream()
                                .noneMatch(actions -> together.stream().anyMatch(role -> allows(role, actions))))
                        .map(Map.Entry::getKey))
                .as("what the three smaller roles together do not allow")
                .containsExactly("Update Message");
    }

    @Test
    void theHostsOwnAccountIsItsOwn() {
        assertThat(grant("appOnHost")).isEqualTo(new Grant("storageBlobDataOwner", "host", ""));
        assertThat(roles.resources().stream()
                        .filter(resource -> !resource.existing())
                        .map(Resource::symbol))
                .as("each of them is looked at above")
                .containsExactlyInAnyOrder(
                        "appOnHost",
                        "appOnLake",
                        "appOnState",
                        "appReadsArchive",
                        "appWritesArchive",
                        "appOnReplays",
                        "appOnPoison",
                        "captureOnArchive",
                        "readersOnLake",
                        "operatorsOnLake",
                        "operatorsOnState",
                        "operatorsOnArchive");
    }

    @Test
    void theGuideTellsEachRole() throws Exception {
        String guide = Files.readString(Infra.FOLDER.resolve("README.md"), StandardCharsets.UTF_8);
        Set<String> given = Infra.all().stream()
                .flatMap(file -> Pattern.compile("roles\\.(\\w+)\\.id")
                        .matcher(file.root().source())
                        .results()
                        .map(found -> found.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(given).hasSize(8);
        assertThat(given)
                .allSatisfy(role -> assertThat(guide)
                        .contains("| " + BUILT_IN.get(role).get("name").asText() + " |"));
    }
}
