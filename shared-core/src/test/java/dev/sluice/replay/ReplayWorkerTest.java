package dev.sluice.replay;

import static dev.sluice.archive.ArchiveFixture.TIME;
import static dev.sluice.archive.ArchiveFixture.body;
import static dev.sluice.archive.ArchiveFixture.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.archive.ArchiveFixture;
import dev.sluice.archive.CaptureFile;
import dev.sluice.lake.Deadline;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.Ledger;
import dev.sluice.lake.LedgerRange;
import dev.sluice.lake.StreamPartition;
import dev.sluice.lake.VirtualTime;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A replay in steps, on several workers and in any order. */
class ReplayWorkerTest {
    private static final StreamPartition HUB = new StreamPartition("ces", 3, "lake-in.servicebus.windows.net/ces");
    private static final Instant NOW = Instant.parse("2026-05-06T07:08:09Z");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ArchiveFixture archive = new ArchiveFixture();
    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore();
    private final VirtualTime time = new VirtualTime();
    private final List<LakeWriter> writers = new ArrayList<>();

    @AfterEach
    void closeWriters() {
        writers.forEach(LakeWriter::close);
    }

    private LakeWriter writer(ObjectStore toLake, ObjectStore toState) throws IOException {
        LakeWriter writer = LakeWriter.open(toLake, toState, Settings.DEFAULT.layout(), time, Duration.ofSeconds(90));
        writers.add(writer);
        return writer;
    }

    private ReplayWorker worker(ObjectStore toLake, ObjectStore toState, long records) throws IOException {
        LakeWriter writer = writer(toLake, toState);
        return new ReplayWorker(
                Settings.DEFAULT,
                new ChangePipeline(Settings.DEFAULT, writer, toState),
                writer,
                toState,
                new ReplayPlanner.Source(archive.store, "", null, "orders-cluster"),
                records);
    }

    private ReplayWorker worker(long records) throws IOException {
        return worker(lake, state, records);
    }

    private static byte[] bodyOf(long sequence) {
        if (sequence % 7 == 0) {
            return body("{\"foreign\":" + sequence + "}");
        }
        String lsn = String.format("%020X", sequence);
        return CesMessage.insert()
                .table("ShopDb", "dbo", sequence % 3 == 0 ? "Items" : "Orders")
                .logicalId(CesMessage.GUID + ":" + lsn + ":00000000000000000001")
                .column("Id", "int")
                .key("Id", Long.toString(sequence))
                .current("{\"Id\":\"" + sequence + "\"}")
                .body();
    }

    private static Batch batch(long first, long last) {
        List<Delivery> records = new ArrayList<>();
        for (long sequence = first; sequence <= last; sequence++) {
            records.add(new Delivery(sequence, Slice.of(bodyOf(sequence)), TIME + sequence * 1000));
        }
        return new Batch(HUB, records);
    }

    private void file(int number, long first, long last) {
        CaptureFile capture = CaptureFile.deflated();
        for (long sequence = first; sequence <= last; sequence++) {
            capture.record(sequence, TIME + sequence * 1000, bodyOf(sequence));
        }
        archive.file(number, capture.bytes());
    }

    /** Files of ten records from 0 on. */
    private void archive(int files) {
        for (int file = 0; file < files; file++) {
            file(file, file * 10L, file * 10L + 9);
        }
    }

    private static Map<String, List<String>> folders(ObjectStore lake, ObjectStore state) {
        Map<String, List<String>> folders = new TreeMap<>(LakeFixture.folders(lake, "db="));
        folders.putAll(LakeFixture.folders(state, "quarantine/"));
        folders.replaceAll((folder, lines) -> lines.stream().sorted().toList());
        return folders;
    }

    /** What the pipeline makes of all records at once, without an archive. */
    private Map<String, List<String>> oracle(long last) throws IOException {
        MemoryObjectStore otherLake = new MemoryObjectStore();
        MemoryObjectStore otherState = new MemoryObjectStore();
        new ChangePipeline(Settings.DEFAULT, writer(otherLake, otherState), otherState).process(batch(0, last));
        return folders(otherLake, otherState);
    }

