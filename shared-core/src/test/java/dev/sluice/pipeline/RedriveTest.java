package dev.sluice.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.Line;
import dev.sluice.LineSchemas;
import dev.sluice.MemoryTwin;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.LedgerEditor;
import dev.sluice.lake.LedgerRange;
import dev.sluice.lake.Quarantine;
import dev.sluice.lake.QuarantineChoice;
import dev.sluice.lake.QuarantineId;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Redrive.Fate;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items that were set aside run again, and come out once. */
class RedriveTest {
    private static final StreamPartition HUB = LakeFixture.HUB;
    private static final StreamPartition TASK = new StreamPartition("task", 0, "cluster/task");
    /** Under these, what is padded or has two columns is set aside. */
    private static final Settings NARROW =
            Settings.of(Map.of("SLUICE_MAX_RECORD_BYTES", "3000", "SLUICE_MAX_COLUMNS", "1"));

    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore(() -> Instant.parse("2026-05-06T07:08:09Z"));

    private static String text(CesMessage message) {
        return new String(message.body(), UTF_8);
    }

    private static byte[] padded(CesMessage message) {
        return padded(text(message));
    }

    private static byte[] padded(String body) {
        return (body + " ".repeat(3001)).getBytes(UTF_8);
    }

    private static CesMessage change(int number) {
        return CesMessage.update()
                .logicalId("event-" + number)
                .table("Db", "dbo", "Pumps")
                .column("Id", "int")
                .key("Id", Integer.toString(number))
                .old("{\"Id\":\"" + number + "\"}")
                .current("{\"Id\":\"" + number + "\"}");
    }

    private static CesMessage piece(int number, int index) {
        String data = change(number).data();
        int middle = data.length() / 2;
        return change(number)
                .attribute("segmentindex", Integer.toString(index))
                .attribute("finalsegment", Boolean.toString(index == 1))
                .dataJson(CesMessage.quote(index == 0 ? data.substring(0, middle) : data.substring(middle)));
    }

    /** @param rows each with a column that the declared types do not need */
    private static String canal(String... rows) {
        return "{\"id\":301,\"database\":\"shop\",\"table\":\"carts\",\"isDdl\":false,\"type\":\"INSERT\",\"es\":1791000007000,"
                + "\"ts\":1791000007500,\"pkNames\":[\"k\"],\"mysqlType\":{\"k\":\"int\"},\"sqlType\":{\"k\":4},\"sql\":\"\","
                + "\"old\":null,\"data\":[" + String.join(",", rows) + "]}";
    }

    private static String half(String op, int sequence, int id) {
        boolean after = op.equals("UPDATE_AFTER");
        return "{\"schema\":{\"dataColumn\":[{\"name\":\"id\",\"type\":\"LONG\"}],\"primaryKey\":[\"id\"],"
                + "\"source\":{\"dbType\":\"MySQL\",\"dbName\":\"shop\",\"tableName\":\"t\"}},\"payload\":{\""
                + (after ? "after" : "before") + "\":{\"dataColumn\":{\"id\":" + id + "}},\""
                + (after ? "before" : "after") + "\":null,\"sequenceId\":\"" + sequence
                + "\",\"timestamp\":{\"eventTime\":1790000183000},\"op\":\"" + op
                + "\",\"ddl\":null},\"version\":\"0.0.1\"}";
    }

    private static String dataWorks(String op) {
        return "{\"schema\":{\"dataColumn\":null,\"primaryKey\":null,\"source\":{\"dbType\":\"MySQL\",\"dbName\":\"shop\","
                + "\"tableName\":\"t\"}},\"payload\":{\"op\":\"" + op
                + "\",\"timestamp\":{\"eventTime\":1790000183000},"
                + "\"ddl\":{\"text\":\"CREATE TABLE t\",\"ddlMeta\":\"SENTINEL\"}},\"version\":\"0.0.1\"}";
    }

    private static final byte[] NOISE = "no JSON".getBytes(UTF_8);

