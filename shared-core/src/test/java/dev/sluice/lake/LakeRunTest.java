package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.Line;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a run does where the lake and the ledger are not as it found them, or as it expects them. */
class LakeRunTest {
    private static final String FOLDER = "db=d/schema=s/table=t/date=2026-05-06/";

    private final VirtualTime time = new VirtualTime();
    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore();

    private static CesMessage event(long offset) {
        return CesMessage.insert()
                .logicalId("event-" + offset)
                .table("d", "s", "t")
                .column("Id", "int")
                .current("{\"Id\":\"" + offset + "\"}");
    }

    private static Delivery record(long offset, @Nullable Long brokerTime) {
        return new Delivery(offset, Slice.of(event(offset).body()), brokerTime);
    }

    private static List<Delivery> records(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(offset -> record(offset, LakeFixture.BROKER_TIME))
                .toList();
    }

    private LakeFixture owner(ObjectStore lakeStore, ObjectStore stateStore) throws IOException {
        return new LakeFixture(Settings.DEFAULT, lakeStore, stateStore, time);
    }

    private void process(List<Delivery> records) throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records);
        }
    }

    private LedgerEpoch ledger() throws IOException {
        return Ledger.parse(LakeFixture.content(state, "ledger/hub/3.json")).newest();
    }

    private List<Long> offsets() {
        return LakeFixture.folders(lake, "db=").values().stream()
                .flatMap(List::stream)
                .map(line -> Long.parseLong(new Line(line).raw("source", "offset")))
                .sorted()
                .toList();
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(0, last).boxed().toList();
    }

    /** Runs something once, before the first call of this kind. */
    private static FaultyObjectStore.Hook once(StoreOperation wanted, String prefix, Action action) {
        boolean[] done = {false};
        return (operation, name) -> {
            if (operation == wanted && name.startsWith(prefix) && !done[0]) {
                done[0] = true;
                action.run();
            }
        };
    }

    private interface Action {
        void run() throws IOException;
    }

    private static ObjectStore before(ObjectStore store, FaultyObjectStore.Hook hook) {
        return new FaultyObjectStore(store, hook, FaultyObjectStore.Hook.NONE);
    }

    private static ObjectStore after(ObjectStore store, FaultyObjectStore.Hook hook) {
        return new FaultyObjectStore(store, FaultyObjectStore.Hook.NONE, hook);
    }

    // Folders.

    @Test
    void daysAndHoursThatShareTheirDigitsStayApart() throws IOException {
        List<String> times = List.of(
                "2026-05-06T07:00:00Z",
                "2027-05-06T07:00:00Z",
                "2027-06-06T07:00:00Z",
                "2027-06-07T07:00:00Z",
                "2027-06-07T08:00:00Z",
                "2026-05-06T07:00:00Z");
        List<Delivery> records = new ArrayList<>();
        for (String at : times) {
            long offset = records.size();
            records.add(
                    new Delivery(offset, Slice.of(event(offset).commitTime(at).body()), null));
        }
        try (LakeFixture owner = new LakeFixture(
                new Settings(
                        Settings.DEFAULT.normalize(),
                        Settings.DEFAULT.limits(),
                        new Layout(Layout.Partition.HOUR, Layout.Compression.GZIP),
                        Settings.DEFAULT.waiting(),
                        Settings.DEFAULT.plainRows(),
                        Settings.DEFAULT.sparseTopics(),
                        Settings.DEFAULT.dialects()),
                lake,
                state,
                time)) {
            owner.process(records);
        }

        String table = "db=d/schema=s/table=t/date=";
        assertThat(LakeFixture.folders(lake, "db="))
                .hasSize(5)
                .hasEntrySatisfying(
                        table + "2026-05-06/hour=07", lines -> assertThat(lines).hasSize(2))
                .containsOnlyKeys(
                        table + "2026-05-06/hour=07",
                        table + "2027-05-06/hour=07",
                        table + "2027-06-06/hour=07",
                        table + "2027-06-07/hour=07",
                        table + "2027-06-07/hour=08");
    }

    // Times.

    @Test
    void theHighestBrokerTimeOfARunIsKept() throws IOException {
        process(List.of(record(0, 5000L), record(1, 9000L), record(2, 7000L)));
        assertThat(ledger().throughTime()).isEqualTo(9000);
        assertThat(ledger().fromTime()).isEqualTo(5000);

        process(List.of(record(3, 8000L), record(4, null)));
        assertThat(ledger().throughTime()).isEqualTo(-1);
    }

    // Somebody else was faster.

    @Test
    void aHoleThatSomebodyElseHealsMeanwhileNeedsNothingMore() throws IOException {
        process(records(0, 4));
        process(records(8, 9));
        FaultyObjectStore.Hook heals = once(StoreOperation.CREATE, FOLDER, () -> process(records(5, 7)));
        try (LakeFixture owner = owner(before(lake, heals), state)) {
            owner.process(records(5, 7));
        }

        assertThat(offsets()).isEqualTo(upTo(9));
        assertThat(ledger().ranges()).extracting(LedgerRange::through).containsExactly(9L);
    }

    @Test
    void aHoleThatSomebodyElseSplitsMeanwhileIsNoLongerOurs() throws IOException {
        process(records(0, 4));
        process(records(10, 11));
        FaultyObjectStore.Hook splits = once(StoreOperation.COMPARE_AND_SWAP, "ledger/", () -> process(records(8, 9)));
        try (LakeFixture owner = owner(lake, before(state, splits))) {
            assertThatIOException()
                    .isThrownBy(() -> owner.process(records(5, 6)))
                    .withMessage(
                            "the ledger of stream hub, partition 3 got another shape meanwhile; the batch has to be"
                                    + " given again");
            owner.process(records(5, 7));
        }

        assertThat(offsets()).isEqualTo(upTo(11));
        assertThat(ledger().ranges()).extracting(LedgerRange::through).containsExactly(11L);
    }

    /** Its begin was healed and its end, so nothing begins where ours did; what lies between is a hole all the same. */
    @Test
    void aHoleThatSomebodyElseHealsInPartIsNotFinished() throws IOException {
        process(records(0, 4));
        process(records(10, 11));
        FaultyObjectStore.Hook heals = once(StoreOperation.COMPARE_AND_SWAP, "ledger/", () -> {
            process(records(5, 6));
            process(records(8, 9));
        });
        try (LakeFixture owner = owner(lake, before(state, heals))) {
            assertThatIOException()
                    .isThrownBy(() -> owner.process(records(5, 7)))
                    .withMessageContaining("got another shape meanwhile");
            owner.process(records(5, 7));
        }

        assertThat(offsets()).isEqualTo(upTo(11));
        assertThat(ledger().ranges()).extracting(LedgerRange::through).containsExactly(11L);
    }

    @Test
    void aLifeThatIsOverMeanwhileIsNotWrittenTo() throws IOException {
        process(records(0, 4));
        List<Delivery> anew = List.of(record(0, LakeFixture.BROKER_TIME + 60_000));
        FaultyObjectStore.Hook begins = once(StoreOperation.COMPARE_AND_SWAP, "ledger/", () -> process(anew));
        try (LakeFixture owner = owner(lake, before(state, begins))) {
            assertThatIOException()
                    .isThrownBy(() -> owner.process(records(5, 6)))
                    .withMessageContaining("got another shape meanwhile");
        }
        assertThat(ledger().epoch()).isEqualTo(2);
        assertThat(ledger().ranges()).extracting(LedgerRange::through).containsExactly(0L);
    }

    @Test
    void aLedgerThatIsGoneMeanwhileStopsTheRun() throws IOException {
        process(records(0, 4));
        FaultyObjectStore.Hook deletes =
                once(StoreOperation.COMPARE_AND_SWAP, "ledger/", () -> state.delete("ledger/hub/3.json"));
        try (LakeFixture owner = owner(lake, before(state, deletes))) {
            assertThatIOException()
                    .isThrownBy(() -> owner.process(records(5, 6)))
                    .withMessage("the ledger of stream hub, partition 3 is gone; was the state deleted while records"
                            + " came in?");
        }
    }

    @Test
    void aLedgerThatSomebodyElseMovedOnIsReadAgainOnce() throws IOException {
        process(records(0, 4));
        FaultyObjectStore.Hook moves = once(StoreOperation.COMPARE_AND_SWAP, "ledger/", () -> process(records(5, 5)));
        CountingObjectStore counting = new CountingObjectStore(state);
        try (LakeFixture owner = owner(lake, before(counting, moves))) {
            owner.process(records(5, 6));
        }

        assertThat(counting.count(StoreOperation.COMPARE_AND_SWAP)).isEqualTo(2);
        assertThat(counting.count(StoreOperation.GET)).isEqualTo(2);
        assertThat(offsets()).isEqualTo(upTo(6));
    }

    /** Behind a jump a folder is looked at when something is to be written there. */
    @Test
    void aFolderWithoutLinesInARangeIsNotLookedAt() throws IOException {
        process(records(0, 4));
        process(records(10, 10));
        List<Delivery> records = new ArrayList<>();
        for (long offset = 5; offset <= 9; offset++) {
            records.add(new Delivery(
                    offset, Slice.of(event(offset).table("d", "s", "other").body()), LakeFixture.BROKER_TIME));
        }
        records.addAll(records(10, 11));
        CountingObjectStore counting = new CountingObjectStore(lake);
        try (LakeFixture owner = owner(counting, state)) {
            owner.process(records);
        }

        assertThat(counting.count(StoreOperation.LIST)).isZero();
        assertThat(offsets()).isEqualTo(upTo(11));
    }

    @Test
    void aSparseTopicThatGoesOnWithoutAJumpIsNotLookedUp() throws IOException {
        CountingObjectStore counting = new CountingObjectStore(state);
        Settings sparse = Settings.of(Map.of("SLUICE_SPARSE_TOPICS", "hub"));
        try (LakeFixture owner = new LakeFixture(sparse, lake, counting, time)) {
            owner.process(records(0, 4));
            counting.reset();
            owner.process(records(5, 6));
            assertThat(counting.count(StoreOperation.GET)).isZero();

            owner.process(records(8, 9));
            assertThat(counting.count(StoreOperation.GET)).isEqualTo(1);
        }
        assertThat(offsets()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 8L, 9L);
    }

    @Test
    void anotherLogUnderTheSameNameIsRefusedByAnOwnerThatIsNew() throws IOException {
        process(records(0, 4));
        try (LakeFixture owner = owner(lake, state)) {
            assertThatIOException()
                    .isThrownBy(() -> owner.process(new StreamPartition("hub", 3, "other/hub"), records(5, 6)))
                    .withMessage("stream hub holds the log namespace/hub, and was now fed from other/hub; give the new"
                            + " one a name of its own (SLUICE_STREAM)");
        }
        assertThat(offsets()).isEqualTo(upTo(4));
    }

    // What is known without a call, and what has no position.

    private static final StreamPartition HUB = LakeFixture.HUB;

    private LakeWriter writer() throws IOException {
        return LakeWriter.open(lake, state, Settings.DEFAULT.layout(), time, Duration.ofSeconds(90));
    }

    @Test
    void theHolesAreThoseOfTheLedgerThatIsKnown() throws IOException {
        process(records(0, 4));
        process(records(8, 9));
        try (LakeWriter writer = writer()) {
            assertThat(writer.holes(HUB)).isZero();
            writer.readLedger(HUB);
            assertThat(writer.holes(HUB)).isEqualTo(1);
            assertThat(writer.holes(new StreamPartition("hub", 4, "namespace/hub")))
                    .isZero();
            state.delete("ledger/hub/3.json");
            assertThat(writer.readLedger(HUB)).isNull();
            assertThat(writer.holes(HUB)).isZero();
        }
    }

    @Test
    void whatHasNoPositionIsKeptInTheNewestLife() throws IOException {
        process(records(0, 4));
        process(List.of(record(0, LakeFixture.BROKER_TIME + 60_000)));
        try (LakeWriter writer = writer()) {
            writer.keepUnplaced(HUB, 7, null, "why", List.of(Slice.of("one"), Slice.of("two")));
            writer.keepUnplaced(HUB, 8, null, "why", List.of(Slice.of("one"), Slice.of("two")));
        }

        List<String> names = LakeFixture.names(state, "quarantine/hub/date=__HIVE_DEFAULT_PARTITION__/unplaced-");
        assertThat(names).hasSize(2);
        for (String name : names) {
            assertThat(LakeFixture.lines(state, name))
                    .extracting(line -> new Line(line).raw("epoch") + new Line(line).raw("item"))
                    .containsExactly("20", "21");
        }
    }

    @Test
    void aLogThatGoesOnIsReadOnceAndWrittenOncePerRun() throws IOException {
        CountingObjectStore counting = new CountingObjectStore(state);
        try (LakeFixture owner = owner(lake, counting)) {
            owner.process(records(0, 4));
            assertThat(counting.count(StoreOperation.COMPARE_AND_SWAP)).isEqualTo(2);
            assertThat(counting.count(StoreOperation.GET)).isEqualTo(1);
            owner.process(records(5, 6));
            assertThat(counting.count(StoreOperation.COMPARE_AND_SWAP)).isEqualTo(3);
            assertThat(counting.count(StoreOperation.GET)).isEqualTo(1);
        }
    }

    // Behind a jump.

    /** The lines of an object as far as a run looks at them. */
    private void object(long name, long... offsets) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (long offset : offsets) {
            lines.append("{\"id\":\"event-").append(offset).append("\",\"source\":{\"offset\":");
            lines.append(offset).append("}}\n");
        }
        lake.create(
                FOLDER + "hub-3-1-" + String.format("%020d", name) + ".jsonl.gz",
                LakeObject.encode(
                        Slice.of(lines.toString()), Settings.DEFAULT.layout().compression()));
    }

    private String chain() {
        return String.join(
                " ",
                LakeFixture.names(lake, FOLDER).stream()
                        .map(name -> name.replaceAll(".*/|hub-3-1-0*(?=[0-9])|\\.jsonl\\.gz", ""))
                        .toList());
    }

    @Test
    void whatBeginsInTheHoleAndReachesOverIsNotWrittenAgain() throws IOException {
        process(records(0, 4));
        object(4); // not one of the hole, and unreadable
        object(5, 5, 9);
        process(records(8, 11));

        assertThat(chain()).isEqualTo("0 4 5 10");
    }

    @Test
    void whatBeginsInTheHoleATooLongWayOffIsNotLookedAt() throws IOException {
        process(records(0, 4));
        object(10); // unreadable
        object(11, 11, 10_011);
        process(records(10_010, 10_013));

        assertThat(chain()).isEqualTo("0 10 11 10012");
    }

    @Test
    void whatBeginsBehindTheHoleIsAnObjectOfTheChain() throws IOException {
        process(records(0, 4));
        object(8, 8, 10);
        process(records(8, 11));

        assertThat(chain()).isEqualTo("0 8 11 redrive-9");
    }

    // A deadline.

    @Test
    void behindItsDeadlineARunDoesNotBegin() throws IOException {
        Deadline deadline = Deadline.in(Duration.ofSeconds(10), time);
        time.pass(Duration.ofSeconds(10));
        try (LakeWriter writer = writer()) {
            Batch batch = new Batch(HUB, records(0, 4));
            assertThatIOException()
                    .isThrownBy(() -> new ChangePipeline(Settings.DEFAULT, writer, state).process(batch, deadline))
                    .withMessage("no time is left of 10 s; the batch has to be given again");
        }
        assertThat(LakeFixture.names(state, "")).isEmpty();
    }

    private static Delivery piece(String event, long offset, int index, String fragment) {
        CesMessage piece = event(0).logicalId(event)
                .attribute("segmentindex", Integer.toString(index))
                .attribute("finalsegment", Boolean.toString(index == 1))
                .dataJson(CesMessage.quote(fragment));
        return new Delivery(offset, Slice.of(piece.body()), LakeFixture.BROKER_TIME);
    }

    @Test
    void behindItsDeadlineARunBeginsNoSplitEvent() throws IOException {
        String data = event(7).data();
        List<Delivery> records = new ArrayList<>();
        for (String event : List.of("one", "two")) {
            records.add(piece(event, records.size(), 0, data.substring(0, 20)));
            records.add(piece(event, records.size(), 1, data.substring(20)));
        }
        FaultyObjectStore.Hook slow = once(StoreOperation.CREATE, "done/", () -> time.pass(Duration.ofSeconds(10)));
        try (LakeWriter writer =
                LakeWriter.open(lake, before(state, slow), Settings.DEFAULT.layout(), time, Duration.ofSeconds(90))) {
            Deadline deadline = Deadline.in(Duration.ofSeconds(10), time);
            assertThatIOException()
                    .isThrownBy(() -> new ChangePipeline(Settings.DEFAULT, writer, state)
                            .process(new Batch(HUB, records), deadline))
                    .withMessageContaining("no time is left of 10 s");
        }
        assertThat(LakeFixture.names(state, "done/")).hasSize(1);
        assertThat(LakeFixture.names(lake, FOLDER + "split-")).hasSize(1);

        process(records);
        assertThat(LakeFixture.names(lake, FOLDER + "split-")).hasSize(2);
    }

    // Objects that are not as they should be.

    @Test
    void anObjectThatEndsBeforeItsNameIsRefused() throws IOException {
        process(records(0, 4));
        String key = FOLDER + "hub-3-1-00000000000000000005.jsonl.gz";
        lake.create(
                key,
                LakeObject.encode(
                        Slice.of("{\"id\":\"x\",\"source\":{\"offset\":4}}\n"),
                        Settings.DEFAULT.layout().compression()));

        assertThatIOException()
                .isThrownBy(() -> process(records(5, 6)))
                .withMessage(key + " ends at offset 4, before the offset in its name");
    }

    @Test
    void anObjectThatIsThereAndGoneIsRefused() throws IOException {
        String key = FOLDER + "hub-3-1-00000000000000000000.jsonl.gz";
        lake.create(key, new byte[0]);
        FaultyObjectStore.Hook deletes = once(StoreOperation.CREATE, FOLDER, () -> lake.delete(key));
        try (LakeFixture owner = owner(after(lake, deletes), state)) {
            assertThatIOException()
                    .isThrownBy(() -> owner.process(records(0, 1)))
                    .withMessage(key + " was there and is gone; was it deleted by hand?");
        }
    }

    // Two owners, and one of them has more.

    /** The other one is behind, as if its batch had been cut earlier: what it wrote is kept, and the rest is added. */
    @Test
    void whatIsBehindAnObjectOfSomebodyElseIsAdded() throws IOException {
        FaultyObjectStore.Hook writes = once(StoreOperation.CREATE, FOLDER, () -> {
            try (LakeFixture dying = owner(lake, before(state, (operation, name) -> {
                if (operation == StoreOperation.COMPARE_AND_SWAP) {
                    throw new IOException("died");
                }
            }))) {
                assertThatIOException().isThrownBy(() -> dying.process(records(0, 2)));
            }
        });
        process(List.of(new Delivery(0, null, LakeFixture.BROKER_TIME)));
        try (LakeFixture owner = owner(before(lake, writes), state)) {
            owner.process(records(0, 4));
        }

        assertThat(LakeFixture.names(lake, FOLDER))
                .containsExactly(
                        FOLDER + "hub-3-1-00000000000000000001.jsonl.gz",
                        FOLDER + "hub-3-1-00000000000000000003.jsonl.gz");
        assertThat(offsets()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(ledger().ranges()).extracting(LedgerRange::through).containsExactly(4L);
    }
}