    private List<LedgerRange> ranges() throws IOException {
        return Ledger.parse(LakeFixture.content(state, "ledger/ces/3.json"))
                .newest()
                .ranges();
    }

    private static JsonNode status(ReplayWorker worker, String replay) throws IOException {
        return JSON.readTree(worker.status(replay).orElseThrow().json());
    }

    private static ReplayWorker.Done run(ReplayWorker worker, String step) throws IOException {
        return worker.run(step, Deadline.NONE);
    }

    @Test
    void eventsOfLambdaAreReplayedUnderTheNameOfTheirCluster() throws IOException {
        String value = Base64.getEncoder().encodeToString(bodyOf(1));
        archive.object(
                "on-failure/one",
                body("{\"eventSource\":\"aws:kafka\",\"records\":{\"ces-3\":[{\"offset\":1,\"value\":\"" + value
                        + "\"}]}}"));
        archive.object("on-failure/two.json", body("secret"));
        ReplayWorker worker = worker(5);

        ReplayWorker.Begun begun = worker.begin(ReplayRequest.parse("{}"), NOW);
        List<String> items = run(worker, begun.steps().get(0)).more();
        time.pass(Duration.ofSeconds(70));
        run(worker, items.get(0));

        JsonNode status = status(worker, begun.replay());
        assertThat(status.get("state").asText()).isEqualTo("done");
        assertThat(status.get("records").asInt()).isEqualTo(1);
        assertThat(status.at("/faults/0/code").asText()).isEqualTo("not_an_event");
        assertThat(folders(lake, state)).hasSize(1);
        assertThat(Ledger.parse(LakeFixture.content(state, "ledger/ces/3.json")).log())
                .isEqualTo("orders-cluster/ces");
    }

    @Test
    void eachItemHasARangeOfItsOwnAndTheyCanBeDoneInAnyOrder() throws IOException {
        archive(6);
        ReplayWorker worker = worker(20);

        ReplayWorker.Begun begun = worker.begin(ReplayRequest.parse(""), NOW);
        assertThat(begun.replay()).matches("20260506T070809Z-[0-9a-f]{8}");
        assertThat(begun.steps()).hasSize(1);
        assertThat(status(worker, begun.replay()).get("state").asText()).isEqualTo("planning");

        List<String> items = new ArrayList<>(run(worker, begun.steps().get(0)).more());
        assertThat(items).hasSize(3);
        assertThat(ranges()).extracting(LedgerRange::first).containsExactly(0L, 20L, 40L);
        assertThat(ranges()).extracting(LedgerRange::last).containsExactly(19L, 39L, null);

        Collections.reverse(items);
        String summary = run(worker, items.get(0)).summary();
        assertThat(summary).contains("\"records\":20").contains("\"quarantined\":3");
        JsonNode status = status(worker, begun.replay());
        assertThat(status.get("state").asText()).isEqualTo("running");
        assertThat(status.get("items").asInt()).isEqualTo(3);
        assertThat(status.get("done").asInt()).isEqualTo(1);
        run(worker, items.get(1));
        run(worker, items.get(2));

        assertThat(folders(lake, state)).isEqualTo(oracle(59));
        assertThat(ranges()).hasSize(1);
        status = status(worker, begun.replay());
        assertThat(status.get("state").asText()).isEqualTo("done");
        assertThat(status.get("records").asInt()).isEqualTo(60);
        assertThat(status.get("emitted").asInt()).isEqualTo(51);
        assertThat(status.get("quarantined").asInt()).isEqualTo(9);
    }

    @Test
    void whatIsInTheLakeIsNotPlannedAgain() throws IOException {
        archive(10);
        ChangePipeline live = new ChangePipeline(Settings.DEFAULT, writer(lake, state), state);
        live.process(batch(0, 24));
        live.process(batch(50, 94));
        ReplayWorker worker = worker(10);

        ReplayWorker.Begun begun = worker.begin(ReplayRequest.parse("{}"), NOW);
        List<String> items = run(worker, begun.steps().get(0)).more();

        assertThat(items)
                .extracting(item -> item.substring(item.lastIndexOf('-') + 1))
                .containsExactly(
                        "00000000000000000034.json",
                        "00000000000000000044.json",
                        "00000000000000000049.json",
                        "00000000000000000099.json");
        for (String item : items) {
            run(worker, item);
        }
        assertThat(folders(lake, state)).isEqualTo(oracle(99));
        assertThat(ranges()).hasSize(1);

        assertThat(run(
                                worker,
                                worker.begin(ReplayRequest.parse("{}"), NOW)
                                        .steps()
                                        .get(0))
                        .more())
                .isEmpty();
    }

