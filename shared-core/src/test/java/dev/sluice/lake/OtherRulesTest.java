package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.Line;
import dev.sluice.normalize.Origin;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How far objects by other rules are looked for, and what is found. */
class OtherRulesTest {
    private static final String FOLDER = "db=d/schema=s/table=t/date=2026-05-06/";

    // What the ledger remembers.

    private static LedgerRange mixed(long first, @Nullable Long last, long through, @Nullable Long mixedTo) {
        return new LedgerRange(first, last, through, Map.of(), null, null, mixedTo);
    }

    private static @Nullable Long mixedTo(@Nullable Long before, long through, long reach, long over) {
        return mixed(10, null, 9, before).with(through, Map.of(), reach, over).mixedTo();
    }

    @Test
    void theyAreLookedForAsFarAsTheyReach() {
        assertThat(mixedTo(20L, 11, -1, -1)).isEqualTo(20);
        assertThat(mixedTo(20L, 11, 15, -1)).isEqualTo(20);
        assertThat(mixedTo(20L, 11, 25, -1)).isEqualTo(25);
        assertThat(mixedTo(20L, 11, 25, 30)).isEqualTo(30);
        assertThat(mixedTo(20L, 19, -1, -1)).isEqualTo(20);
        assertThat(mixedTo(20L, 20, -1, -1)).isNull();
        assertThat(mixedTo(20L, 20, 21, -1)).isEqualTo(21);
    }

    @Test
    void whereNoneCanBeNoneIsLookedFor() {
        assertThat(mixedTo(null, 9, -1, -1)).isNull();
        assertThat(mixedTo(null, 9, 25, 9)).isNull();
        assertThat(mixedTo(null, 9, -1, 10)).isEqualTo(10);
        assertThat(mixedTo(null, 10, -1, 10)).isNull();
        assertThat(mixedTo(null, 11, 25, 20)).isEqualTo(25);
    }

    @Test
    void thoseOfAHoleMayReachOverIntoTheRangesBehindIt() {
        LedgerEpoch epoch = new LedgerEpoch(
                1,
                null,
                0,
                null,
                null,
                List.of(mixed(5, 9L, 4, 8L), mixed(15, 19L, 14, null), mixed(30, null, 29, null)));

        assertThat(epoch.commit(Map.of(5L, 6L), Map.of(), Map.of(5L, 16L), null, null)
                        .ranges())
                .extracting(LedgerRange::mixedTo)
                .containsExactly(16L, 16L, null);
        assertThat(epoch.commit(Map.of(5L, 9L), Map.of(), Map.of(5L, 31L, 15L, 12L), null, null)
                        .ranges())
                .as("a hole that is healed is remembered, too")
                .extracting(LedgerRange::mixedTo)
                .containsExactly(31L, 31L);
        assertThat(epoch.commit(Map.of(5L, 6L), Map.of(), Map.of(), null, null).ranges())
                .extracting(LedgerRange::mixedTo)
                .containsExactly(8L, null, null);
    }

    @Test
    void bothSidesOfAJumpAreLookedAtAsFarAsBefore() {
        LedgerEpoch epoch = new LedgerEpoch(1, null, 5, null, null, List.of(mixed(5, null, 9, 20L)));

        assertThat(epoch.shapedFor(20, 77).ranges())
                .extracting(LedgerRange::mixedTo)
                .containsExactly(20L, 20L);
        assertThat(epoch.shapedFor(21, 77).ranges())
                .extracting(LedgerRange::mixedTo)
                .containsExactly(20L, null);
        assertThat(mixed(5, null, 9, 20L).splitOffAt(77).mixedTo()).isEqualTo(20);
    }

