package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import dev.sluice.pipeline.Sweep.Fate;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

/** Updates that DataWorks tells in two records become one line each, however the batches are cut. */
class UpdatePairsTest {
    private static final Duration TTL = Settings.DEFAULT.waiting().ttl();
    private static final Duration GRACE = Settings.DEFAULT.waiting().grace();
    private static final Instant START = Instant.parse("2026-09-22T07:08:09Z");

    private static final byte[] HEARTBEAT = ("{\"schema\":{\"dataColumn\":null,\"primaryKey\":null,\"source\":null},"
                    + "\"payload\":{\"op\":\"MHEARTBEAT\",\"timestamp\":{\"eventTime\":1790000183000}},\"version\":\"0.0.1\"}")
            .getBytes(StandardCharsets.UTF_8);

    private Instant now = START;
    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore(() -> now);

    private static byte[] half(String op, int sequence, int id, String value) {
        String side = op.equals("UPDATE_AFTER") ? "after" : "before";
        String other = side.equals("after") ? "before" : "after";
        return ("{\"schema\":{\"dataColumn\":[{\"name\":\"id\",\"type\":\"LONG\"},{\"name\":\"v\",\"type\":\"STRING\"}],"
                        + "\"primaryKey\":[\"id\"],\"source\":{\"dbType\":\"MySQL\",\"dbName\":\"shop\","
                        + "\"tableName\":\"t\"}},\"payload\":{\"" + side + "\":{\"dataColumn\":{\"id\":" + id
                        + ",\"v\":\"" + value + "\"}},\"" + other + "\":null,\"sequenceId\":\"" + sequence
                        + "\",\"timestamp\":{\"eventTime\":1790000183000},\"op\":\"" + op
                        + "\",\"ddl\":null},\"version\":\"0.0.1\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] before(int sequence, int id) {
        return half("UPDATE_BEFOR", sequence, id, "old" + sequence);
    }

    private static byte[] after(int sequence, int id) {
        return half("UPDATE_AFTER", sequence, id, "new" + sequence);
    }

    private static StreamPartition partition(int number) {
        return new StreamPartition("hub", number, "namespace/hub");
    }

    private void process(int partition, long first, byte[]... bodies) throws IOException {
        process(lake, state, partition, first, bodies);
    }

    private static void process(ObjectStore lake, ObjectStore state, int partition, long first, byte[]... bodies)
            throws IOException {
        List<Delivery> records = new ArrayList<>();
        for (byte[] body : bodies) {
            records.add(new Delivery(first + records.size(), Slice.of(body), LakeFixture.BROKER_TIME));
        }
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(partition(partition), records);
        }
    }

    private List<Sweep.Item> sweep() throws IOException {
        try (LakeWriter writer = LakeWriter.open(lake, state, Settings.DEFAULT.layout())) {
            return new Sweep(Settings.DEFAULT, writer, state).run(now);
        }
    }

    private List<Fate> fates() throws IOException {
        return sweep().stream().map(Sweep.Item::fate).toList();
    }