    /** Of everything one that is read at once and one that is not. */
    private void deliver(Settings settings, ObjectStore lakeStore, ObjectStore stateStore) throws IOException {
        try (LakeFixture fixture = new LakeFixture(settings, lakeStore, stateStore)) {
            fixture.process(
                    HUB,
                    LakeFixture.records(
                            7,
                            change(1).body(),
                            padded(change(2)),
                            NOISE,
                            padded("[" + text(change(3)) + "," + text(change(4)) + "]"),
                            canal("{\"k\":\"1\"}", "{\"k\":\"2\",\"other\":\"x\"}", "{\"k\":\"3\"}")
                                    .getBytes(UTF_8),
                            canal("{\"k\":\"4\",\"other\":\"x\"}", "{\"k\":\"5\"}")
                                    .getBytes(UTF_8),
                            piece(5, 0).body(),
                            padded(piece(5, 1)),
                            change(6).body()));
            fixture.process(
                    TASK,
                    LakeFixture.records(
                            0,
                            padded(half("UPDATE_BEFOR", 10, 1)),
                            half("UPDATE_BEFOR", 11, 2).getBytes(UTF_8),
                            padded(dataWorks("CREATE")),
                            padded(dataWorks("MHEARTBEAT"))));
            fixture.process(
                    TASK,
                    LakeFixture.records(4, padded(half("UPDATE_AFTER", 10, 3)), padded(half("UPDATE_AFTER", 11, 4))));
        }
    }

    private List<Redrive.Result> redrive(QuarantineChoice choice) throws IOException {
        return redrive(Settings.DEFAULT, choice, lake, state, false);
    }

    private static List<Redrive.Result> redrive(
            Settings settings, QuarantineChoice choice, ObjectStore lake, ObjectStore state, boolean dryRun)
            throws IOException {
        List<Redrive.Result> results = new ArrayList<>();
        try (LakeWriter writer = LakeWriter.open(lake, state, settings.layout())) {
            new Redrive(settings, writer, state, dryRun).run(choice, results::add);
        }
        return results;
    }

    private static List<String> told(List<Redrive.Result> results) {
        return results.stream()
                .map(result ->
                        result.entry().id() + " " + result.fate() + (result.lines() == 0 ? "" : " " + result.lines()))
                .toList();
    }

    private static QuarantineChoice only(String id) {
        return QuarantineChoice.of(QuarantineId.parse(id).orElseThrow());
    }

    private static List<String> lines(ObjectStore store) {
        return Stream.of("db=", "_control/", "_schemas/")
                .flatMap(prefix -> LakeFixture.names(store, prefix).stream())
                .flatMap(name -> LakeFixture.lines(store, name).stream())
                .sorted()
                .toList();
    }

    private List<String> undisturbed() throws IOException {
        MemoryObjectStore other = new MemoryObjectStore();
        deliver(Settings.DEFAULT, other, new MemoryObjectStore());
        return lines(other);
    }

    private static List<String> ids(ObjectStore lake) {
        return LakeFixture.names(lake, "db=").stream()
                .flatMap(name -> LakeFixture.lines(lake, name).stream())
                .peek(LineSchemas::assertValid)
                .map(line -> new Line(line).string("id"))
                .sorted()
                .toList();
    }

    private static final List<String> FATES = List.of(
            "hub/3/8 WRITTEN 1",
            "hub/3/9 BAD",
            "hub/3/10 WRITTEN 2",
            "hub/3/11#1 WRITTEN 1",
            "hub/3/12#0 WRITTEN 1",
            "hub/3/14 WRITTEN 1",
            "task/0/0 PARKED",
            "task/0/2 WRITTEN 1",
            "task/0/3 NOTHING",
            "task/0/4 WRITTEN 2",
            "task/0/5 WRITTEN 2");

    @Test
    void afterwardsTheLakeIsThatOfARunWithTheSettingsOfNow() throws IOException {
        deliver(NARROW, lake, state);
        assertThat(ids(lake)).containsExactly("event-1", "event-6", "hub/3/11#0", "hub/3/11#2", "hub/3/12#1");

        assertThat(told(redrive(QuarantineChoice.ALL))).containsExactlyElementsOf(FATES);

        assertThat(lines(lake)).hasSize(19).containsExactlyElementsOf(undisturbed());
        assertThat(ids(lake))
                .contains("event-2", "event-3", "event-4", "event-5", "hub/3/11#1", "hub/3/12#0", "task/0/5/d");
    }

    @Test
    void againItLooksAtWhatIsStillBadAndWritesNothing() throws IOException {
        deliver(NARROW, lake, state);
        redrive(QuarantineChoice.ALL);
        Map<String, String> lakeBefore = MemoryTwin.objects(lake);
        Map<String, String> stateBefore = MemoryTwin.objects(state);

        assertThat(told(redrive(QuarantineChoice.ALL))).containsExactly("hub/3/9 BAD");

        assertThat(MemoryTwin.objects(lake)).isEqualTo(lakeBefore);
        assertThat(MemoryTwin.objects(state)).isEqualTo(stateBefore);
    }