    /** Workers die at any call, steps are given again and to others, live traffic goes on meanwhile. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverTheOrderAndWhoeverDiesTheLakeIsTheSame(long seed) throws IOException {
        Random random = new Random(seed);
        archive(12);
        file(20, 30, 75); // holds again what others hold
        if (random.nextBoolean()) {
            ChangePipeline live = new ChangePipeline(Settings.DEFAULT, writer(lake, state), state);
            live.process(batch(5, 20));
            live.process(batch(60, 66));
            live.process(batch(100, 103));
        }
        Set<String> open = new HashSet<>();
        Set<String> finished = new HashSet<>();
        int deaths = 0;
        open.addAll(worker(7).begin(ReplayRequest.parse("{}"), NOW).steps());
        ReplayWorker mortal = null;
        while (!open.isEmpty()) {
            List<String> steps = new ArrayList<>(open);
            Collections.sort(steps);
            String step = steps.get(random.nextInt(steps.size()));
            if (mortal == null) {
                mortal = mortal(random);
            }
            try {
                ReplayWorker.Done done = run(mortal, step);
                open.remove(step);
                finished.add(step);
                done.more().stream().filter(more -> !finished.contains(more)).forEach(open::add);
                if (random.nextInt(5) == 0) {
                    open.add(step); // a queue may deliver twice
                    finished.remove(step);
                }
            } catch (IllegalStateException dead) {
                deaths++;
                mortal = null;
            }
            time.pass(Duration.ofSeconds(random.nextInt(30)));
        }

        assertThat(deaths).isPositive();
        assertThat(folders(lake, state)).isEqualTo(oracle(119));
        assertThat(ranges()).hasSize(1);
        assertThat(ranges().get(0).through()).isEqualTo(119);
    }

    /** A process that dies at some call to come. */
    private ReplayWorker mortal(Random random) throws IOException {
        int[] left = {Integer.MAX_VALUE};
        FaultyObjectStore.Hook death = (operation, key) -> {
            if (--left[0] <= 0) {
                throw new IllegalStateException("died");
            }
        };
        boolean after = random.nextBoolean();
        FaultyObjectStore.Hook none = FaultyObjectStore.Hook.NONE;
        ReplayWorker worker = worker(
                new FaultyObjectStore(lake, after ? none : death, after ? death : none),
                new FaultyObjectStore(state, after ? none : death, after ? death : none),
                7);
        left[0] = 1 + random.nextInt(120);
        return worker;
    }

    /** A file that the store does not give now is no file that cannot be read. */
    @Test
    void aStoreThatFailsIsAReasonToTryAgain() throws IOException {
        archive(2);
        boolean[] fails = {false};
        FaultyObjectStore moody = new FaultyObjectStore(
                archive.store,
                (operation, key) -> {
                    if (fails[0] && operation == StoreOperation.GET) {
                        throw new IOException("busy");
                    }
                },
                FaultyObjectStore.Hook.NONE);
        LakeWriter writer = writer(lake, state);
        ReplayWorker worker = new ReplayWorker(
                Settings.DEFAULT,
                new ChangePipeline(Settings.DEFAULT, writer, state),
                writer,
                state,
                new ReplayPlanner.Source(moody, "", null, null),
                100);
        ReplayWorker.Begun begun = worker.begin(ReplayRequest.parse("{}"), NOW);
        String plan = begun.steps().get(0);

        fails[0] = true;
        assertThatThrownBy(() -> run(worker, plan))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("busy");
        fails[0] = false;
        String item = run(worker, plan).more().get(0);
        fails[0] = true;
        assertThatThrownBy(() -> run(worker, item))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("busy");
        assertThat(status(worker, begun.replay()).get("state").asText()).isEqualTo("running");
        fails[0] = false;
        run(worker, item);

        assertThat(folders(lake, state)).isEqualTo(oracle(19));
        assertThat(status(worker, begun.replay()).get("faults")).isEmpty();
    }

