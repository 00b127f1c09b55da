package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.Line;
import dev.sluice.LineSchemas;
import dev.sluice.Normalized;
import dev.sluice.normalize.Origin;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.CountingObjectStore.Call;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What stands in the lake and the state after a batch, under which names, and what it costs. */
class LakeWriterTest {
    private static final String ITEMS = "db=ShopDb/schema=dbo/table=Items/date=2026-05-06";
    private static final String ORDERS = "db=ShopDb/schema=dbo/table=Orders/date=2026-05-06";

    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore();

    private static CesMessage event(String table, int id) {
        return CesMessage.insert()
                .table("ShopDb", "dbo", table)
                .column("Id", "int")
                .key("Id", Integer.toString(id))
                .current("{\"Id\":\"" + id + "\"}")
                .logicalId(table + ":" + id);
    }

    private static byte[] item(int id) {
        return event("Items", id).body();
    }

    private static byte[] order(int id) {
        return event("Orders", id).body();
    }

    private static byte[] bad(int id) {
        return event("Items", id).attribute("operation", "\"XXX\"").body();
    }

    private static List<String> ids(Map<String, List<String>> folders, String folder) {
        return folders.getOrDefault(folder, List.of()).stream()
                .map(line -> new Line(line).string("id"))
                .toList();
    }

    private static List<String> outcomes(BatchReport report) {
        return report.items().stream()
                .map(item -> Normalized.text(item.outcome()))
                .toList();
    }

    // What stands where.

    @Test
    void everyTableAndDayIsAFolderOfItsOwn() throws Exception {
        byte[] later = event("Items", 3).commitTime("2026-05-07T00:00:00Z").body();
        byte[] undated = event("Items", 4).commitTime("1969-05-07T00:00:00Z").body();
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            BatchReport report = fixture.process(LakeFixture.records(100, item(1), order(2), later, undated, item(5)));
            assertThat(report.counts()).isEqualTo(new BatchReport.Counts(5, 0, 0, 0, 0));
        }