    /** Somebody opens a hole over what is done, and an archive brings its records again. */
    @Test
    void whatWasRedrivenIsNotWrittenAgainWhenItsRecordComesAgain() throws IOException {
        deliver(NARROW, lake, state);
        redrive(QuarantineChoice.ALL);
        List<String> before = lines(lake);
        LedgerEditor editor = new LedgerEditor(state, InstantSource.system());
        for (LedgerEditor.Entry partition : editor.list()) {
            LedgerRange range = partition.ledger().newest().ranges().get(0);
            editor.openHole(
                    partition.stream(),
                    partition.partition(),
                    partition.ledger().newest().origin(),
                    range.through());
        }

        deliver(Settings.DEFAULT, lake, state);

        assertThat(lines(lake)).containsExactlyElementsOf(before);
    }

    @Test
    void whatIsSettledHasAMarkPerLineOrOneForAll() throws IOException {
        deliver(NARROW, lake, state);
        redrive(QuarantineChoice.ALL);

        String hub = "quarantine/hub/date=2026-05-06/hub-3-1-00000000000000000008.jsonl.gz";
        String first = "quarantine/task/date=2026-05-06/task-0-1-00000000000000000000.jsonl.gz";
        String second = "quarantine/task/date=2026-05-06/task-0-1-00000000000000000004.jsonl.gz";
        assertThat(LakeFixture.names(state, "quarantine/"))
                .containsExactly(
                        hub,
                        hub + ".1.resolved",
                        hub + ".3.resolved",
                        hub + ".4.resolved",
                        hub + ".5.resolved",
                        hub + ".6.resolved",
                        first,
                        first + ".resolved",
                        second,
                        second + ".resolved");
    }

    @Test
    void aDryRunTellsTheSameAndChangesNothing() throws IOException {
        deliver(NARROW, lake, state);
        Map<String, String> lakeBefore = MemoryTwin.objects(lake);
        Map<String, String> stateBefore = MemoryTwin.objects(state);

        List<String> told = told(redrive(Settings.DEFAULT, QuarantineChoice.ALL, lake, state, true));

        assertThat(told)
                .filteredOn(line -> line.startsWith("hub"))
                .filteredOn(line -> !line.contains("/14"))
                .containsExactlyElementsOf(FATES.stream()
                        .filter(line -> line.startsWith("hub") && !line.contains("/14"))
                        .toList());
        assertThat(told).contains("hub/3/14 PARKED", "task/0/0 PARKED", "task/0/2 WRITTEN 1", "task/0/3 NOTHING");
        assertThat(MemoryTwin.objects(lake)).isEqualTo(lakeBefore);
        assertThat(MemoryTwin.objects(state)).isEqualTo(stateBefore);
    }

    /** A process that dies at the n-th call, before its effect or after it; nothing after that gets through. */
    private static final class Death {
        private final int at;
        private final boolean afterEffect;
        /** Calls go out side by side: the number of the one that this thread makes. */
        private final ThreadLocal<Integer> number = new ThreadLocal<>();

        private int calls;
        private boolean dead;

        Death(int at, boolean afterEffect) {
            this.at = at;
            this.afterEffect = afterEffect;
        }

        ObjectStore on(ObjectStore store) {
            return new FaultyObjectStore(store, (operation, name) -> call(), (operation, name) -> answer());
        }

        private synchronized void call() throws IOException {
            number.set(++calls);
            dieIf(dead || (calls == at && !afterEffect));
        }

        private synchronized void answer() throws IOException {
            dieIf(dead || (number.get() == at && afterEffect));
        }