    @Test
    void aStepThatIsPlannedTwiceGivesTheSameItems() throws IOException {
        archive(4);
        ReplayWorker worker = worker(10);
        ReplayWorker.Begun begun = worker.begin(ReplayRequest.parse("{}"), NOW);
        String plan = begun.steps().get(0);

        List<String> items = run(worker, plan).more();
        run(worker, items.get(0));

        assertThat(run(worker, plan).more()).isEqualTo(items);
    }

    @Test
    void aFilterIsForTheItemsToo() throws IOException {
        archive(6);
        ReplayWorker worker = worker(10);

        ReplayWorker.Begun begun = worker.begin(ReplayRequest.parse("{\"from_offset\":15,\"to_offset\":\"31\"}"), NOW);
        for (String item : run(worker, begun.steps().get(0)).more()) {
            run(worker, item);
        }

        assertThat(status(worker, begun.replay()).get("records").asInt()).isEqualTo(17);
        assertThat(ranges()).extracting(LedgerRange::through).containsExactly(31L);
    }

    /** A block that two items share shows its damage to both. The second one's range waits in front of the jump, as always. */
    @Test
    void whatIsFoundDamagedByItemsIsToldOnceAndStaysAHole() throws IOException {
        CaptureFile capture = CaptureFile.plain();
        int damaged = 0;
        for (long sequence = 0; sequence < 30; sequence++) {
            capture.record(sequence, TIME + sequence * 1000, bodyOf(sequence));
            if (sequence % 6 == 5) {
                int end = capture.endBlock();
                damaged = sequence == 11 ? end : damaged;
            }
        }
        byte[] file = capture.bytes();
        Arrays.fill(file, damaged - 2000, damaged - 16, (byte) -1);
        archive.file(0, file);
        ReplayWorker worker = worker(10);

        ReplayWorker.Begun begun = worker.begin(ReplayRequest.parse("{}"), NOW);
        List<String> items = run(worker, begun.steps().get(0)).more();
        for (String item : items) {
            run(worker, item);
        }

        JsonNode status = status(worker, begun.replay());
        assertThat(items).hasSize(3);
        assertThat(status.get("state").asText()).isEqualTo("done");
        assertThat(status.get("records").asInt()).isEqualTo(24);
        assertThat(status.get("faults").findValuesAsText("code")).containsExactly("damaged_block");
        assertThat(ranges())
                .extracting(LedgerRange::first, LedgerRange::through)
                .containsExactly(tuple(0L, 5L), tuple(10L, 9L), tuple(20L, 29L));
    }

    /** A glance at the file sees 4 to 12 only. */
    @Test
    void whatStandsOutOfOrderInAFileIsToldAndFoundWithATime() throws IOException {
        CaptureFile capture = CaptureFile.plain();
        for (long[] block : new long[][] {{4, 5, 6}, {7, 2, 1, 10}, {11, 12}}) {
            for (long sequence : block) {
                capture.record(sequence, TIME + sequence * 1000, bodyOf(sequence));
            }
            capture.endBlock();
        }
        archive.file(0, capture.bytes());

        JsonNode told = replay("{}");
        assertThat(told.get("records").asInt()).isEqualTo(7);
        assertThat(told.get("faults").findValuesAsText("code")).contains("out_of_order");

        JsonNode found = replay("{\"from_time\":\"1970-01-01T00:00:00Z\"}");
        assertThat(found.get("records").asInt()).isEqualTo(2);
        assertThat(found.get("faults").findValuesAsText("code")).isEmpty();
    }

    /** The status of a replay that is done. */
    private JsonNode replay(String request) throws IOException {
        ReplayWorker worker = worker(3);
        ReplayWorker.Begun begun = worker.begin(ReplayRequest.parse(request), NOW);
        for (String group : begun.steps()) {
            for (String item : run(worker, group).more()) {
                run(worker, item);
            }
        }
        return status(worker, begun.replay());
    }