    @Test
    void otherRulesConcernTheNewestLifeOnly() {
        LedgerEpoch old = new LedgerEpoch(1, 5L, 3, 6L, 7L, List.of(mixed(3, null, 9, null)));
        LedgerRange range = new LedgerRange(20, null, 29, Map.of("db=d", 35L), 15L, null, null);
        LedgerEpoch newest = new LedgerEpoch(2, 8L, 1, 9L, 10L, List.of(range));
        Ledger ledger = new Ledger("namespace/hub", new Ledger.Rules("a1", 11), List.of(old, newest));

        LedgerRange anew = new LedgerRange(20, null, 29, Map.of(), 15L, 77L, 29L + LakeWriter.MAX_RUN);
        assertThat(ledger.withRules("b2", 77))
                .isEqualTo(new Ledger(
                        "namespace/hub",
                        new Ledger.Rules("b2", 77),
                        List.of(old, new LedgerEpoch(2, 8L, 1, 9L, 10L, List.of(anew)))));
    }

    @Test
    void aLedgerFromBeforeRulesWereNotedHasNone() throws IOException {
        assertThat(Ledger.parse("{\"log\":\"namespace/hub\",\"epochs\":[]}".getBytes(StandardCharsets.UTF_8))
                        .rules())
                .isEqualTo(new Ledger.Rules("", 0));
    }

    // What is found.

    private final VirtualTime time = new VirtualTime();
    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore();

    private static String line(long offset) {
        return "{\"id\":\"event-" + offset + "\",\"source\":{\"offset\":" + offset + "}}\n";
    }

    private void object(String folder, long name, LongStream offsets) throws IOException {
        lake.create(
                folder + "hub-3-1-" + String.format("%020d", name) + ".jsonl.gz",
                LakeObject.encode(
                        Slice.of(offsets.mapToObj(OtherRulesTest::line).collect(Collectors.joining())),
                        Layout.Compression.GZIP));
    }

    private static boolean holds(FolderItems items, long offset) throws IOException {
        return items.hold(Slice.of(line(offset)));
    }

    /** No object is longer than a run. */
    @Test
    void objectsThatCanReachBehindWhatIsDoneAreRead() throws IOException {
        object("db=d/", 5, LongStream.of(5, 10_006));
        object("db=d/", 6, LongStream.of(6, 10_005, 10_007));
        object("db=d/", 10_008, LongStream.of(10_008));
        CountingObjectStore counting = new CountingObjectStore(lake);
        try (LakeWriter writer = LakeWriter.open(counting, state, Layout.DEFAULT)) {
            counting.reset();
            FolderItems there = writer.older()
                    .in(new Folder(Root.LAKE, "db=d"), new Origin("hub", 3, 1), mixed(0, null, 10_005, 20_000L));

            assertThat(counting.count(StoreOperation.GET)).isEqualTo(2);
            assertThat(holds(there, 10_006)).isFalse();
            assertThat(holds(there, 10_007)).isTrue();
            assertThat(holds(there, 10_008)).isTrue();
            assertThat(there.size()).isEqualTo(2);
        }
    }

    @Test
    void whatIsRememberedOfObjectsIsBounded() throws IOException {
        object("db=d/", 0, LongStream.range(0, 60_000));
        object("db=e/", 0, LongStream.range(0, 40_000));
        object("db=f/", 0, LongStream.range(0, 1));
        CountingObjectStore counting = new CountingObjectStore(lake);
        try (LakeWriter writer = LakeWriter.open(counting, state, Layout.DEFAULT)) {
            counting.reset();
            StringBuilder read = new StringBuilder();
            for (String name : List.of("d", "e", "d", "e", "d", "f", "e", "f", "d")) {
                long before = counting.count(StoreOperation.GET);
                writer.older().in(new Folder(Root.LAKE, "db=" + name), new Origin("hub", 3, 1), mixed(0, null, -1, 9L));
                read.append(counting.count(StoreOperation.GET) == before ? "-" : name);
            }

            assertThat(read).hasToString("de---fe-d");
        }
    }