        assertThat(LakeFixture.names(lake, "db="))
                .containsExactlyInAnyOrder(
                        ITEMS + "/hub-3-1-00000000000000000100.jsonl.gz",
                        ORDERS + "/hub-3-1-00000000000000000101.jsonl.gz",
                        "db=ShopDb/schema=dbo/table=Items/date=2026-05-07/hub-3-1-00000000000000000102.jsonl.gz",
                        "db=ShopDb/schema=dbo/table=Items/date=__HIVE_DEFAULT_PARTITION__/hub-3-1-00000000000000000103.jsonl.gz");
        Map<String, List<String>> folders = LakeFixture.folders(lake, "db=");
        assertThat(ids(folders, ITEMS)).containsExactly("Items:1", "Items:5");
        assertThat(folders.values()).allSatisfy(lines -> lines.forEach(LineSchemas::assertValid));
        assertThat(new Line(folders.get(ORDERS).get(0)).raw("source"))
                .contains("\"name\":\"hub\"", "\"stream\":\"hub\",\"partition\":3,\"offset\":101");
    }

    @Test
    void theLinesAreThoseThatNormalizeGives() throws Exception {
        List<Delivery> records = LakeFixture.records(0, item(1), item(2), bad(3), item(4));
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(records);
        }

        Normalized expected = Normalized.of(Settings.DEFAULT, new Origin("hub", 3, 1), records);
        assertThat(LakeFixture.folders(lake, "db=").get(ITEMS))
                .isEqualTo(expected.lines().stream().map(Line::text).toList());
    }

    @Test
    void theFoldersMayBePerHour() throws Exception {
        Settings settings = Settings.of(Map.of("SLUICE_PARTITION", "hour"));
        try (LakeFixture fixture = new LakeFixture(settings, lake, state)) {
            fixture.process(LakeFixture.records(
                    0,
                    item(1),
                    event("Items", 2).commitTime("2026-05-06T23:00:00Z").body()));
        }

        assertThat(LakeFixture.names(lake, "db="))
                .containsExactly(
                        ITEMS + "/hour=07/hub-3-1-00000000000000000000.jsonl.gz",
                        ITEMS + "/hour=23/hub-3-1-00000000000000000001.jsonl.gz");
    }

    @Test
    void theLinesMayBeUncompressed() throws Exception {
        Settings settings = Settings.of(Map.of("SLUICE_COMPRESSION", "none"));
        try (LakeFixture fixture = new LakeFixture(settings, lake, state)) {
            fixture.process(LakeFixture.records(0, item(1), item(2)));
        }

        byte[] content = LakeFixture.content(lake, ITEMS + "/hub-3-1-00000000000000000000.jsonl");
        assertThat(LineSchemas.lines(content)).hasSize(2).allSatisfy(LineSchemas::assertValid);
    }

    @Test
    void itemsOfOneRecordStayTogether() throws Exception {
        String array = "[" + event("Items", 1).text() + "," + event("Orders", 2).text() + ","
                + event("Items", 3).text() + "]";
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(7, array.getBytes(StandardCharsets.UTF_8), item(4)));
        }

        Map<String, List<String>> folders = LakeFixture.folders(lake, "db=");
        assertThat(ids(folders, ITEMS)).containsExactly("Items:1", "Items:3", "Items:4");
        assertThat(ids(folders, ORDERS)).containsExactly("Orders:2");
    }

    @Test
    void theColumnsAreWrittenOncePerDeclaration() throws Exception {
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(0, item(1), item(2), order(3)));
            fixture.process(LakeFixture.records(
                    3,
                    item(4),
                    event("Items", 5)
                            .column("More", "bit")
                            .current("{\"Id\":\"5\",\"More\":\"1\"}")
                            .body()));
        }

        List<String> schemas = LakeFixture.names(lake, "_schemas/");
        assertThat(schemas).hasSize(3);
        Set<String> told = new TreeSet<>();
        for (String name : schemas) {
            JsonNode schema = JsonMapper.builder().build().readTree(LakeFixture.content(lake, name));
            String table = schema.path("table").asText();
            assertThat(name)
                    .isEqualTo("_schemas/db=ShopDb/schema=dbo/table=" + table + "/"
                            + schema.path("schema_id").asText() + ".json");
            told.add(schema.path("schema_id").asText());
        }
        Set<String> used = new TreeSet<>();
        LakeFixture.folders(lake, "db=")
                .values()
                .forEach(lines -> lines.forEach(line -> used.add(new Line(line).string("schema_id"))));
        assertThat(told).isEqualTo(used);
    }

    @Test
    void aPartialEventHasNoColumnsWritten() throws Exception {
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(
                    0, event("Items", 1).column("More", "bit").body()));
        }

        assertThat(LakeFixture.names(lake, "_schemas/")).isEmpty();
    }

    @Test
    void whatCannotBeReadIsKeptInTheQuarantineWithItsBytes() throws Exception {
        byte[] broken = {'{', (byte) 0xFF};
        List<Delivery> records = LakeFixture.records(40, item(1), bad(2), broken, item(3));
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            BatchReport report = fixture.process(records);
            assertThat(report.counts()).isEqualTo(new BatchReport.Counts(2, 0, 0, 0, 2));
        }

        Map<String, List<String>> folders = LakeFixture.folders(state, "quarantine/");
        assertThat(LakeFixture.names(state, "quarantine/"))
                .containsExactly("quarantine/hub/date=2026-05-06/hub-3-1-00000000000000000041.jsonl.gz");
        List<String> lines = folders.get("quarantine/hub/date=2026-05-06");
        assertThat(lines).hasSize(2).allSatisfy(LineSchemas::assertValidQuarantine);
        Line first = new Line(lines.get(0));
        assertThat(first.string("code")).isEqualTo("unknown_operation");
        assertThat(first.string("where")).isEqualTo("/operation");
        assertThat(first.string("stream")).isEqualTo("hub");
        assertThat(first.raw("partition")).isEqualTo("3");
        assertThat(first.raw("epoch")).isEqualTo("1");
        assertThat(first.raw("offset")).isEqualTo("41");
        assertThat(first.raw("item")).isEqualTo("0");
        assertThat(first.string("broker_time")).isEqualTo("2026-05-06T07:08:51Z");
        assertThat(Base64.getDecoder().decode(first.string("body_base64"))).isEqualTo(bad(2));
        Line second = new Line(lines.get(1));
        assertThat(second.string("code")).isEqualTo("not_utf8");
        assertThat(second.string("where")).isEqualTo("byte 1");
        assertThat(Base64.getDecoder().decode(second.string("body_base64"))).isEqualTo(broken);
    }

    @Test
    void aQuarantinedElementKeepsItsNumberAndItsBytesOnly() throws Exception {
        String element = event("Items", 2).attribute("operation", "\"XXX\"").text();
        String array = "[" + event("Items", 1).text() + "," + element + "]";
        Delivery record = new Delivery(9, Slice.of(array), null);
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(List.of(record));
        }

        String name = "quarantine/hub/date=__HIVE_DEFAULT_PARTITION__/hub-3-1-00000000000000000009.jsonl.gz";
        Line line = new Line(LakeFixture.lines(state, name).get(0));
        LineSchemas.assertValidQuarantine(line.text());
        assertThat(line.raw("item")).isEqualTo("1");
        assertThat(line.raw("broker_time")).isEqualTo("null");
        assertThat(new String(Base64.getDecoder().decode(line.string("body_base64")), StandardCharsets.UTF_8))
                .isEqualTo(element);
    }

    @Test
    void aPieceIsParkedAsItWasReceived() throws Exception {
        byte[] piece = event("Items", 1)
                .attribute("segmentindex", "2")
                .attribute("finalsegment", "true")
                .dataJson("\"rest\\ud83d\"")
                .body();
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            BatchReport report = fixture.process(LakeFixture.records(5, item(1), piece));
            assertThat(outcomes(report)).containsExactly("emitted 1", "parked 2 last");
        }

        List<String> parked = LakeFixture.names(state, "parked/");
        assertThat(parked)
                .singleElement()
                .asString()
                .matches("parked/hub/[0-9a-f]{2}/[0-9a-f]{32}/000002-last-[0-9a-f]{16}");
        byte[] content = LakeFixture.content(state, parked.get(0));
        int newline = IntStream.range(0, content.length)
                .filter(i -> content[i] == '\n')
                .findFirst()
                .orElseThrow();
        JsonNode header = JsonMapper.builder().build().readTree(content, 0, newline);
        assertThat(header.path("stream").asText()).isEqualTo("hub");
        assertThat(header.path("partition").asInt()).isEqualTo(3);
        assertThat(header.path("epoch").asInt()).isEqualTo(1);
        assertThat(header.path("offset").asLong()).isEqualTo(6);
        assertThat(header.path("broker_time").asLong()).isEqualTo(LakeFixture.BROKER_TIME + 6000);
        assertThat(Arrays.copyOfRange(content, newline + 1, content.length)).isEqualTo(piece);
    }

    @Test
    void aBatchWithNothingToWriteStillMovesTheLedger() throws Exception {
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            BatchReport report = fixture.process(LakeFixture.records(0, null, new byte[0]));
            assertThat(outcomes(report)).containsExactly("skipped tombstone", "skipped empty");
        }

        assertThat(LakeFixture.names(lake, "")).containsExactly("_layout.json");
        assertThat(range(0).path("through").asLong()).isEqualTo(1);
    }

    private JsonNode range(int index) throws IOException {
        return ledger().path("epochs").path(0).path("ranges").path(index);
    }

    private JsonNode ledger() throws IOException {
        return JsonMapper.builder().build().readTree(LakeFixture.content(state, "ledger/hub/3.json"));
    }

    @Test
    void theLedgerTellsHowFarThePartitionIs() throws Exception {
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(124388, item(1), item(2)));
        }

        JsonNode ledger = ledger();
        assertThat(ledger.path("log").asText()).isEqualTo("namespace/hub");
        JsonNode epoch = ledger.path("epochs").path(0);
        assertThat(epoch.path("epoch").asInt()).isEqualTo(1);
        assertThat(epoch.path("origin").asLong()).isEqualTo(124388);
        assertThat(epoch.path("ranges").size()).isEqualTo(1);
        assertThat(range(0).path("first").asLong()).isEqualTo(124388);
        assertThat(range(0).path("last").isNull()).isTrue();
        assertThat(range(0).path("through").asLong()).isEqualTo(124389);
        assertThat(range(0).path("ahead").size()).isZero();
    }

    // Refused.

    @Test
    void aLakeOfAnotherLayoutIsRefused() throws Exception {
        new LakeFixture(lake, state).close();

        for (Map<String, String> other :
                List.of(Map.of("SLUICE_PARTITION", "hour"), Map.of("SLUICE_COMPRESSION", "none"))) {
            assertThatThrownBy(() -> new LakeFixture(Settings.of(other), lake, state))
                    .isInstanceOf(LayoutMismatchException.class)
                    .hasMessageContaining("rebuild");
        }
        new LakeFixture(lake, state).close();
    }

    @Test
    void theLayoutIsFixedAtTheFirstStart() throws Exception {
        new LakeFixture(lake, state).close();

        JsonNode layout = JsonMapper.builder().build().readTree(LakeFixture.content(lake, "_layout.json"));
        assertThat(layout.path("format").asText()).isEqualTo("1");
        assertThat(layout.path("compression").asText()).isEqualTo("gzip");
        assertThat(layout.path("partition").asText()).isEqualTo("day");
    }

    @Test
    void anotherLogUnderTheSameStreamNameIsRefused() throws Exception {
        StreamPartition other = new StreamPartition("hub", 3, "other-namespace/hub");
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(0, item(1)));
            List<String> before = LakeFixture.names(lake, "");

            assertThatIOException()
                    .isThrownBy(() -> fixture.process(other, LakeFixture.records(1, item(2))))
                    .withMessageContaining("SLUICE_STREAM");
            assertThat(LakeFixture.names(lake, "")).isEqualTo(before);
        }
    }

    @Test
    void twoPartitionsHaveLedgersOfTheirOwn() throws Exception {
        StreamPartition other = new StreamPartition("hub", 4, "namespace/hub");
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(0, item(1)));
            fixture.process(other, LakeFixture.records(0, item(2)));
        }

        assertThat(LakeFixture.names(state, "ledger/")).containsExactly("ledger/hub/3.json", "ledger/hub/4.json");
        assertThat(LakeFixture.names(lake, ITEMS))
                .containsExactly(
                        ITEMS + "/hub-3-1-00000000000000000000.jsonl.gz",
                        ITEMS + "/hub-4-1-00000000000000000000.jsonl.gz");
    }

    // Cost and order.

    @Test
    void aBatchCostsOnePutPerFolderAndOneLedgerPut() throws Exception {
        CountingObjectStore countedLake = new CountingObjectStore(lake);
        CountingObjectStore countedState = new CountingObjectStore(state);
        try (LakeFixture fixture = new LakeFixture(countedLake, countedState)) {
            fixture.process(LakeFixture.records(0, item(1), order(2)));
            countedLake.reset();
            countedState.reset();

            fixture.process(LakeFixture.records(2, item(3), order(4), item(5), order(6)));
        }

        assertThat(countedLake.calls())
                .containsExactlyInAnyOrder(
                        new Call(StoreOperation.CREATE, ITEMS + "/hub-3-1-00000000000000000002.jsonl.gz"),
                        new Call(StoreOperation.CREATE, ORDERS + "/hub-3-1-00000000000000000003.jsonl.gz"));
        assertThat(countedState.count(StoreOperation.COMPARE_AND_SWAP)).isEqualTo(1);
        assertThat(countedState.count(StoreOperation.GET)).isLessThanOrEqualTo(1);
        assertThat(countedState.calls()).allMatch(call -> call.name().equals("ledger/hub/3.json"));
    }

    @Test
    void theFirstBatchCostsItsColumnsToo() throws Exception {
        CountingObjectStore counted = new CountingObjectStore(lake);
        try (LakeFixture fixture = new LakeFixture(counted, state)) {
            counted.reset();
            fixture.process(LakeFixture.records(0, item(1), order(2), item(3)));
        }

        assertThat(counted.count(StoreOperation.GET)).isEqualTo(2);
        assertThat(counted.count(StoreOperation.CREATE)).isEqualTo(4);
        assertThat(counted.calls()).hasSize(6);
    }

    @Test
    void theFirstBatchOfAProcessLooksWhetherItsColumnsAreThere() throws Exception {
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(0, item(1), order(2)));
        }
        CountingObjectStore counted = new CountingObjectStore(lake);
        try (LakeFixture fixture = new LakeFixture(counted, state)) {
            counted.reset();
            fixture.process(LakeFixture.records(2, item(3), order(4)));
        }

        assertThat(counted.count(StoreOperation.GET)).isEqualTo(2);
        assertThat(counted.count(StoreOperation.CREATE)).as("two folders").isEqualTo(2);
        assertThat(counted.calls()).hasSize(4);
    }

    @Test
    void aRedeliveryWritesNothing() throws Exception {
        List<Delivery> records = LakeFixture.records(0, item(1), order(2), bad(3), item(4));
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(records);
        }
        CountingObjectStore countedLake = new CountingObjectStore(lake);
        CountingObjectStore countedState = new CountingObjectStore(state);
        try (LakeFixture fixture = new LakeFixture(countedLake, countedState)) {
            countedLake.reset();
            BatchReport report = fixture.process(records);

            assertThat(report.counts()).isEqualTo(new BatchReport.Counts(0, 0, 0, 4, 0));
        }
        assertThat(countedLake.calls()).isEmpty();
        assertThat(countedState.calls()).allMatch(call -> call.operation() == StoreOperation.GET);
    }

    @Test
    void aRedeliveryThatReachesFurtherWritesTheRestOnly() throws Exception {
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(0, item(1), item(2)));
            BatchReport report = fixture.process(LakeFixture.records(0, item(1), item(2), item(3), order(4)));

            assertThat(outcomes(report).subList(2, 4)).containsExactly("emitted 1", "emitted 1");
            assertThat(report.counts().skipped()).isEqualTo(2);
        }

        assertThat(ids(LakeFixture.folders(lake, "db="), ITEMS)).containsExactly("Items:1", "Items:2", "Items:3");
    }

    /** Schemas are looked up while a run is read; one that is given up leaves no call behind its caller's back. */
    @Test
    void aRunThatIsGivenUpWaitsForWhatItBegan() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        CountDownLatch returned = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        FaultyObjectStore.Hook slow = (operation, name) -> {
            if (name.startsWith("_schemas/")) {
                try {
                    failed.await();
                    returned.await(300, TimeUnit.MILLISECONDS); // no longer, for it must not come before this has ended
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                ended.set(true);
            }
        };
        FaultyObjectStore.Hook full = (operation, name) -> {
            if (name.startsWith("parked/")) {
                failed.countDown();
                throw new IOException("the store is full");
            }
        };
        try (LakeFixture fixture = new LakeFixture(
                new FaultyObjectStore(lake, slow, FaultyObjectStore.Hook.NONE),
                new FaultyObjectStore(state, full, FaultyObjectStore.Hook.NONE))) {
            assertThatThrownBy(() -> fixture.process(LakeFixture.records(0, item(1), piece())))
                    .hasMessage("the store is full");
            assertThat(ended).isTrue();
            returned.countDown();
        }
    }

    private static byte[] piece() {
        return event("Items", 9)
                .attribute("segmentindex", "2")
                .attribute("finalsegment", "false")
                .dataJson("\"x\"")
                .body();
    }

    /** The ledger's shape, then what is no chain put, then the chains, then the ledger; each time it is the last call. */
    @Test
    void effectsHaveAnOrder() throws Exception {
        MemoryObjectStore one = new MemoryObjectStore();
        CountingObjectStore counted = new CountingObjectStore(one);
        try (LakeFixture fixture = new LakeFixture(counted, counted)) {
            counted.reset();
            fixture.process(LakeFixture.records(0, item(1), piece(), bad(2), order(3)));
        }

        List<String> writes = counted.calls().stream()
                .filter(call -> call.operation() != StoreOperation.GET)
                .map(call ->
                        call.operation() + " " + call.name().split("/", -1)[0].replaceAll("=.*", ""))
                .toList();
        assertThat(writes).first().isEqualTo("COMPARE_AND_SWAP ledger");
        assertThat(writes).last().isEqualTo("COMPARE_AND_SWAP ledger");
        assertThat(writes.subList(1, 5))
                .containsExactlyInAnyOrder("CREATE parked", "LIST parked", "CREATE _schemas", "CREATE _schemas");
        assertThat(writes.subList(5, 8)).containsExactlyInAnyOrder("CREATE db", "CREATE db", "CREATE quarantine");
        assertThat(writes).hasSize(9);
    }

    @Test
    void runsThatDoNotFollowEachOtherAreBatchesOfTheirOwn() throws Exception {
        List<Delivery> first = LakeFixture.records(0, item(1), item(2));
        List<Delivery> second = LakeFixture.records(2, item(3));
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(List.of(first.get(0), first.get(1), second.get(0)));
        }

        assertThat(LakeFixture.names(lake, ITEMS)).hasSize(1);
    }

    // Failures.

    @Test
    void aPutThatFailsIsNotAcknowledgedAndAnotherTryHealsIt() throws Exception {
        FaultyObjectStore faulty = new FaultyObjectStore(
                lake,
                (operation, name) -> {
                    if (name.startsWith(ORDERS)) {
                        throw new IOException("throttled");
                    }
                },
                FaultyObjectStore.Hook.NONE);
        List<Delivery> records = LakeFixture.records(0, item(1), order(2), item(3));
        try (LakeFixture fixture = new LakeFixture(faulty, state)) {
            assertThatIOException().isThrownBy(() -> fixture.process(records)).withMessage("throttled");
        }
        assertThat(range(0).path("through").asLong()).isEqualTo(-1);

        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(records);
        }
        Map<String, List<String>> folders = LakeFixture.folders(lake, "db=");
        assertThat(ids(folders, ITEMS)).containsExactly("Items:1", "Items:3");
        assertThat(ids(folders, ORDERS)).containsExactly("Orders:2");
    }

    @Test
    void aBugInAStoreIsNotSwallowed() throws Exception {
        FaultyObjectStore faulty = new FaultyObjectStore(
                lake,
                (operation, name) -> {
                    if (name.startsWith("db=")) {
                        throw new IllegalStateException("bug");
                    }
                },
                FaultyObjectStore.Hook.NONE);
        try (LakeFixture fixture = new LakeFixture(faulty, state)) {
            assertThatThrownBy(() -> fixture.process(LakeFixture.records(0, item(1), order(2))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("bug");
        }
    }

    @Test
    void anObjectThatIsNotOursIsRefused() throws Exception {
        lake.create(ITEMS + "/hub-3-1-00000000000000000000.jsonl.gz", "not gzip".getBytes(StandardCharsets.UTF_8));
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            assertThatIOException()
                    .isThrownBy(() -> fixture.process(LakeFixture.records(0, item(1))))
                    .withMessageContaining("hub-3-1-00000000000000000000.jsonl.gz");
        }
    }

    @Test
    void aLedgerThatCannotBeReadIsRefused() throws Exception {
        state.compareAndSwap("ledger/hub/3.json", null, "{}x".getBytes(StandardCharsets.UTF_8));
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            assertThatIOException()
                    .isThrownBy(() -> fixture.process(LakeFixture.records(0, item(1))))
                    .withMessageContaining("ledger/hub/3.json");
        }
    }
}