    @Test
    void faultsOfFilesAndStepsThatWereGivenUpAreTold() throws IOException {
        archive(3);
        archive.file(40, body("no Avro"));
        archive.object("elsewhere/list.txt", body("no Avro"));
        ReplayWorker worker = worker(10);

        ReplayWorker.Begun begun = worker.begin(ReplayRequest.parse("{}"), NOW);
        List<String> items = run(worker, begun.steps().get(0)).more();
        run(worker, items.get(0));
        worker.fail(items.get(1), "it failed five times");
        run(worker, items.get(2));

        JsonNode status = status(worker, begun.replay());
        assertThat(status.get("state").asText()).isEqualTo("failed");
        assertThat(status.at("/failures/0/step").asText()).isEqualTo(items.get(1));
        assertThat(status.at("/failures/0/reason").asText()).isEqualTo("it failed five times");
        assertThat(status.get("faults").findValuesAsText("code")).containsExactly("no_place", "not_avro");

        run(worker, items.get(1));
        assertThat(status(worker, begun.replay()).get("state").asText()).isEqualTo("done");
    }

    @Test
    void aWrongRequestSaysWhatIsExpected() throws IOException {
        archive(1);
        ReplayWorker worker = worker(10);

        assertThatThrownBy(() -> ReplayRequest.parse("{\"steam\":\"ces\"}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from_offset");
        assertThatThrownBy(() -> ReplayRequest.parse("{\"from_time\":\"yesterday\"}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'yesterday' is no time; expected one like 2026-05-06");
        assertThatThrownBy(() -> ReplayRequest.parse("[]")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ReplayRequest.parse("null")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ReplayRequest.parse("{\"partition\":-1}"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> worker.begin(ReplayRequest.parse("{\"stream\":\"orders\"}"), NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the archive holds no such stream and partition; its streams are ces");
        assertThat(LakeFixture.names(state, "")).isEmpty();
    }

    @Test
    void aNameThatIsNoStepsIsRefused() throws IOException {
        ReplayWorker worker = worker(10);

        for (String name : List.of("", "x", "../../ledger/ces/3.json", "a/items/../1/2.json", "a/done/b/1/2.json")) {
            assertThatThrownBy(() -> run(worker, name)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> worker.fail(name, "")).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(worker.status("../ledger")).isEmpty();
        assertThat(worker.status("20260506T070809Z-00000000")).isEmpty();
        assertThatThrownBy(() -> run(worker, "20260506T070809Z-00000000/items/ces/3/0-1.json"))
                .isInstanceOf(IOException.class);
    }

    /** The hub was made anew: offsets of its old life are those of other records now. */
    @Test
    void anEarlierLifeOfTheLogIsNotPlanned() throws IOException {
        archive(6);
        ChangePipeline live = new ChangePipeline(Settings.DEFAULT, writer(lake, state), state);
        live.process(batch(0, 29));
        long later = TIME + 1_000_000;
        live.process(new Batch(HUB, List.of(new Delivery(0, Slice.of(bodyOf(200)), later))));
        CaptureFile capture = CaptureFile.deflated();
        for (long sequence = 0; sequence < 3; sequence++) {
            capture.record(sequence, later + sequence, bodyOf(200 + sequence));
        }
        archive.file(50, capture.bytes());
        ReplayWorker worker = worker(10);

        ReplayWorker.Begun begun = worker.begin(ReplayRequest.parse("{}"), NOW);
        List<String> items = run(worker, begun.steps().get(0)).more();
        for (String item : items) {
            run(worker, item);
        }

        assertThat(items).hasSize(1);
        assertThat(ranges()).extracting(LedgerRange::through).containsExactly(2L);
        assertThat(status(worker, begun.replay()).get("records").asInt()).isEqualTo(2);
    }

    @Test
    void withoutTimeAStepFailsAndIsDoneLater() throws IOException {
        archive(2);
        ReplayWorker worker = worker(100);
        ReplayWorker.Begun begun = worker.begin(ReplayRequest.parse("{}"), NOW);
        String item = run(worker, begun.steps().get(0)).more().get(0);

        assertThatThrownBy(() -> worker.run(item, Deadline.in(Duration.ZERO)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no time is left");
        assertThat(status(worker, begun.replay()).get("state").asText()).isEqualTo("running");

        run(worker, item);
        assertThat(status(worker, begun.replay()).get("state").asText()).isEqualTo("done");
    }
}