    private static Delivery record(long offset, long of) {
        return new Delivery(
                offset,
                Slice.of(CesMessage.insert()
                        .logicalId("event-" + of)
                        .table("d", "s", "t")
                        .column("Id", "int")
                        .current("{\"Id\":\"" + of + "\"}")
                        .body()),
                LakeFixture.BROKER_TIME);
    }

    private static List<Delivery> records(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(offset -> record(offset, offset))
                .toList();
    }

    private LakeFixture owner(Settings settings) throws IOException {
        return new LakeFixture(settings, lake, state, time);
    }

    private Ledger ledger() throws IOException {
        return Ledger.parse(LakeFixture.content(state, "ledger/hub/3.json"));
    }

    private @Nullable Long mixedTo() throws IOException {
        return ledger().newest().ranges().get(0).mixedTo();
    }

    private void mixTo(long offset) throws IOException {
        Ledger ledger = ledger();
        LedgerEpoch newest = ledger.newest();
        LedgerRange range = newest.ranges().get(0);
        state.delete("ledger/hub/3.json");
        state.create(
                "ledger/hub/3.json",
                ledger.withNewest(new LedgerEpoch(
                                newest.epoch(),
                                newest.fromTime(),
                                newest.origin(),
                                newest.throughTime(),
                                newest.sourceTime(),
                                List.of(mixed(range.first(), range.last(), range.through(), offset))))
                        .json());
    }

    /** All lines of the folder, those of {@link #object} too. */
    private List<Long> offsets() {
        return LakeFixture.names(lake, FOLDER).stream()
                .flatMap(name -> LakeFixture.lines(lake, name).stream())
                .map(line -> Long.parseLong(new Line(line).raw("source", "offset")))
                .sorted()
                .toList();
    }

    @Test
    void anObjectThatReachesFartherIsLookedForUntilItsEnd() throws IOException {
        try (LakeFixture first = owner(Settings.DEFAULT)) {
            first.process(records(0, 4));
        }
        mixTo(7);
        try (LakeFixture next = owner(Settings.DEFAULT)) {
            next.process(records(5, 5));
            assertThat(mixedTo()).as("nothing was found").isEqualTo(7);
            object(FOLDER, 7, LongStream.of(7, 9));
            next.process(records(6, 7));
            assertThat(mixedTo()).isEqualTo(9);
            next.process(records(8, 10));
            assertThat(mixedTo()).isNull();
        }
        assertThat(offsets()).isEqualTo(LongStream.rangeClosed(0, 10).boxed().toList());
    }

    @Test
    void behindAJumpOfASparseTopicTheyReachAsMuchFarther() throws IOException {
        Settings sparse = Settings.of(Map.of("SLUICE_SPARSE_TOPICS", "hub"));
        try (LakeFixture first = owner(sparse)) {
            first.process(records(0, 4));
        }
        mixTo(7);
        try (LakeFixture next = owner(sparse)) {
            next.process(records(100, 101));
            assertThat(mixedTo()).isEqualTo(7 + 95);
            next.process(records(102, 102));
            assertThat(mixedTo()).isNull();
        }
        assertThat(offsets()).hasSize(8);
    }

    // What was sent again, where somebody else was faster.

    @Test
    void aResendThatSomebodyElseLeftOutStaysOut() throws IOException {
        List<Delivery> batch = List.of(record(5, 5), record(6, 5), record(7, 7));
        try (LakeFixture first = owner(Settings.DEFAULT)) {
            first.process(records(0, 4));
            byte[] before = LakeFixture.content(state, "ledger/hub/3.json");
            first.process(batch);
            state.delete("ledger/hub/3.json");
            state.create("ledger/hub/3.json", before);
        }
        time.pass(Duration.ofSeconds(30));
        try (LakeFixture next = owner(Settings.DEFAULT)) {
            BatchReport report = next.process(batch);
            assertThat(report.items().get(1).outcome()).isEqualTo(new Outcome.Skipped(Outcome.Skipped.RESEND));
        }
        assertThat(offsets()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 7L);
    }
}