    /** What is told of the rows, and where it stands. */
    private List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (String name : LakeFixture.names(lake, "db=")) {
            for (String text : LakeFixture.lines(lake, name)) {
                Line line = new Line(text);
                rows.add(row(
                        line.op(),
                        line.before(),
                        line.after(),
                        line.raw("source", "partition"),
                        line.raw("source", "offset"),
                        line.flags()));
            }
        }
        rows.sort(null);
        return rows;
    }

    private static String row(Object... parts) {
        return String.join(" ", Arrays.stream(parts).map(String::valueOf).toList());
    }

    private static String image(int id, String value) {
        return "{\"id\":" + id + ",\"v\":\"" + value + "\"}";
    }

    // One pair.

    @Test
    void aPairIsTheSameLineInOneBatchAndInTwo() throws IOException {
        process(0, 0, before(1, 7));
        process(0, 1, after(1, 7));

        assertThat(rows()).containsExactly(row("u", image(7, "old1"), image(7, "new1"), 0, 1, "[]"));
        MemoryObjectStore otherLake = new MemoryObjectStore();
        process(otherLake, new MemoryObjectStore(), 0, 0, before(1, 7), after(1, 7));
        assertThat(lines(lake)).isEqualTo(lines(otherLake));
        assertThat(fates()).containsExactly(Fate.FINISHED);
    }

    private static List<String> lines(ObjectStore store) {
        return LakeFixture.names(store, "db=").stream()
                .flatMap(name -> LakeFixture.lines(store, name).stream())
                .toList();
    }

    @Test
    void aChangedKeyIsTwoLinesInTwoBatchesToo() throws IOException {
        process(0, 0, before(1, 7));
        process(0, 1, after(1, 8));

        assertThat(rows())
                .containsExactly(
                        row("c", "null", image(8, "new1"), 0, 1, "[key_change]"),
                        row("d", image(7, "old1"), "null", 0, 1, "[key_change]"));
    }

    @Test
    void halvesOnTwoPartitionsInEitherOrder() throws IOException {
        process(0, 0, before(1, 7));
        process(1, 0, after(1, 8));
        process(1, 1, after(2, 9));
        process(0, 1, before(2, 9));
        assertThat(rows())
                .containsExactly(
                        row("u", "null", image(8, "new1"), 1, 0, "[unpaired]"),
                        row("u", "null", image(9, "new2"), 1, 1, "[unpaired]"));

        assertThat(fates()).containsOnly(Fate.WAITING);
        now = now.plus(TTL);
        assertThat(fates()).containsOnly(Fate.COMPLETED);

        assertThat(rows())
                .containsExactly(
                        row("d", image(7, "old1"), "null", 0, 0, "[key_change,unpaired]"),
                        row("u", "null", image(8, "new1"), 1, 0, "[unpaired]"),
                        row("u", "null", image(9, "new2"), 1, 1, "[unpaired]"));
    }

    @Test
    void aFirstHalfThatServedNobodyTellsTheOldKey() throws IOException {
        process(1, 0, after(1, 8));
        process(0, 0, before(1, 7));
        assertThat(fates()).containsExactly(Fate.WAITING);
        now = now.plus(TTL);
        assertThat(fates()).containsExactly(Fate.COMPLETED);

        assertThat(rows())
                .containsExactly(
                        row("d", image(7, "old1"), "null", 0, 0, "[key_change,unpaired]"),
                        row("u", "null", image(8, "new1"), 1, 0, "[unpaired]"));
        assertThat(fates()).containsExactly(Fate.FINISHED);
        now = now.plus(GRACE).plusSeconds(1);
        assertThat(fates()).containsExactly(Fate.REMOVED);
        assertThat(LakeFixture.names(state, "pairs/")).isEmpty();
    }

    /** No run is so long that it could hold a second half too. */
    @Test
    void aFirstHalfWithARunOfRecordsBehindItTellsTheOldKeyAtOnce() throws IOException {
        process(1, 0, after(1, 8));
        process(0, 0, before(1, 7));
        byte[][] more =
                IntStream.range(0, LakeWriter.MAX_RUN).mapToObj(i -> HEARTBEAT).toArray(byte[][]::new);
        process(0, 1, Arrays.copyOf(more, more.length - 1));
        assertThat(fates()).containsExactly(Fate.WAITING);
        process(0, more.length, HEARTBEAT);

        assertThat(fates()).containsExactly(Fate.COMPLETED);
        assertThat(rows()).contains(row("d", image(7, "old1"), "null", 0, 0, "[key_change,unpaired]"));
    }

    /** In one batch, and in batches of which the first tells that its second half has no first one. */
    @Test
    void aPairThatIsSentAgainIsTheSameLineInAllCuts() throws IOException {
        process(0, 0, after(1, 8));
        process(0, 1, before(1, 7));
        sweep();
        process(0, 2, after(1, 8));
        now = now.plus(TTL);
        sweep();

        MemoryObjectStore otherLake = new MemoryObjectStore();
        process(otherLake, new MemoryObjectStore(), 0, 0, after(1, 8), before(1, 7), after(1, 8));
        assertThat(lines(lake)).isEqualTo(lines(otherLake));
        assertThat(rows())
                .containsExactly(
                        row("c", "null", image(8, "new1"), 0, 2, "[key_change]"),
                        row("d", image(7, "old1"), "null", 0, 2, "[key_change]"),
                        row("u", "null", image(8, "new1"), 0, 0, "[unpaired]"));
    }

    /** Once its old key is told it still serves, should a second half come after all. */
    @Test
    void aFirstHalfThatToldTheOldKeyStillServes() throws IOException {
        process(0, 0, after(1, 8));
        process(0, 1, before(1, 7));
        now = now.plus(TTL);
        assertThat(fates()).containsExactly(Fate.COMPLETED);
        process(0, 2, after(1, 8));

        assertThat(rows())
                .contains(
                        row("c", "null", image(8, "new1"), 0, 2, "[key_change]"),
                        row("d", image(7, "old1"), "null", 0, 2, "[key_change]"));
    }

    /** The records came again in one run, which left no trace of the pair but its line. */
    @Test
    void aFirstHalfThatACrashLeftBehindServesNoSecondTime() throws IOException {
        dieBeforeCommit(0, before(1, 7));
        process(0, 0, before(1, 7), after(1, 7));
        process(0, 2, after(1, 7));

        assertThat(rows())
                .containsExactly(
                        row("u", "null", image(7, "new1"), 0, 2, "[unpaired]"),
                        row("u", image(7, "old1"), image(7, "new1"), 0, 1, "[]"));
    }

    @Test
    void aFirstHalfAloneIsReportedAndStillServes() throws IOException {
        process(0, 0, before(1, 7));
        assertThat(fates()).containsExactly(Fate.WAITING);
        now = now.plus(TTL);
        assertThat(fates()).containsExactly(Fate.INCOMPLETE);
        assertThat(fates()).containsExactly(Fate.INCOMPLETE);
        List<String> reports = LakeFixture.names(state, "quarantine/");
        assertThat(reports).hasSize(1);
        assertThat(LakeFixture.lines(state, reports.get(0)).get(0))
                .contains("\"code\":\"unpaired\"", "update of shop..t;")
                .doesNotContain("old1");

        process(0, 1, after(1, 7));

        assertThat(rows()).containsExactly(row("u", image(7, "old1"), image(7, "new1"), 0, 1, "[]"));
        assertThat(fates()).containsExactly(Fate.FINISHED);
        assertThat(LakeFixture.names(state, "quarantine/"))
                .containsExactly(reports.get(0), reports.get(0) + ".resolved");
    }

    /** Its batch came again very late, and then with both halves. */
    @Test
    void aReportedFirstHalfWhoseLineIsThereAfterAllIsResolved() throws IOException {
        dieBeforeCommit(0, before(1, 7));
        now = now.plus(TTL);
        assertThat(fates()).containsExactly(Fate.INCOMPLETE);
        process(0, 0, before(1, 7), after(1, 7));

        assertThat(fates()).containsExactly(Fate.FINISHED);
        assertThat(LakeFixture.names(state, "quarantine/")).hasSize(2).anyMatch(name -> name.endsWith(".resolved"));
    }

    /** The second half's batch may be given again for as long as it is not committed. */
    @Test
    void aFirstHalfIsKeptUntilTheSecondIsCommitted() throws IOException {
        process(0, 0, before(1, 7));
        FaultyObjectStore.Hook crash = (operation, name) -> {
            if (operation == StoreOperation.COMPARE_AND_SWAP) {
                throw new IOException("died");
            }
        };
        try {
            process(lake, new FaultyObjectStore(state, crash, FaultyObjectStore.Hook.NONE), 0, 1, after(1, 7));
        } catch (IOException died) {
            assertThat(died).hasMessage("died");
        }
        now = now.plus(GRACE).plusSeconds(1);
        assertThat(fates()).containsExactly(Fate.FINISHED);
        process(0, 1, after(1, 7));
        assertThat(rows()).containsExactly(row("u", image(7, "old1"), image(7, "new1"), 0, 1, "[]"));
        assertThat(fates()).containsExactly(Fate.REMOVED);
    }

    /** The ledger knows where the run begins, and dies before it knows what the run wrote. */
    private void dieBeforeCommit(long first, byte[]... bodies) throws IOException {
        int[] swaps = {0};
        FaultyObjectStore.Hook crash = (operation, name) -> {
            if (operation == StoreOperation.COMPARE_AND_SWAP && swaps[0]++ > 0) {
                throw new IOException("died");
            }
        };
        try {
            process(lake, new FaultyObjectStore(state, crash, FaultyObjectStore.Hook.NONE), 0, first, bodies);
        } catch (IOException died) {
            assertThat(died).hasMessage("died");
        }
    }

    @Test
    void aLineThatIsThereIsFoundAmongNumbersOfAnyLength() throws IOException {
        dieBeforeCommit(0, before(1, 7));
        byte[] longNumber = new String(after(2, 7), StandardCharsets.UTF_8)
                .replace("\"id\":7", "\"id\":" + "9".repeat(1500))
                .getBytes(StandardCharsets.UTF_8);
        process(0, 0, before(1, 7), longNumber, after(1, 7));
        now = now.plus(TTL);

        assertThat(fates()).containsOnly(Fate.FINISHED);
    }

    @Test
    void aLineOfAnotherRowWithTheSameSequenceIsNotTheUpdate() throws IOException {
        dieBeforeCommit(0, before(1, 7));
        process(0, 0, before(1, 7), half("UPDATE_BEFOR", 1, 8, "old8"), after(1, 8));
        now = now.plus(TTL);

        assertThat(fates()).containsExactly(Fate.INCOMPLETE);
    }

    /** Its numbers are text: it was written by other settings than those of the sweep. */
    @Test
    void aLineOfOtherSettingsIsTheUpdateToo() throws IOException {
        process(1, 0, after(1, 8));
        dieBeforeCommit(0, before(1, 7));
        try (LakeFixture fixture = new LakeFixture(Settings.of(Map.of("SLUICE_INTEGERS", "string")), lake, state)) {
            fixture.process(
                    partition(0),
                    List.of(
                            new Delivery(0, Slice.of(before(1, 7)), LakeFixture.BROKER_TIME),
                            new Delivery(1, Slice.of(after(1, 8)), LakeFixture.BROKER_TIME)));
        }
        now = now.plus(TTL);

        assertThat(fates()).containsExactly(Fate.FINISHED);
        assertThat(rows()).hasSize(3).filteredOn(row -> row.startsWith("d ")).hasSize(1);
    }

    /** The second half's line was written without the first; who reads both at once must not think that it has it. */
    @Test
    void aFirstHalfInAHoleSettlesThoughItsSecondComesAgainWithIt() throws IOException {
        process(0, 0, after(9, 9));
        dieBeforeCommit(2, after(1, 8));
        process(0, 1, before(1, 7), after(1, 8));
        now = now.plus(TTL);
        sweep();

        assertThat(rows())
                .containsExactly(
                        row("d", image(7, "old1"), "null", 0, 1, "[key_change,unpaired]"),
                        row("u", "null", image(8, "new1"), 0, 2, "[unpaired]"),
                        row("u", "null", image(9, "new9"), 0, 0, "[unpaired]"));
    }

    /** One owner finds no first half; before it says so, the first half is parked, and found by another one, who dies. */
    @Test
    void twoOwnersThatFindDifferentFirstHalvesWriteTheSameLine() throws IOException {
        FaultyObjectStore.Hook crash = (operation, name) -> {
            if (operation == StoreOperation.CREATE && name.contains("/hub-")) {
                throw new IOException("died");
            }
        };
        boolean[] met = {false};
        FaultyObjectStore.Hook meet = (operation, name) -> {
            if (operation == StoreOperation.LIST && name.startsWith("pairs/") && !met[0]) {
                met[0] = true;
                FaultyObjectStore fatal = new FaultyObjectStore(lake, crash, FaultyObjectStore.Hook.NONE);
                assertThatThrownBy(() -> process(fatal, state, 0, 0, before(1, 7), after(1, 8)))
                        .hasStackTraceContaining("died");
            }
        };
        FaultyObjectStore slow = new FaultyObjectStore(state, FaultyObjectStore.Hook.NONE, meet);
        process(lake, slow, 0, 1, after(1, 8));
        process(0, 0, before(1, 7));
        process(0, 1, after(1, 8));
        now = now.plus(TTL);
        sweep();

        assertThat(rows().stream().filter(row -> row.startsWith("d " + image(7, "old1"))))
                .hasSize(1);
        assertThat(rows()).hasSize(2);
    }

    @Test
    void aFirstHalfInAHoleServesASecondThatIsNotYetThere() throws IOException {
        process(0, 0, after(9, 9));
        process(0, 2, after(8, 9));
        process(0, 1, before(1, 7));
        process(0, 3, after(1, 7));

        assertThat(rows()).contains(row("u", image(7, "old1"), image(7, "new1"), 0, 3, "[]"));
    }

    @Test
    void aFirstHalfSentAgainChangesNothing() throws IOException {
        process(1, 0, after(1, 8));
        process(0, 0, before(1, 7), before(1, 7));
        process(0, 2, before(1, 7));
        now = now.plus(TTL);
        sweep();

        assertThat(rows())
                .containsExactly(
                        row("d", image(7, "old1"), "null", 0, 0, "[key_change,unpaired]"),
                        row("u", "null", image(8, "new1"), 1, 0, "[unpaired]"));
    }

    @Test
    void twoFirstHalvesOfOneUpdateBothTellTheirKeys() throws IOException {
        process(1, 0, after(1, 8));
        process(0, 0, before(1, 7), before(1, 6));
        now = now.plus(TTL);
        sweep();

        assertThat(rows())
                .containsExactly(
                        row("d", image(6, "old1"), "null", 0, 1, "[key_change,unpaired]"),
                        row("d", image(7, "old1"), "null", 0, 0, "[key_change,unpaired]"),
                        row("u", "null", image(8, "new1"), 1, 0, "[unpaired]"));
    }

    /** Else a batch given again in other cuts brings what stands beside it in the quarantine once more. */
    @Test
    void twoFirstHalvesOfOneUpdateArePartOfNoQuarantineWhereverTheRunEnds() throws IOException {
        byte[] bad = "{".getBytes(StandardCharsets.UTF_8);
        dieBeforeCommit(0, before(1, 7), before(1, 6), bad);
        process(0, 0, before(1, 7));
        process(0, 1, before(1, 6), bad);

        assertThat(LakeFixture.names(state, "quarantine/").stream()
                        .flatMap(name -> LakeFixture.lines(state, name).stream())
                        .map(line -> new Line(line).raw("offset")))
                .containsExactly("2");
    }

    @Test
    void pairsInOneBatchCostNothing() throws IOException {
        process(0, 0, before(1, 7), after(1, 7));
        CountingObjectStore counting = new CountingObjectStore(state);

        process(lake, counting, 0, 2, before(2, 7), after(2, 7), before(3, 8), after(3, 8));

        assertThat(counting.calls())
                .extracting(CountingObjectStore.Call::name)
                .allMatch(name -> name.startsWith("ledger/"));
    }

    // What cannot be read any more.

    private static final Settings LOW = Settings.of(Map.of("SLUICE_MAX_RECORD_BYTES", "1000"));

    private static byte[] longBefore(int sequence, int id) {
        return half("UPDATE_BEFOR", sequence, id, "x".repeat(1000));
    }

    private List<String> quarantined() {
        return LakeFixture.names(state, "quarantine/").stream()
                .flatMap(name -> LakeFixture.lines(state, name).stream())
                .map(Line::new)
                .map(line -> row(line.raw("code"), line.raw("partition"), line.raw("offset")))
                .toList();
    }

    @Test
    void aFirstHalfThatCanBeReadNoMoreDoesNotStopTheBatch() throws IOException {
        process(0, 0, longBefore(1, 7), before(2, 9));
        try (LakeFixture fixture = new LakeFixture(LOW, lake, state)) {
            fixture.process(
                    partition(0),
                    List.of(
                            new Delivery(2, Slice.of(after(1, 7)), LakeFixture.BROKER_TIME),
                            new Delivery(3, Slice.of(after(2, 9)), LakeFixture.BROKER_TIME)));
        }

        assertThat(rows())
                .containsExactly(
                        row("u", "null", image(7, "new1"), 0, 2, "[unpaired]"),
                        row("u", image(9, "old2"), image(9, "new2"), 0, 3, "[]"));
        assertThat(quarantined()).containsExactly(row("\"record_too_long\"", 0, 0));
        String name = LakeFixture.names(state, "quarantine/").get(0);
        assertThat(Base64.getDecoder()
                        .decode(new Line(LakeFixture.lines(state, name).get(0))
                                .raw("body_base64")
                                .replace("\"", "")))
                .isEqualTo(longBefore(1, 7));
        assertThat(fates()).containsOnly(Fate.FINISHED);
    }

    @Test
    void halvesThatCanBeReadNoMoreDoNotStopTheSweep() throws IOException {
        process(0, 0, longBefore(1, 7), before(2, 9), before(3, 11), longBefore(4, 13));
        process(1, 0, after(1, 8), after(2, 10), half("UPDATE_AFTER", 3, 12, "x".repeat(1000)));
        now = now.plus(TTL);
        try (LakeWriter writer = LakeWriter.open(lake, state, LOW.layout())) {
            assertThat(new Sweep(LOW, writer, state).run(now))
                    .extracting(Sweep.Item::fate)
                    .containsExactlyInAnyOrder(Fate.BROKEN, Fate.COMPLETED, Fate.BROKEN, Fate.BROKEN);
        }

        assertThat(rows()).contains(row("d", image(9, "old2"), "null", 0, 1, "[key_change,unpaired]"));
        String code = "\"record_too_long\"";
        assertThat(quarantined())
                .containsExactlyInAnyOrder(row(code, 0, 0), row(code, 0, 2), row(code, 1, 2), row(code, 0, 3));
        assertThat(fates()).containsOnly(Fate.FINISHED);
    }

    // Costs.

    /** As many as puts of a batch go out at a time. */
    @Test
    void secondHalvesAloneAskTheStoreSideBySide() throws IOException {
        CyclicBarrier all = new CyclicBarrier(8);
        FaultyObjectStore.Hook meet = (operation, name) -> {
            if (operation == StoreOperation.LIST && name.startsWith("pairs/")) {
                try {
                    all.await(20, TimeUnit.SECONDS);
                } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                    throw new IOException("one after the other", e);
                }
            }
        };
        CountingObjectStore counting =
                new CountingObjectStore(new FaultyObjectStore(state, meet, FaultyObjectStore.Hook.NONE));

        process(
                lake,
                counting,
                0,
                0,
                IntStream.range(0, 16).mapToObj(i -> after(i, 100 + i)).toArray(byte[][]::new));

        assertThat(rows()).hasSize(16).allMatch(row -> row.endsWith(" [unpaired]"));
        assertThat(counting.calls().stream().filter(call -> call.name().startsWith("pairs/")))
                .hasSize(32); // a list and a mark each
    }

    /** The line that was not known when the record was read stands where it would have stood. */
    @Test
    void theLinesOfARecordStayInItsOrder() throws IOException {
        process(0, 0, before(1, 7));
        String both = "[" + new String(after(1, 7), StandardCharsets.UTF_8) + ","
                + new String(half("INSERT", 2, 8, "x"), StandardCharsets.UTF_8)
                        .replace("\"before\"", "\"other\"")
                        .replace("\"after\":null", "\"before\":null")
                        .replace("\"other\"", "\"after\"")
                + "]";
        process(0, 1, both.getBytes(StandardCharsets.UTF_8));

        assertThat(lines(lake).stream().map(line -> new Line(line).op())).containsExactly("u", "c");
    }

    // Any history.

    /** @param told of a first half: one of two rows that it may tell */
    private record Half(int update, boolean first, int told) {
        boolean isOf(int other) {
            return update == other;
        }
    }

    private static final int PARTITIONS = 2;

    /** Pairs, halves alone, sent again, in odd order, on any partition; with crashes, other cuts and sweeps. */
    @Property(tries = 500)
    @Tag("slow")
    void everyCutGivesTheSameLines(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MemoryObjectStore lakeStore = new MemoryObjectStore();
        Instant[] clock = {START};
        MemoryObjectStore stateStore = new MemoryObjectStore(() -> clock[0]);
        int updates = 1 + random.nextInt(6);
        boolean[] changesKey = new boolean[updates];
        List<List<Half>> logs = List.of(new ArrayList<>(), new ArrayList<>());
        for (int update = 0; update < updates; update++) {
            changesKey[update] = random.nextBoolean();
            addHalves(logs, update, random);
        }

        FaultyObjectStore.Hook hook = (operation, name) -> {
            if (random.nextInt(15) == 0) {
                throw new IOException("lost");
            }
        };
        ObjectStore faultyLake = new FaultyObjectStore(lakeStore, hook, hook);
        ObjectStore faultyState = new FaultyObjectStore(stateStore, hook, hook);
        int[] done = new int[PARTITIONS];
        while (done[0] < logs.get(0).size() || done[1] < logs.get(1).size()) {
            int partition = random.nextInt(PARTITIONS);
            List<Half> log = logs.get(partition);
            int end = Math.min(log.size(), done[partition] + 1 + random.nextInt(4));
            byte[][] batch = log.subList(done[partition], end).stream()
                    .map(half -> body(half, changesKey[half.update]))
                    .toArray(byte[][]::new);
            try {
                process(faultyLake, faultyState, partition, done[partition], batch);
                done[partition] = end;
                if (random.nextInt(4) == 0) {
                    sweep(faultyLake, faultyState, clock[0]);
                }
            } catch (IOException retried) {
                assertThat(retried).hasStackTraceContaining("lost");
            }
        }
        sweep(lakeStore, stateStore, clock[0]);
        clock[0] = clock[0].plus(TTL);
        sweep(lakeStore, stateStore, clock[0]);
        clock[0] = clock[0].plus(GRACE).plusSeconds(1);
        sweep(lakeStore, stateStore, clock[0]);

        UpdatePairsTest view = new UpdatePairsTest();
        LakeFixture.names(lakeStore, "").forEach(name -> view.lake.create(name, LakeFixture.content(lakeStore, name)));
        Expected expected = expected(logs, changesKey);
        assertThat(view.rows()).isEqualTo(expected.rows);
        assertThat(LakeFixture.names(stateStore, "quarantine/")).hasSize(expected.orphans);
        assertThat(LakeFixture.names(stateStore, "pairs/").size() > 0).isEqualTo(expected.orphans > 0);
    }

    private static void addHalves(List<List<Half>> logs, int update, Random random) {
        List<Half> log = logs.get(random.nextInt(PARTITIONS));
        if (random.nextInt(3) > 0) { // as it should be
            int at = random.nextInt(log.size() + 1);
            log.add(at, new Half(update, true, 0));
            int behind = at + 1 + random.nextInt(log.size() - at);
            log.add(behind, new Half(update, false, 0));
        }
        for (int more = random.nextInt(4); more > 0; more--) {
            List<Half> any = random.nextInt(4) == 0 ? logs.get(random.nextInt(PARTITIONS)) : log;
            boolean first = random.nextBoolean();
            int told = first && random.nextInt(4) == 0 ? 1 : 0;
            any.add(random.nextInt(any.size() + 1), new Half(update, first, told));
        }
    }

    private static void sweep(ObjectStore lake, ObjectStore state, Instant now) throws IOException {
        try (LakeWriter writer = LakeWriter.open(lake, state, Settings.DEFAULT.layout())) {
            new Sweep(Settings.DEFAULT, writer, state).run(now);
        }
    }

    private static byte[] body(Half half, boolean changesKey) {
        int id = 100 + half.update;
        return half.first
                ? half("UPDATE_BEFOR", half.update, id, old(half))
                : after(half.update, changesKey ? id + 100 : id);
    }

    private static String old(Half first) {
        return "old" + first.update + "." + first.told;
    }

    private record Expected(List<String> rows, int orphans) {}

    /** What the logs tell, without any batch. */
    private static Expected expected(List<List<Half>> logs, boolean[] changesKey) {
        List<String> rows = new ArrayList<>();
        int orphans = 0;
        for (int update = 0; update < changesKey.length; update++) {
            boolean changes = changesKey[update];
            String current = image(changes ? 200 + update : 100 + update, "new" + update);
            boolean someUnpaired = false;
            Map<Integer, String> alone = new TreeMap<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                List<Half> log = logs.get(partition);
                Set<Integer> served = new HashSet<>();
                Map<Integer, String> free = new TreeMap<>();
                Half last = null;
                int lastAt = -1;
                for (int offset = 0; offset <= log.size(); offset++) {
                    Half half = offset == log.size() ? null : log.get(offset);
                    if (half != null && !half.isOf(update)) {
                        continue;
                    }
                    boolean paired = last != null && last.first && half != null && !half.first;
                    if (last != null && last.first && !paired) {
                        free.putIfAbsent(
                                last.told,
                                row(
                                        "d",
                                        image(100 + update, old(last)),
                                        "null",
                                        partition,
                                        lastAt,
                                        "[key_change,unpaired]"));
                    }
                    if (last != null && paired) {
                        served.add(last.told);
                        String before = image(100 + update, old(last));
                        if (changes) {
                            rows.add(row("d", before, "null", partition, offset, "[key_change]"));
                            rows.add(row("c", "null", current, partition, offset, "[key_change]"));
                        } else {
                            rows.add(row("u", before, current, partition, offset, "[]"));
                        }
                    } else if (half != null && !half.first) {
                        someUnpaired = true;
                        rows.add(row("u", "null", current, partition, offset, "[unpaired]"));
                    }
                    last = half;
                    lastAt = offset;
                }
                free.keySet().removeAll(served);
                free.forEach(alone::putIfAbsent);
            }
            if (someUnpaired && changes) {
                rows.addAll(alone.values());
            }
            orphans += !someUnpaired && !alone.isEmpty() ? 1 : 0;
        }
        rows.sort(null);
        return new Expected(rows, orphans);
    }
}