        private void dieIf(boolean now) throws IOException {
            if (now) {
                dead = true;
                throw new IOException("dead");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void killedAtAnyCallAndRunAgainItLeavesTheSame(boolean afterEffect) throws IOException {
        deliver(NARROW, lake, state);
        MemoryObjectStore firstLake = copy(lake);
        MemoryObjectStore firstState = copy(state);
        redrive(QuarantineChoice.ALL);
        Map<String, String> expected = MemoryTwin.objects(lake);
        Set<String> expectedState = MemoryTwin.objects(state).keySet();

        int deaths = 0;
        while (true) {
            MemoryObjectStore someLake = copy(firstLake);
            MemoryObjectStore someState = copy(firstState);
            Death death = new Death(deaths + 1, afterEffect);
            try {
                redrive(Settings.DEFAULT, QuarantineChoice.ALL, death.on(someLake), death.on(someState), false);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("dead");
            }
            if (!death.dead) {
                break;
            }
            deaths++;
            redrive(Settings.DEFAULT, QuarantineChoice.ALL, someLake, someState, false);
            assertThat(MemoryTwin.objects(someLake))
                    .as("after %s calls", deaths)
                    .isEqualTo(expected);
            assertThat(open(someState)).as("after %s calls", deaths).containsExactly("hub/3/9");
            assertThat(MemoryTwin.objects(someState).keySet()).containsAll(expectedState);
        }

        assertThat(deaths).isGreaterThan(40);
    }

    private static MemoryObjectStore copy(ObjectStore store) throws IOException {
        MemoryObjectStore copy = new MemoryObjectStore();
        for (String name : LakeFixture.names(store, "")) {
            copy.create(name, LakeFixture.content(store, name));
        }
        return copy;
    }

    private static List<String> open(ObjectStore state) throws IOException {
        Quarantine quarantine = new Quarantine(state);
        List<String> open = new ArrayList<>();
        quarantine.forEach(
                QuarantineChoice.ALL,
                object -> quarantine.read(object, entry -> {
                    if (!entry.settled()) {
                        open.add(entry.id().text());
                    }
                }));
        return open;
    }

    @Test
    void anObjectOfManyEntriesIsWrittenGroupByGroup() throws IOException {
        byte[][] bodies = new byte[150][];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = padded(change(i));
        }
        try (LakeFixture fixture = new LakeFixture(NARROW, lake, state)) {
            fixture.process(HUB, LakeFixture.records(0, bodies));
        }

        assertThat(redrive(QuarantineChoice.ALL))
                .hasSize(150)
                .allMatch(result -> result.fate() == Fate.WRITTEN && result.lines() == 1);
        assertThat(ids(lake)).hasSize(150).doesNotHaveDuplicates();
        assertThat(open(state)).isEmpty();
        assertThat(redrive(QuarantineChoice.ALL)).isEmpty();
    }

    @Test
    void onlyWhatIsMeantIsRedriven() throws IOException {
        deliver(NARROW, lake, state);

        assertThat(told(redrive(only("hub/3/11#1")))).containsExactly("hub/3/11#1 WRITTEN 1");
        assertThat(told(redrive(new QuarantineChoice(Optional.of("task"), Optional.of("record_too_long"), Set.of()))))
                .hasSize(5)
                .allMatch(line -> line.startsWith("task/0/"));
        assertThat(told(redrive(new QuarantineChoice(Optional.empty(), Optional.of("too_many_columns"), Set.of()))))
                .containsExactly("hub/3/12#0 WRITTEN 1");
        assertThat(open(state)).containsExactly("hub/3/8", "hub/3/9", "hub/3/10", "hub/3/14");
    }

    @Test
    void anIdIsLookedForInFewObjects() throws IOException {
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            for (int i = 0; i < 20; i++) {
                fixture.process(HUB, LakeFixture.records(i * 10_000L, NOISE));
            }
        }
        CountingObjectStore counting = new CountingObjectStore(state);

        assertThat(new Quarantine(counting)
                        .find(QuarantineId.parse("hub/3/70000").orElseThrow()))
                .hasValueSatisfying(found -> assertThat(found.raw().toString()).isEqualTo("no JSON"));
        assertThat(counting.count(StoreOperation.GET)).isEqualTo(1);
    }

    /** Then its owner may still write what it could not read before. */
    @Test
    void anItemWhoseBatchIsNotDoneWaits() throws IOException {
        FaultyObjectStore noLedger = new FaultyObjectStore(
                state,
                (operation, name) -> {
                    boolean commits = operation == StoreOperation.COMPARE_AND_SWAP
                            && LakeFixture.names(state, "quarantine/").size() == 1;
                    if (commits) {
                        throw new IOException("dead");
                    }
                },
                FaultyObjectStore.Hook.NONE);
        try (LakeFixture fixture = new LakeFixture(NARROW, lake, noLedger)) {
            fixture.process(HUB, LakeFixture.records(7, padded(change(2))));
        } catch (IOException e) {
            assertThat(e).hasMessage("dead");
        }

        assertThat(told(redrive(QuarantineChoice.ALL))).containsExactly("hub/3/7 TOO_EARLY");
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(HUB, LakeFixture.records(7, padded(change(2))));
        }
        assertThat(told(redrive(QuarantineChoice.ALL))).containsExactly("hub/3/7 IN_LAKE 1");
        assertThat(ids(lake)).containsExactly("event-2");
    }

