package dev.sluice.replay;

import static dev.sluice.archive.ArchiveFixture.TIME;
import static dev.sluice.archive.ArchiveFixture.body;
import static dev.sluice.archive.ArchiveFixture.name;
import static dev.sluice.archive.ArchiveFixture.sample;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.archive.ArchiveFixture;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.archive.ArchivedRecord;
import dev.sluice.archive.CaptureFile;
import dev.sluice.archive.Extent;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.Ledger;
import dev.sluice.lake.LedgerEpoch;
import dev.sluice.lake.StreamPartition;
import dev.sluice.lake.VirtualTime;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.FaultyObjectStore.Hook;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** From an archive into a lake that is empty, has holes or has all of it. */
class ReplayTest {
    private static final StreamPartition HUB = new StreamPartition("ces", 3, "lake-in.servicebus.windows.net/ces");
    private static final String LEDGER = "ledger/ces/3.json";

    private final ArchiveFixture archive = new ArchiveFixture();
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());

    /** A lake, and what of it readers and the next owner see. */
    private static final class Lake {
        private final MemoryObjectStore lake = new MemoryObjectStore();
        private final MemoryObjectStore state = new MemoryObjectStore();

        Map<String, List<String>> folders() {
            Map<String, List<String>> folders = new TreeMap<>(LakeFixture.folders(lake, "db="));
            folders.putAll(LakeFixture.folders(state, "quarantine/"));
            return folders;
        }

        LedgerEpoch epoch() throws IOException {
            return Ledger.parse(LakeFixture.content(state, LEDGER)).newest();
        }
    }

    private interface Use<T> {
        T of(ChangePipeline pipeline) throws IOException;
    }

    private static <T> T with(ObjectStore lake, ObjectStore state, Use<T> use) throws IOException {
        try (LakeWriter writer =
                LakeWriter.open(lake, state, Settings.DEFAULT.layout(), new VirtualTime(), Duration.ofSeconds(90))) {
            return use.of(new ChangePipeline(Settings.DEFAULT, writer, state));
        }
    }

    private List<ReplayedPartition> replay(ObjectStore lake, ObjectStore state, Replay.Names names) throws IOException {
        ArchivePlan plan = archive.plan();
        return with(lake, state, pipeline -> new Replay(pipeline, state, names).run(plan, 4, this::tell));
    }

    private List<ReplayedPartition> replay(Lake lake) throws IOException {
        return replay(lake.lake, lake.state, Replay.Names.AS_ARCHIVED);
    }

    private ReplayedPartition only(Lake lake) throws IOException {
        List<ReplayedPartition> done = replay(lake);
        assertThat(done).hasSize(1);
        assertThat(done.get(0).failure()).isNull();
        return done.get(0);
    }

    private void tell(StreamPartition source, List<ArchivedRecord> records, BatchReport report, long bytes) {
        told.add(source.partition() + ": " + records.size() + " records, " + bytes + " bytes, " + report.counts());
    }

    private static byte[] change(long sequence) {
        String lsn = String.format("%020X", sequence);
        return CesMessage.insert()
                .table("ShopDb", "dbo", sequence % 3 == 0 ? "Items" : "Orders")
                .logicalId(CesMessage.GUID + ":" + lsn + ":00000000000000000001")
                .column("Id", "int")
                .key("Id", Long.toString(sequence))
                .current("{\"Id\":\"" + sequence + "\"}")
                .body();
    }

    private static byte[] bodyOf(long sequence) {
        return sequence % 7 == 0 ? body("{\"foreign\":" + sequence + "}") : change(sequence);
    }

    private static Delivery delivery(long sequence) {
        return new Delivery(sequence, Slice.of(bodyOf(sequence)), TIME + sequence * 1000);
    }

    private static List<Delivery> deliveries(long first, long last) {
        List<Delivery> records = new ArrayList<>();
        for (long sequence = first; sequence <= last; sequence++) {
            records.add(delivery(sequence));
        }
        return records;
    }

    /** Files of ten records from 0 on. */
    private void archive(int files) {
        for (int file = 0; file < files; file++) {
            CaptureFile capture = CaptureFile.deflated();
            for (long sequence = file * 10L; sequence < file * 10L + 10; sequence++) {
                capture.record(sequence, TIME + sequence * 1000, bodyOf(sequence));
            }
            archive.file(file, capture.bytes());
        }
    }

    /** What the pipeline makes of all records at once, without an archive. */
    private static Lake oracle(long last) throws IOException {
        Lake lake = new Lake();
        with(lake.lake, lake.state, pipeline -> pipeline.process(new Batch(HUB, deliveries(0, last))));
        return lake;
    }

    @Test
    void theSampleFillsAnEmptyLake() throws IOException {
        archive.file(10, sample("20-events.avro"));
        Lake lake = new Lake();

        ReplayedPartition done = only(lake);

        assertThat(done.source()).isEqualTo(HUB);
        assertThat(done.isNew()).isTrue();
        assertThat(done.earlier()).isZero();
        assertThat(done.extent().records()).isEqualTo(22);
        assertThat(done.extent().first()).isEqualTo(61000);
        assertThat(done.extent().last()).isEqualTo(61021);
        // 18 whole events and one in three pieces, of which one counts as the event; the record without a body is
        // skipped
        assertThat(told)
                .containsExactly("3: 22 records, " + done.extent().bytes()
                        + " bytes, Counts[emitted=21, parked=0, control=0, skipped=1, quarantined=0]");
        assertThat(Ledger.parse(LakeFixture.content(lake.state, LEDGER)).log())
                .isEqualTo("lake-in.servicebus.windows.net/ces");
        assertThat(lake.epoch().ranges())
                .hasSize(1)
                .first()
                .satisfies(range -> assertThat(range.through()).isEqualTo(61021));
    }

    @Test
    void aReplayMakesTheSameLakeAsTheBrokerDid() throws IOException {
        archive(6);
        Lake lake = new Lake();

        only(lake);

        assertThat(lake.folders()).isEqualTo(oracle(59).folders()).isNotEmpty();
        assertThat(lake.epoch()).isEqualTo(oracle(59).epoch());
    }

    @Test
    void whatIsInTheLakeIsSkipped() throws IOException {
        archive(6);
        Lake lake = oracle(59);
        Map<String, List<String>> before = lake.folders();

        ReplayedPartition done = only(lake);

        assertThat(done.isNew()).isFalse();
        assertThat(told)
                .containsExactly("3: 60 records, " + done.extent().bytes()
                        + " bytes, Counts[emitted=0, parked=0, control=0, skipped=60, quarantined=0]");
        assertThat(lake.folders()).isEqualTo(before);
    }

    @Test
    void holesOfLiveTrafficAreHealedAndTheLedgerHasOneRangeAgain() throws IOException {
        archive(10);
        Lake lake = new Lake();
        with(lake.lake, lake.state, pipeline -> {
            pipeline.process(new Batch(HUB, deliveries(20, 24)));
            pipeline.process(new Batch(HUB, deliveries(40, 47)));
            pipeline.process(new Batch(HUB, deliveries(70, 70)));
            return pipeline.process(new Batch(HUB, deliveries(80, 85)));
        });
        assertThat(lake.epoch().ranges()).hasSize(4);

        only(lake);

        assertThat(lake.epoch().ranges()).hasSize(1);
        assertThat(lake.epoch().origin()).isZero();
        assertThat(lake.epoch().ranges().get(0).through()).isEqualTo(99);
        assertThat(sorted(lake.folders())).isEqualTo(sorted(oracle(99).folders()));
    }

    private static Map<String, List<String>> sorted(Map<String, List<String>> folders) {
        folders.replaceAll((folder, lines) -> lines.stream().sorted().toList());
        return folders;
    }

    @Test
    void whatTheArchiveLacksStaysAHole() throws IOException {
        archive(6);
        archive.store.delete(name(2));
        Lake lake = new Lake();

        ReplayedPartition done = only(lake);

        assertThat(done.extent().gaps()).containsExactly(new Extent.Gap(20, 29));
        assertThat(lake.epoch().ranges()).hasSize(2).first().satisfies(hole -> {
            assertThat(hole.first()).isEqualTo(20);
            assertThat(hole.last()).isEqualTo(29);
        });
        archive.store.delete(name(3));
        archive(3);
        only(lake);
        assertThat(sorted(lake.folders())).isEqualTo(sorted(oracle(59).folders()));
    }

    /** A process that dies at any call to a store, before or after its effect; then the replay is run again. */
    @Test
    void aReplayThatDiesAnywhereIsCompletedByTheNext() throws IOException {
        archive(3);
        Map<String, List<String>> expected = oracle(29).folders();
        boolean died = true;
        int deaths = 0;
        for (int at = 1; died; at++) {
            for (boolean after : new boolean[] {false, true}) {
                Lake lake = new Lake();
                AtomicInteger calls = new AtomicInteger();
                int last = at;
                Hook hook = (operation, name) -> {
                    if (calls.incrementAndGet() >= last) {
                        throw new IllegalStateException("dead");
                    }
                };
                try {
                    replay(
                            new FaultyObjectStore(lake.lake, after ? Hook.NONE : hook, after ? hook : Hook.NONE),
                            new FaultyObjectStore(lake.state, after ? Hook.NONE : hook, after ? hook : Hook.NONE),
                            Replay.Names.AS_ARCHIVED);
                    died = false;
                } catch (IllegalStateException dead) {
                    deaths++;
                }
                only(lake);
                assertThat(lake.folders()).as("death at call %s", at).isEqualTo(expected);
                assertThat(lake.epoch().ranges()).hasSize(1);
            }
        }
        assertThat(deaths).isGreaterThan(10);
    }

    @Test
    void aPartitionThatFailsDoesNotStopTheOthers() throws IOException {
        archive(1);
        archive.object(
                "lake-in/ces/4/2026/05/06/07/08/10.avro",
                archive.store.get(name(0)).orElseThrow().content());
        Lake lake = new Lake();
        FaultyObjectStore state = new FaultyObjectStore(
                lake.state,
                (operation, name) -> {
                    if (name.equals(LEDGER) && !operation.name().equals("GET")) {
                        throw new IOException("full");
                    }
                },
                Hook.NONE);

        List<ReplayedPartition> done = replay(lake.lake, state, Replay.Names.AS_ARCHIVED);

        assertThat(done).extracting(partition -> partition.source().partition()).containsExactly(3, 4);
        assertThat(done.get(0).failure()).hasMessage("full");
        assertThat(done.get(0).extent().records()).isZero();
        assertThat(done.get(1).failure()).isNull();
        assertThat(done.get(1).extent().records()).isEqualTo(10);
    }

    @Test
    void batchesHaveAtMostTenThousandRecords() throws IOException {
        CaptureFile capture = CaptureFile.deflated();
        for (int sequence = 0; sequence < 20_001; sequence++) {
            capture.record(sequence, TIME, null);
        }
        archive.file(10, capture.bytes());

        only(new Lake());

        assertThat(told)
                .extracting(batch -> batch.substring(0, batch.indexOf(" records")))
                .containsExactly("3: 10000", "3: 10000", "3: 1");
    }

    @Test
    void batchesHaveAtMostThirtyTwoMebibytes() throws IOException {
        byte[] noise = new byte[12 << 20];
        new Random(1).nextBytes(noise);
        CaptureFile capture = CaptureFile.plain();
        for (int sequence = 0; sequence < 5; sequence++) {
            capture.record(sequence, TIME, noise);
        }
        archive.file(10, capture.bytes());

        only(new Lake());

        assertThat(told)
                .extracting(batch -> batch.substring(0, batch.indexOf(" bytes")))
                .containsExactly(
                        "3: 2 records, " + (24 << 20), "3: 2 records, " + (24 << 20), "3: 1 records, " + (12 << 20));
    }

    // Which log it is.

    @Test
    void aStreamMayBeCalledOtherwiseThanItsHub() throws IOException {
        archive(1);
        Lake lake = new Lake();

        List<ReplayedPartition> done = replay(lake.lake, lake.state, new Replay.Names("hr", null));

        assertThat(done.get(0).source()).isEqualTo(new StreamPartition("hr", 3, HUB.log()));
    }

    @Test
    void theLedgersSpellingOfTheLogCounts() throws IOException {
        archive(1);
        Lake lake = new Lake();
        StreamPartition live = new StreamPartition("ces", 3, "LAKE-IN.servicebus.windows.net/CES");
        with(lake.lake, lake.state, pipeline -> pipeline.process(new Batch(live, deliveries(0, 4))));

        assertThat(only(lake).source()).isEqualTo(live);
    }

    @Test
    void anotherLogUnderTheSameNameIsRefused() throws IOException {
        archive(1);
        Lake lake = new Lake();
        StreamPartition live = new StreamPartition("ces", 3, "other.servicebus.windows.net/ces");
        with(lake.lake, lake.state, pipeline -> pipeline.process(new Batch(live, deliveries(0, 4))));

        List<ReplayedPartition> done = replay(lake);

        assertThat(done.get(0).failure()).hasMessageContaining("stream ces holds the log other.servicebus");
    }

    @Test
    void anArchiveOfOurOwnIsOfTheLogThatTheLakeKnows() throws IOException {
        archive(2);
        archive.object(
                "ces/3/2026/05/06/07/1-00000000000000000000.avro",
                archive.store.get(name(0)).orElseThrow().content());
        archive.store.delete(name(0));
        archive.store.delete(name(1));
        Lake lake = new Lake();

        assertThatThrownBy(() -> replay(lake))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "nothing tells which log stream ces, partition 3 is of: neither its path nor the lake; name it (--log)");
        with(lake.lake, lake.state, pipeline -> pipeline.process(new Batch(HUB, deliveries(0, 4))));
        assertThat(only(lake).source()).isEqualTo(HUB);
        assertThat(lake.folders()).hasSize(3);
    }

    @Test
    void oneNameForSeveralStreamsIsRefused() {
        archive(1);
        archive.object("lake-in/orders/4/2026/05/06/07/08/10.avro", ArchiveFixture.records(1));
        Lake lake = new Lake();

        assertThatThrownBy(() -> replay(lake.lake, lake.state, new Replay.Names("hr", null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("one name is given for several streams: ces, orders");
    }

    // Lives of a log.

    /** The hub was deleted and made again. What is archived of its first life would be taken for records of the second. */
    @Test
    void anEarlierLifeOfTheLogIsLeftOut() throws IOException {
        archive(3);
        Lake lake = new Lake();
        with(lake.lake, lake.state, pipeline -> pipeline.process(new Batch(HUB, deliveries(0, 29))));
        long later = TIME + 1_000_000;
        List<Delivery> secondLife = new ArrayList<>();
        CaptureFile capture = CaptureFile.deflated();
        for (long sequence = 0; sequence < 5; sequence++) {
            secondLife.add(new Delivery(sequence, Slice.of(change(100 + sequence)), later + sequence));
            capture.record(sequence, later + sequence, change(100 + sequence));
        }
        capture.record(5, later + 5, change(105));
        archive.file(30, capture.bytes());
        with(lake.lake, lake.state, pipeline -> pipeline.process(new Batch(HUB, secondLife)));
        assertThat(lake.epoch().epoch()).isEqualTo(2);

        ReplayedPartition done = only(lake);

        assertThat(done.earlier()).isEqualTo(30);
        assertThat(done.extent().records()).isEqualTo(6);
        assertThat(done.extent().faults()).isEmpty();
        assertThat(lake.epoch().ranges().get(0).through()).isEqualTo(5);
    }

    @Test
    void filesOfAnEarlierLifeInAnArchiveOfOurOwnAreLeftOut() throws IOException {
        byte[] untimed = CaptureFile.plain()
                .record(0, "", body("{}"))
                .record(1, "", body("{}"))
                .bytes();
        archive.object("ces/3/2026/05/06/07/1-00000000000000000000.avro", untimed)
                .object("ces/3/2026/05/06/08/2-00000000000000000000.avro", untimed);
        Lake lake = new Lake();
        with(lake.lake, lake.state, pipeline -> {
            pipeline.process(new Batch(HUB, deliveries(0, 9)));
            return pipeline.process(new Batch(HUB, List.of(new Delivery(0, Slice.of(change(100)), TIME + 1_000_000))));
        });

        List<ReplayedPartition> done = replay(lake);

        assertThat(done).extracting(ReplayedPartition::earlier).containsExactly(2L, 0L);
        assertThat(done).extracting(partition -> partition.extent().records()).containsExactly(0L, 2L);
    }
}
