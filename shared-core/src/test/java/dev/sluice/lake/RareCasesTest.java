package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.Line;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.UnplacedBatch;
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
import org.junit.jupiter.api.Test;

/** What a writer does when offsets jump, when its view is old, and when it dies with an object written. */
class RareCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore();

    private static Delivery record(long offset) {
        return new Delivery(
                offset,
                Slice.of(CesMessage.insert()
                        .logicalId("event-" + offset)
                        .table("d", "s", "t")
                        .column("Id", "int")
                        .current("{\"Id\":\"" + offset + "\"}")
                        .text()),
                LakeFixture.BROKER_TIME + offset);
    }

    private static List<Delivery> records(long first, long last) {
        List<Delivery> records = new ArrayList<>();
        for (long offset = first; offset <= last; offset++) {
            records.add(record(offset));
        }
        return records;
    }

    private LakeFixture owner(ObjectStore lakeStore, ObjectStore stateStore) throws IOException {
        return new LakeFixture(Settings.DEFAULT, lakeStore, stateStore, time);
    }

    /** An owner writes its objects, and is gone before the ledger knows. */
    private void dieWith(Settings settings, List<Delivery> records) throws IOException {
        FaultyObjectStore.Hook dies = (operation, name) -> {
            if (operation == StoreOperation.COMPARE_AND_SWAP) {
                throw new IOException("died");
            }
        };
        try (LakeFixture dying = new LakeFixture(
                settings, lake, new FaultyObjectStore(state, dies, FaultyObjectStore.Hook.NONE), time)) {
            assertThatThrownBy(() -> dying.process(records)).hasMessage("died");
        }
    }

    private List<Long> offsets() {
        return LakeFixture.folders(lake, "db=").values().stream()
                .flatMap(List::stream)
                .map(line -> Long.parseLong(new Line(line).raw("source", "offset")))
                .sorted()
                .toList();
    }

    private LedgerEpoch ledger() throws IOException {
        return Ledger.parse(LakeFixture.content(state, "ledger/hub/3.json")).newest();
    }

    // The cached ledger.

    @Test
    void aLedgerThatIsYoungIsNotReadAgain() throws IOException {
        CountingObjectStore counting = new CountingObjectStore(state);
        try (LakeFixture owner = owner(lake, counting)) {
            owner.process(records(0, 4));
            counting.reset();
            owner.process(records(5, 9));
            assertThat(counting.count(StoreOperation.GET)).isZero();
            assertThat(counting.count(StoreOperation.COMPARE_AND_SWAP)).isEqualTo(1);

            time.pass(Duration.ofSeconds(21));
            counting.reset();
            owner.process(records(10, 14));
            assertThat(counting.count(StoreOperation.GET)).isEqualTo(1);

            time.setWall(Duration.ofSeconds(21));
            counting.reset();
            owner.process(records(15, 19));
            assertThat(counting.count(StoreOperation.GET)).isEqualTo(1);
        }
        assertThat(offsets()).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void anOldCachedLedgerIsNoHarm() throws IOException {
        try (LakeFixture one = owner(lake, state);
                LakeFixture two = owner(lake, state)) {
            one.process(records(0, 4));
            two.process(records(5, 9));
            one.process(records(3, 7));
            one.process(records(8, 12));
            two.process(records(10, 14));
        }
        assertThat(offsets()).hasSize(15).doesNotHaveDuplicates();
        assertThat(ledger().ranges()).hasSize(1);
        assertThat(ledger().ranges().get(0).through()).isEqualTo(14);
    }

    // Waiting out.

    @Test
    void whoFindsAJumpWaitsForOwnersOfTheOldView() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records(0, 4));
            owner.process(records(8, 9));
            assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(60));
            assertThat(ledger().ranges()).extracting(LedgerRange::splitAt).containsOnlyNulls();

            owner.process(records(10, 11));
            owner.process(records(5, 7));
            assertThat(time.sleeps()).hasSize(1);
        }
        assertThat(offsets()).hasSize(12).doesNotHaveDuplicates();
        assertThat(ledger().ranges()).hasSize(1);
    }

    @Test
    void whoHasTooLittleTimeLeavesTheRestOfTheWaitToTheNext() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records(0, 4));
        }
        try (LakeWriter writer = impatient()) {
            ChangePipeline pipeline = new ChangePipeline(Settings.DEFAULT, writer, state);
            Batch batch = new Batch(LakeFixture.HUB, records(8, 9));
            assertThatThrownBy(() -> pipeline.process(batch))
                    .isInstanceOf(NotYetException.class)
                    .hasMessageContaining("60 s");
            assertThat(ledger().ranges()).hasSize(2);

            time.pass(Duration.ofSeconds(45));
            assertThatThrownBy(() -> pipeline.process(batch)).hasMessageContaining("15 s");
            time.pass(Duration.ofSeconds(15));
            pipeline.process(batch);
        }
        assertThat(time.sleeps()).isEmpty();
        assertThat(offsets()).containsExactly(0L, 1L, 2L, 3L, 4L, 8L, 9L);
    }

    private LakeWriter impatient() throws IOException {
        return LakeWriter.open(lake, state, Settings.DEFAULT.layout(), time, Duration.ofSeconds(5));
    }

    @Test
    void anotherProcessGoesByTheTimeOfTheSplit() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records(0, 4));
        }
        try (LakeWriter writer = impatient()) {
            assertThatThrownBy(() -> new ChangePipeline(Settings.DEFAULT, writer, state)
                            .process(new Batch(LakeFixture.HUB, records(8, 9))))
                    .isInstanceOf(NotYetException.class);
        }
        time.pass(Duration.ofSeconds(50));
        try (LakeFixture next = owner(lake, state)) {
            next.process(records(8, 9));
        }
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(20));
    }

    // A deadline.

    @Test
    void behindItsDeadlineABatchBeginsNothing() throws IOException {
        CountingObjectStore counting = new CountingObjectStore(lake);
        FaultyObjectStore.Hook slow = (operation, name) -> {
            if (operation == StoreOperation.CREATE && name.startsWith("_schemas/")) {
                time.pass(Duration.ofSeconds(11));
            }
        };
        try (LakeWriter writer = LakeWriter.open(
                new FaultyObjectStore(counting, slow, FaultyObjectStore.Hook.NONE),
                state,
                Settings.DEFAULT.layout(),
                time,
                Duration.ofSeconds(90))) {
            ChangePipeline pipeline = new ChangePipeline(Settings.DEFAULT, writer, state);
            Batch batch = new Batch(LakeFixture.HUB, records(0, 4));

            assertThatThrownBy(() -> pipeline.process(batch, Deadline.in(Duration.ofSeconds(10), time)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no time is left of 10 s");
            assertThat(offsets()).isEmpty();

            pipeline.process(batch, Deadline.in(Duration.ofSeconds(10), time));
        }
        assertThat(offsets()).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void whoseDeadlineIsNearWaitsForNobody() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records(0, 4));
        }
        try (LakeWriter writer =
                LakeWriter.open(lake, state, Settings.DEFAULT.layout(), time, Duration.ofSeconds(90))) {
            ChangePipeline pipeline = new ChangePipeline(Settings.DEFAULT, writer, state);
            Batch batch = new Batch(LakeFixture.HUB, records(8, 9));

            assertThatThrownBy(() -> pipeline.process(batch, Deadline.in(Duration.ofSeconds(59), time)))
                    .isInstanceOf(NotYetException.class);
            assertThat(time.sleeps()).isEmpty();
            pipeline.process(batch, Deadline.in(Duration.ofSeconds(61), time));
        }
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(60));
    }

    // Some tables only.

    private static Delivery ofTable(long offset, String table) {
        return new Delivery(
                offset,
                Slice.of(CesMessage.insert()
                        .logicalId("event-" + offset)
                        .table("d", "s", table)
                        .column("Id", "int")
                        .current("{\"Id\":\"" + offset + "\"}")
                        .text()),
                LakeFixture.BROKER_TIME + offset);
    }

    @Test
    void aReplayOfSomeTablesWritesTheirObjectsAndMovesNoLedger() throws IOException {
        List<Delivery> records =
                List.of(ofTable(0, "a"), ofTable(1, "b"), new Delivery(2, Slice.of("no JSON"), null), ofTable(3, "a"));
        try (LakeWriter writer =
                LakeWriter.open(lake, state, Settings.DEFAULT.layout(), time, Duration.ofSeconds(90))) {
            ChangePipeline pipeline = new ChangePipeline(Settings.DEFAULT, writer, state);
            Batch batch = new Batch(LakeFixture.HUB, records);

            BatchReport report =
                    pipeline.processTables(batch, table -> table.name().equals("a"));

            assertThat(report.items())
                    .extracting(BatchReport.Item::outcome)
                    .containsExactly(
                            new Outcome.Emitted(1),
                            new Outcome.Skipped(Outcome.Skipped.OTHER_TABLE),
                            new Outcome.Skipped(Outcome.Skipped.OTHER_TABLE),
                            new Outcome.Emitted(1));
            assertThat(offsets()).containsExactly(0L, 3L);
            assertThat(LakeFixture.names(lake, "_schemas/")).hasSize(1);
            assertThat(LakeFixture.names(state, "quarantine/")).isEmpty();
            assertThat(ledger().ranges()).extracting(LedgerRange::through).containsExactly(-1L);

            pipeline.process(batch);
        }
        assertThat(offsets()).containsExactly(0L, 1L, 3L);
        assertThat(LakeFixture.names(lake, "db=")).hasSize(2);
        assertThat(LakeFixture.names(state, "quarantine/")).hasSize(1);
        assertThat(ledger().ranges()).extracting(LedgerRange::through).containsExactly(3L);
    }

    // Bodies without positions.

    @Test
    void bodiesWithoutPositionsAreKeptOnceAndMoveNothing() throws IOException {
        UnplacedBatch batch = new UnplacedBatch(
                LakeFixture.HUB,
                7,
                LakeFixture.BROKER_TIME,
                List.of(Slice.of("one"), Slice.EMPTY),
                "2 bodies, 3 offsets do not line up");
        try (LakeWriter writer =
                LakeWriter.open(lake, state, Settings.DEFAULT.layout(), time, Duration.ofSeconds(90))) {
            ChangePipeline pipeline = new ChangePipeline(Settings.DEFAULT, writer, state);
            pipeline.keep(batch);
            pipeline.keep(batch);
        }
        List<String> names = LakeFixture.names(state, "");
        assertThat(names).hasSize(1);
        assertThat(names.get(0)).matches("quarantine/hub/date=2026-05-06/unplaced-[0-9a-f]{32}\\.jsonl\\.gz");
        String line = "{\"code\":\"no_position\",\"reason\":\"2 bodies, 3 offsets do not line up\",\"where\":\"\","
                + "\"stream\":\"hub\",\"partition\":3,\"epoch\":1,\"offset\":7,\"item\":%d,\"items\":2,"
                + "\"broker_time\":\"2026-05-06T07:08:10Z\",\"headers\":null,\"body_base64\":\"%s\"}";
        assertThat(LakeFixture.lines(state, names.get(0)))
                .containsExactly(line.formatted(0, "b25l"), line.formatted(1, ""));
        assertThat(LakeFixture.names(lake, "db=")).isEmpty();
    }

    // An old view.

    /** It slept between two puts; meanwhile the offsets jumped, and everybody waited for it as long as it takes. */
    @Test
    void anOwnerThatSleptForLongLooksAgainBeforeItWrites() throws IOException {
        try (LakeFixture one = owner(lake, state)) {
            one.process(records(0, 4));
            boolean[] slept = {false};
            FaultyObjectStore.Hook sleeper = (operation, name) -> {
                if (operation == StoreOperation.GET && name.startsWith("_schemas/") && !slept[0]) {
                    slept[0] = true;
                    time.pass(Duration.ofSeconds(21));
                    try (LakeFixture two = owner(lake, state)) {
                        two.process(records(8, 9));
                    }
                }
            };
            try (LakeFixture stale = owner(new FaultyObjectStore(lake, sleeper, FaultyObjectStore.Hook.NONE), state)) {
                assertThatThrownBy(() -> stale.process(records(3, 9)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("another shape");
            }
            assertThat(slept[0]).isTrue();
            assertThat(offsets()).containsExactly(0L, 1L, 2L, 3L, 4L, 8L, 9L);
            one.process(records(3, 9));
        }
        assertThat(offsets()).hasSize(10).doesNotHaveDuplicates();
    }

    // Probing.

    /** An owner wrote an object that reaches over the place where the offsets jump later, and died before the ledger knew. */
    @Test
    void anObjectThatReachesOverAJumpIsFound() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records(0, 4));
        }
        dieWith(Settings.DEFAULT, records(5, 12));
        CountingObjectStore counting = new CountingObjectStore(lake);
        try (LakeFixture next = owner(counting, state)) {
            next.process(records(10, 14));
            assertThat(counting.count(StoreOperation.LIST)).isEqualTo(1);
            next.process(records(15, 16));
            assertThat(counting.count(StoreOperation.LIST)).isEqualTo(1);
            assertThat(offsets()).hasSize(17).doesNotHaveDuplicates();
            next.process(records(5, 9));
        }
        assertThat(offsets()).hasSize(17).doesNotHaveDuplicates();
        assertThat(ledger().ranges()).hasSize(1);
        assertThat(ledger().ranges().get(0).probe()).isNull();
    }

    // Another life of the log.

    private static List<Delivery> again(long first, long last, long later) {
        return records(first, last).stream()
                .map(record -> new Delivery(
                        record.offset(),
                        Slice.of(record.body().toString().replace("event-", "again-")),
                        LakeFixture.BROKER_TIME + later))
                .toList();
    }

    @Test
    void aLogThatBeganAnewIsAnotherEpoch() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records(0, 9));
            owner.process(again(0, 4, 5000));
            owner.process(again(5, 14, 6000));
            owner.process(again(3, 6, 7000));
        }
        assertThat(ledger().epoch()).isEqualTo(2);
        assertThat(ledger().fromTime()).isEqualTo(LakeFixture.BROKER_TIME + 5000);
        assertThat(LakeFixture.names(lake, "db=").stream()
                        .map(name -> name.replaceAll(".*/|\\.jsonl\\.gz", ""))
                        .toList())
                .containsExactly(
                        "hub-3-1-00000000000000000000", "hub-3-2-00000000000000000000", "hub-3-2-00000000000000000005");
    }

    /** What it gets of the new life looks as if it followed what it knows of the old one. */
    @Test
    void anOwnerThatKnowsTheOldLifeOnlyWritesNothingOfTheNew() throws IOException {
        try (LakeFixture one = owner(lake, state);
                LakeFixture two = owner(lake, state)) {
            one.process(records(0, 4));
            time.pass(Duration.ofSeconds(10));
            two.process(again(0, 4, 5000));
            try {
                one.process(again(5, 9, 6000));
            } catch (IOException retried) {
                one.process(again(5, 9, 6000));
            }
        }
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(60));
        assertThat(LakeFixture.names(lake, "db=").stream()
                        .map(name -> name.replaceAll(".*/|\\.jsonl\\.gz", ""))
                        .toList())
                .containsExactly(
                        "hub-3-1-00000000000000000000", "hub-3-2-00000000000000000000", "hub-3-2-00000000000000000005");
    }

    /** Two seconds are slack; a record without a time, and one that is old, are no evidence. */
    @Test
    void aRedeliveryIsNoOtherLife() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records(0, 9));
            owner.process(records(0, 9));
            owner.process(again(0, 4, 2999));
            List<Delivery> mixed = new ArrayList<>(again(0, 4, 60_000));
            mixed.set(2, record(2));
            owner.process(mixed);
            mixed.set(2, new Delivery(2, record(2).body(), null));
            owner.process(mixed);
            owner.process(again(10, 11, 60_000));
        }
        assertThat(ledger().epoch()).isEqualTo(1);
        assertThat(offsets()).hasSize(12).doesNotHaveDuplicates();
    }

    // Sparse topics.

    @Test
    void aSparseTopicJumpsWithoutAHole() throws IOException {
        Settings sparse = Settings.of(Map.of("SLUICE_SPARSE_TOPICS", "other, h?b"));
        try (LakeFixture owner = new LakeFixture(sparse, lake, state, time)) {
            owner.process(List.of(record(0), record(7), record(9)));
            owner.process(List.of(record(20), record(21)));
            owner.process(List.of(record(9), record(20), record(21), record(40)));
        }
        assertThat(time.sleeps()).isEmpty();
        assertThat(offsets()).containsExactly(0L, 7L, 9L, 20L, 21L, 40L);
        assertThat(ledger().ranges()).hasSize(1);
        assertThat(LakeFixture.names(lake, "db=")).hasSize(3);
    }

    /** A young view is not the last word: what it lacks in front of a batch was taken in by somebody else. */
    @Test
    void anOwnerThatGetsASparseTopicBackLooksAtTheLedgerFirst() throws IOException {
        Settings sparse = Settings.of(Map.of("SLUICE_SPARSE_TOPICS", "hub"));
        try (LakeFixture one = new LakeFixture(sparse, lake, state, time);
                LakeFixture two = new LakeFixture(sparse, lake, state, time)) {
            one.process(List.of(record(0)));
            dieWith(sparse, List.of(record(2), record(4), record(6)));
            two.process(List.of(record(2), record(4)));
            one.process(List.of(record(6), record(8)));
        }
        assertThat(offsets()).containsExactly(0L, 2L, 4L, 6L, 8L);
    }

    // The source sends a change again.

    private static Delivery resend(long offset, long of) {
        return new Delivery(offset, record(of).body(), LakeFixture.BROKER_TIME + offset);
    }

    @Test
    void aResendIsLeftOutOfAnObjectThatHoldsItsCopy() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            BatchReport report = owner.process(List.of(record(0), resend(1, 0), record(2), resend(3, 2)));

            assertThat(report.items())
                    .extracting(BatchReport.Item::outcome)
                    .containsExactly(
                            new Outcome.Emitted(1),
                            new Outcome.Skipped(Outcome.Skipped.RESEND),
                            new Outcome.Emitted(1),
                            new Outcome.Emitted(1));
        }
        assertThat(offsets()).as("an object ends with its last item").containsExactly(0L, 2L, 3L);
    }

    /** To the one the resend is the first event of a chain, to the other its copy is. */
    @Test
    void ownersWhoseBatchesAreCutBetweenCopiesWriteNothingTwice() throws IOException {
        try (LakeFixture slow = owner(lake, state);
                LakeFixture fast = owner(lake, state)) {
            slow.process(records(0, 1));
            fast.process(List.of(record(2)));
            fast.process(List.of(resend(3, 2), record(4), record(5)));

            BatchReport report = slow.process(List.of(record(2), resend(3, 2), record(4), record(5)));

            assertThat(report.items().get(1).outcome()).isEqualTo(new Outcome.Emitted(1));
        }
        assertThat(offsets()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    }

    // Other rules.

    private static final Settings OTHER_RULES = Settings.of(Map.of("SLUICE_MAX_DEPTH", "2"));

    /** An item that one of the two rules reads. */
    private static Delivery deep(long offset) {
        return new Delivery(
                offset,
                Slice.of(CesMessage.insert()
                        .logicalId("event-" + offset)
                        .table("d", "s", "t")
                        .attribute("extension", "{\"a\":[1]}")
                        .column("Id", "int")
                        .current("{\"Id\":\"" + offset + "\"}")
                        .text()),
                LakeFixture.BROKER_TIME + offset);
    }

    private static List<Delivery> deepFirst(long first, long last) {
        List<Delivery> records = records(first, last);
        records.set(0, deep(first));
        return records;
    }

    private LakeFixture owner(Settings settings, ObjectStore lakeStore, ObjectStore stateStore) throws IOException {
        return new LakeFixture(settings, lakeStore, stateStore, time);
    }

    @Test
    void whatAnOwnerOfOtherRulesLeftBehindIsKnown() throws IOException {
        try (LakeFixture before = owner(OTHER_RULES, lake, state)) {
            before.process(records(0, 4));
        }
        dieWith(OTHER_RULES, deepFirst(5, 9));
        assertThat(offsets()).doesNotContain(5L).contains(6L, 7L, 8L, 9L);

        CountingObjectStore counting = new CountingObjectStore(lake);
        try (LakeFixture next = owner(Settings.DEFAULT, counting, state)) {
            next.process(deepFirst(5, 7));
            assertThat(time.sleeps()).as("owners of the old rules").containsExactly(Duration.ofSeconds(60));
            next.process(records(8, 11));
            next.process(records(12, 13));
            assertThat(counting.count(StoreOperation.LIST))
                    .as("twice per run: chains, and what stands beside them")
                    .isEqualTo(6);
            assertThat(counting.count(StoreOperation.GET))
                    .as("the layout, the columns, and each object once")
                    .isEqualTo(6);
        }
        assertThat(offsets()).hasSize(14).doesNotHaveDuplicates();
    }

    @Test
    void anItemThatVanishesByOtherRulesMovesNothing() throws IOException {
        try (LakeFixture before = owner(lake, state)) {
            before.process(records(0, 4));
        }
        dieWith(Settings.DEFAULT, deepFirst(5, 9));
        try (LakeFixture next = owner(OTHER_RULES, lake, state)) {
            next.process(deepFirst(5, 7));
            next.process(records(8, 11));
        }
        assertThat(offsets()).hasSize(12).doesNotHaveDuplicates();
    }

    @Test
    void anOwnerOfTheOldRulesWritesNothingMore() throws IOException {
        try (LakeFixture old = owner(lake, state);
                LakeFixture next = owner(OTHER_RULES, lake, state)) {
            old.process(records(0, 4));
            next.process(deepFirst(5, 9));
            assertThatThrownBy(() -> old.process(deepFirst(5, 9)))
                    .isInstanceOf(NotYetException.class)
                    .hasMessageContaining("written by another version, or with other limits")
                    .hasMessageContaining("60 s");
        }
        assertThat(offsets()).containsExactly(0L, 1L, 2L, 3L, 4L, 6L, 7L, 8L, 9L);
    }

    /** It looks at the ledger between two puts, and finds the rules of another. */
    @Test
    void anOwnerOfTheOldRulesThatSleptForLongWritesNothingMore() throws IOException {
        try (LakeFixture one = owner(lake, state)) {
            one.process(records(0, 4));
            boolean[] slept = {false};
            FaultyObjectStore.Hook sleeper = (operation, name) -> {
                if (operation == StoreOperation.GET && name.startsWith("_schemas/") && !slept[0]) {
                    slept[0] = true;
                    time.pass(Duration.ofSeconds(21));
                    try (LakeFixture two = owner(OTHER_RULES, lake, state)) {
                        two.process(deepFirst(5, 6));
                    }
                }
            };
            try (LakeFixture stale = owner(new FaultyObjectStore(lake, sleeper, FaultyObjectStore.Hook.NONE), state)) {
                assertThatThrownBy(() -> stale.process(deepFirst(5, 9))).hasMessageContaining("another shape");
            }
            assertThat(slept[0]).isTrue();
        }
        assertThat(offsets()).containsExactly(0L, 1L, 2L, 3L, 4L, 6L);
    }

    /** They know how far a chain of theirs reaches; to other rules more events belong into it. */
    @Test
    void whatOwnersOfTheOldRulesKnewOfAFolderHidesNothing() throws IOException {
        try (LakeFixture before = owner(OTHER_RULES, lake, state)) {
            before.process(records(0, 4));
        }
        List<Delivery> records = records(5, 9);
        records.set(2, deep(7));
        dieWith(OTHER_RULES, records);
        try (LakeFixture slow = owner(OTHER_RULES, lake, state)) {
            slow.process(records(5, 6));
        }
        assertThat(ledger().ranges().get(0).ahead().values()).contains(9L);
        try (LakeFixture next = owner(lake, state)) {
            next.process(deepFirst(7, 9));
        }
        assertThat(offsets()).hasSize(10).doesNotHaveDuplicates();
    }

    /** Else each would take the partition from the other before that one has waited long enough to write. */
    @Test
    void ownersOfTwoKindsTakeTurns() throws IOException {
        try (LakeFixture one = owner(lake, state);
                LakeFixture two = owner(OTHER_RULES, lake, state)) {
            one.process(records(0, 4));
            two.process(records(5, 9));
            time.pass(Duration.ofSeconds(59));
            assertThatThrownBy(() -> one.process(records(10, 11))).hasMessageContaining("in 1 s");
            time.pass(Duration.ofSeconds(1));
            one.process(records(10, 11));
            assertThatThrownBy(() -> two.process(records(12, 13))).isInstanceOf(NotYetException.class);
            time.pass(Duration.ofSeconds(60));
            two.process(records(12, 13));
        }
        assertThat(offsets()).hasSize(14).doesNotHaveDuplicates();
    }

    @Test
    void rulesOfOtherStreamsSayNothing() throws IOException {
        Settings elsewhere = Settings.of(Map.of("SLUICE_PLAIN_ROWS", "other=d.s.t", "SLUICE_DECIMALS", "number"));
        try (LakeFixture one = owner(lake, state);
                LakeFixture two = owner(elsewhere, lake, state)) {
            one.process(records(0, 4));
            two.process(records(5, 9));
            one.process(records(10, 11));
        }
        assertThat(time.sleeps()).isEmpty();
        assertThat(offsets()).hasSize(12).doesNotHaveDuplicates();
    }

    // A version that reads messages in another way, and does not say so.

    @Test
    void whatAnAdoptedObjectLacksGetsAnObjectOfItsOwn() throws IOException {
        List<Delivery> without = records(2, 6);
        without.set(2, new Delivery(4, Slice.of("not read by these rules"), null));
        try (LakeFixture before = owner(lake, state)) {
            before.process(records(0, 1));
        }
        dieWith(Settings.DEFAULT, without);
        try (LakeFixture next = owner(lake, state)) {
            next.process(records(2, 6));
        }
        assertThat(offsets()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(LakeFixture.names(lake, "db=").stream()
                        .map(name -> name.replaceAll(".*/|\\.jsonl\\.gz", ""))
                        .toList())
                .containsExactly(
                        "hub-3-1-00000000000000000000",
                        "hub-3-1-00000000000000000002",
                        "redrive-hub-3-1-00000000000000000004");
    }
}