    @Test
    void aFirstHalfThatComesLateTellsTheOldKey() throws IOException {
        try (LakeFixture fixture = new LakeFixture(NARROW, lake, state)) {
            fixture.process(TASK, LakeFixture.records(0, padded(half("UPDATE_BEFOR", 10, 1))));
            fixture.process(
                    TASK, LakeFixture.records(1, half("UPDATE_AFTER", 10, 3).getBytes(UTF_8)));
        }
        redrive(QuarantineChoice.ALL);
        try (LakeWriter writer = LakeWriter.open(lake, state, Settings.DEFAULT.layout())) {
            new Sweep(Settings.DEFAULT, writer, state).run(Instant.parse("2026-05-09T07:08:09Z"));
        }

        assertThat(ids(lake)).containsExactly("task/0/0", "task/0/1");
    }

    @Test
    void whatIsSeveralItemsNowIsWrittenAsFarAsItCanBeRead() throws IOException {
        try (LakeFixture fixture = new LakeFixture(NARROW, lake, state)) {
            fixture.process(HUB, LakeFixture.records(7, padded("[" + text(change(1)) + ",{\"a\":1}]")));
        }

        List<Redrive.Result> results = redrive(QuarantineChoice.ALL);
        assertThat(told(results)).containsExactly("hub/3/7 BAD 1");
        assertThat(results.get(0).code()).isEqualTo("unknown_message");
        assertThat(ids(lake)).containsExactly("event-1");
        assertThat(open(state)).containsExactly("hub/3/7");
    }

    @Test
    void anItemAmongOthersThatBecameSeveralIsLeftAlone() throws IOException {
        Settings fewRows = Settings.of(Map.of("SLUICE_MAX_ITEMS", "2"));
        String three = canal("{\"k\":\"1\"}", "{\"k\":\"2\"}", "{\"k\":\"3\"}");
        try (LakeFixture fixture = new LakeFixture(fewRows, lake, state)) {
            fixture.process(
                    HUB,
                    LakeFixture.records(
                            7,
                            ("[" + three + "," + canal("{\"k\":\"4\"}") + "]").getBytes(UTF_8),
                            ("[" + canal("{\"k\":\"5\"}") + "," + three + "]").getBytes(UTF_8)));
        }

        assertThat(told(redrive(QuarantineChoice.ALL))).containsExactly("hub/3/7#0 BAD", "hub/3/8#1 WRITTEN 3");
        assertThat(ids(lake)).containsExactly("hub/3/7#1", "hub/3/8#0", "hub/3/8#1", "hub/3/8#2", "hub/3/8#3");
    }

    @Test
    void piecesThatDoNotMakeAnEventAreNotForARedrive() throws IOException {
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(HUB, LakeFixture.records(0, piece(1, 0).body()));
            fixture.process(
                    HUB,
                    LakeFixture.records(
                            1,
                            change(2)
                                    .attribute("logicalid", "\"event-1\"")
                                    .attribute("segmentindex", "1")
                                    .dataJson("\"}\"")
                                    .body()));
        }
        try (LakeWriter writer = LakeWriter.open(lake, state, Settings.DEFAULT.layout())) {
            UnplacedBatch batch = new UnplacedBatch(HUB, 5, null, List.of(Slice.of("a")), "no offsets");
            new ChangePipeline(Settings.DEFAULT, writer, state).keep(batch);
        }

        List<Redrive.Result> results = redrive(QuarantineChoice.ALL);
        assertThat(results)
                .extracting(Redrive.Result::fate)
                .containsExactly(Fate.NOT_HERE, Fate.NOT_HERE, Fate.NOT_HERE);
        assertThat(results)
                .extracting(result -> result.entry().id().text().replaceAll("[0-9a-f]{16}", "*"))
                .containsExactlyInAnyOrder("hub/unplaced-*#1", "hub/set-*#1", "hub/set-*#2");
        assertThat(results)
                .extracting(Redrive.Result::reason)
                .contains("nobody knows where it stood; replay its batch from an archive");
    }
}
