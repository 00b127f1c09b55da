package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Updates that DataWorks tells in two records become one line each, however the batches are cut. */
class UpdatePairsTest {
    private static final Duration TTL = Settings.DEFAULT.waiting().ttl();
    private static final Duration GRACE = Settings.DEFAULT.waiting().grace();
    private static final Instant START = Instant.parse("2026-09-22T07:08:09Z");

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

        assertThat(fates()).containsExactlyInAnyOrder(Fate.COMPLETED, Fate.FINISHED);

        assertThat(rows())
                .containsExactly(
                        row("d", image(7, "old1"), "null", 0, 0, "[key_change,unpaired]"),
                        row("u", "null", image(8, "new1"), 1, 0, "[unpaired]"),
                        row("u", "null", image(9, "new2"), 1, 1, "[unpaired]"));
    }

    @Test
    void aFirstHalfThatComesLateSettlesItself() throws IOException {
        process(1, 0, after(1, 8));
        process(0, 0, before(1, 7));

        assertThat(rows())
                .containsExactly(
                        row("d", image(7, "old1"), "null", 0, 0, "[key_change,unpaired]"),
                        row("u", "null", image(8, "new1"), 1, 0, "[unpaired]"));
        assertThat(fates()).containsExactly(Fate.FINISHED);
        now = now.plus(GRACE).plusSeconds(1);
        assertThat(fates()).containsExactly(Fate.REMOVED);
        assertThat(LakeFixture.names(state, "pairs/")).isEmpty();
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

    /** The second half's line was written without the first; who reads both at once must not think that it has it. */
    @Test
    void aFirstHalfInAHoleSettlesThoughItsSecondComesAgainWithIt() throws IOException {
        process(0, 0, after(9, 9));
        dieBeforeCommit(2, after(1, 8));
        process(0, 1, before(1, 7), after(1, 8));

        assertThat(rows())
                .containsExactly(
                        row("d", image(7, "old1"), "null", 0, 1, "[key_change,unpaired]"),
                        row("u", "null", image(8, "new1"), 0, 2, "[unpaired]"),
                        row("u", "null", image(9, "new9"), 0, 0, "[unpaired]"));
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

        assertThat(rows())
                .containsExactly(
                        row("d", image(7, "old1"), "null", 0, 0, "[key_change,unpaired]"),
                        row("u", "null", image(8, "new1"), 1, 0, "[unpaired]"));
    }

    @Test
    void twoFirstHalvesOfOneUpdateBothTellTheirKeys() throws IOException {
        process(1, 0, after(1, 8));
        process(0, 0, before(1, 7), before(1, 6));

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

    private record Half(int update, boolean first) {}

    @Property(tries = 300)
    void everyCutGivesTheSameLines(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MemoryObjectStore lakeStore = new MemoryObjectStore();
        Instant[] clock = {START};
        MemoryObjectStore stateStore = new MemoryObjectStore(() -> clock[0]);
        int updates = 1 + random.nextInt(6);
        List<List<Half>> logs = List.of(new ArrayList<>(), new ArrayList<>());
        boolean[] changesKey = new boolean[updates];
        int orphans = 0;
        for (int update = 0; update < updates; update++) {
            changesKey[update] = random.nextBoolean();
            List<Half> log = logs.get(random.nextInt(2));
            boolean hasFirst = random.nextInt(8) > 0;
            boolean hasSecond = random.nextInt(8) > 0;
            int at = random.nextInt(log.size() + 1);
            if (hasFirst) {
                log.add(at, new Half(update, true));
                at++;
            }
            if (hasSecond) {
                List<Half> other = random.nextInt(4) == 0 ? logs.get(random.nextInt(2)) : log;
                int behind = other == log ? at + random.nextInt(log.size() - at + 1) : random.nextInt(other.size() + 1);
                other.add(behind, new Half(update, false));
            }
            orphans += hasFirst && !hasSecond ? 1 : 0;
        }

        FaultyObjectStore.Hook hook = (operation, name) -> {
            if (random.nextInt(15) == 0) {
                throw new IOException("lost");
            }
        };
        int[] done = new int[2];
        while (done[0] < logs.get(0).size() || done[1] < logs.get(1).size()) {
            int partition = random.nextInt(2);
            List<Half> log = logs.get(partition);
            int end = Math.min(log.size(), done[partition] + 1 + random.nextInt(4));
            byte[][] batch = log.subList(done[partition], end).stream()
                    .map(half -> body(half, changesKey[half.update]))
                    .toArray(byte[][]::new);
            try {
                process(
                        new FaultyObjectStore(lakeStore, hook, hook),
                        new FaultyObjectStore(stateStore, hook, hook),
                        partition,
                        done[partition],
                        batch);
                done[partition] = end;
            } catch (IOException retried) {
                assertThat(retried).hasMessage("lost");
            }
        }
        try (LakeWriter writer = LakeWriter.open(lakeStore, stateStore, Settings.DEFAULT.layout())) {
            Sweep sweep = new Sweep(Settings.DEFAULT, writer, stateStore);
            sweep.run(clock[0]);
            clock[0] = clock[0].plus(TTL);
            sweep.run(clock[0]);
            clock[0] = clock[0].plus(GRACE).plusSeconds(1);
            sweep.run(clock[0]);
        }

        UpdatePairsTest view = new UpdatePairsTest();
        LakeFixture.names(lakeStore, "").forEach(name -> view.lake.create(name, LakeFixture.content(lakeStore, name)));
        assertThat(view.rows()).isEqualTo(expected(logs, changesKey));
        long reports = LakeFixture.names(stateStore, "quarantine/").size();
        assertThat(reports).isEqualTo(orphans);
        assertThat(LakeFixture.names(stateStore, "pairs/").size() > 0).isEqualTo(orphans > 0);
    }

    private static byte[] body(Half half, boolean changesKey) {
        int id = 100 + half.update;
        return half.first ? before(half.update, id) : after(half.update, changesKey ? id + 100 : id);
    }

    private static List<String> expected(List<List<Half>> logs, boolean[] changesKey) {
        List<String> rows = new ArrayList<>();
        for (int partition = 0; partition < 2; partition++) {
            List<Half> log = logs.get(partition);
            for (int offset = 0; offset < log.size(); offset++) {
                Half half = log.get(offset);
                int update = half.update;
                boolean changes = changesKey[update];
                String old = image(100 + update, "old" + update);
                String current = image(changes ? 200 + update : 100 + update, "new" + update);
                int first = log.indexOf(new Half(update, true));
                int second = log.indexOf(new Half(update, false));
                boolean paired = first >= 0 && first < second;
                if (!half.first && paired && changes) {
                    rows.add(row("d", old, "null", partition, offset, "[key_change]"));
                    rows.add(row("c", "null", current, partition, offset, "[key_change]"));
                } else if (!half.first) {
                    rows.add(row("u", paired ? old : "null", current, partition, offset, paired ? "[]" : "[unpaired]"));
                } else if (!paired && changes && hasSecond(logs, update)) {
                    rows.add(row("d", old, "null", partition, offset, "[key_change,unpaired]"));
                }
            }
        }
        rows.sort(null);
        return rows;
    }

    private static boolean hasSecond(List<List<Half>> logs, int update) {
        return logs.stream().anyMatch(log -> log.contains(new Half(update, false)));
    }
}
