package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import dev.sluice.pipeline.UnplacedBatch;
import dev.sluice.replay.ReplayRequest;
import dev.sluice.replay.ReplayWorker;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A process that begins believes the ledger what stands in the lake, and nothing else. */
class OpenByFirstBatchTest {
    private static final String PLACE = "s3://bucket/lake";

    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore();
    private final CountingObjectStore counting = new CountingObjectStore(lake);

    private static byte[] insert(String table, int id) {
        return CesMessage.insert()
                .table("ShopDb", "dbo", table)
                .column("Id", "int")
                .key("Id", Integer.toString(id))
                .current("{\"Id\":\"" + id + "\"}")
                .logicalId(table + ":" + id)
                .body();
    }

    private static LakeWriter open(ObjectStore lake, ObjectStore state, Settings settings, String place) {
        return LakeWriter.openByFirstBatch(
                lake, state, settings.layout(), place, new VirtualTime(), Duration.ofSeconds(90));
    }

    /** A process takes a batch in, and ends. */
    private void process(ObjectStore lake, Settings settings, String place, long first, byte[]... bodies)
            throws IOException {
        try (LakeWriter writer = open(lake, state, settings, place)) {
            new ChangePipeline(settings, writer, state)
                    .process(new Batch(LakeFixture.HUB, LakeFixture.records(first, bodies)));
        }
    }

    private void process(long first, byte[]... bodies) throws IOException {
        counting.reset();
        process(counting, Settings.DEFAULT, PLACE, first, bodies);
    }

    private List<String> schemas() {
        return LakeFixture.names(lake, "_schemas/");
    }

    @Test
    void whatTheLedgerKnowsIsNotLookedFor() throws IOException {
        process(0, insert("Items", 1), insert("Orders", 2));
        assertThat(counting.names(StoreOperation.GET)).hasSize(3).contains("_layout.json");
        assertThat(schemas()).hasSize(2);

        process(2, insert("Items", 3), insert("Orders", 4));
        assertThat(counting.count(StoreOperation.GET)).isZero();
        assertThat(counting.count(StoreOperation.CREATE)).isEqualTo(2);
    }

    @Test
    void whatItDoesNotKnowIs() throws IOException {
        process(0, insert("Items", 1));
        process(1, insert("Items", 2), insert("Orders", 3));

        assertThat(counting.names(StoreOperation.GET))
                .singleElement()
                .satisfies(name -> assertThat(name).startsWith("_schemas/db=ShopDb/schema=dbo/table=Orders/"));
        assertThat(schemas()).hasSize(2);
    }

    /** What other writers keep in the ledger stays. */
    @Test
    void whoOpensALakeAtOnceBelievesNoLedger() throws IOException {
        process(0, insert("Items", 1));
        counting.reset();
        try (LakeFixture fixture = new LakeFixture(counting, state)) {
            fixture.process(LakeFixture.records(1, insert("Items", 2)));
        }
        assertThat(counting.names(StoreOperation.GET)).hasSize(2);

        process(2, insert("Items", 3));
        assertThat(counting.count(StoreOperation.GET)).isZero();
    }

    /** The state of one lake, given another. */
    @Test
    void ofAnotherPlaceNothingIsKnown() throws IOException {
        process(0, insert("Items", 1));
        MemoryObjectStore other = new MemoryObjectStore();
        process(other, Settings.DEFAULT, "s3://bucket/other", 1, insert("Items", 2));

        assertThat(LakeFixture.names(other, "_layout.json")).hasSize(1);
        assertThat(LakeFixture.names(other, "_schemas/")).isEqualTo(schemas());
    }

    @Test
    void anotherLayoutIsRefusedByTheFirstBatch() throws IOException {
        process(0, insert("Items", 1));
        List<String> before = LakeFixture.names(lake, "");
        byte[] ledger = LakeFixture.content(state, "ledger/hub/3.json");

        for (Map<String, String> other :
                List.of(Map.of("SLUICE_PARTITION", "hour"), Map.of("SLUICE_COMPRESSION", "none"))) {
            assertThatThrownBy(() -> process(lake, Settings.of(other), PLACE, 1, insert("Items", 2)))
                    .isInstanceOf(LayoutMismatchException.class);
        }
        assertThat(LakeFixture.names(lake, "")).isEqualTo(before);
        assertThat(LakeFixture.content(state, "ledger/hub/3.json")).isEqualTo(ledger);
    }

    /** However little there is to do, and before a replay is written down. */
    @Test
    void anotherLayoutIsRefusedBySweepAndReplay() throws IOException {
        new LakeFixture(lake, state).close();
        Settings other = Settings.of(Map.of("SLUICE_PARTITION", "hour"));
        ReplayRequest everything = ReplayRequest.parse("{}");

        try (LakeWriter writer = open(lake, state, other, PLACE)) {
            ReplayWorker replays = new ReplayWorker(
                    other,
                    new ChangePipeline(other, writer, state),
                    writer,
                    state,
                    new MemoryObjectStore(),
                    "",
                    null,
                    null);
            assertThatThrownBy(() -> new Sweep(other, writer, state).run(Instant.EPOCH))
                    .isInstanceOf(LayoutMismatchException.class);
            assertThatThrownBy(() -> replays.begin(everything, Instant.EPOCH))
                    .isInstanceOf(LayoutMismatchException.class);
            assertThatThrownBy(() -> writer.split(LakeFixture.HUB, "rules", 0, List.of(0L, 5L)))
                    .isInstanceOf(LayoutMismatchException.class);
        }
        assertThat(LakeFixture.names(state, "")).isEmpty();
    }

    @Test
    void bodiesWithoutAPlaceAreKeptInTheLayoutOfTheLake() throws IOException {
        UnplacedBatch batch = new UnplacedBatch(LakeFixture.HUB, -1, null, List.of(Slice.of("x")), "no offset");
        new LakeFixture(lake, state).close();

        Settings other = Settings.of(Map.of("SLUICE_COMPRESSION", "none"));
        try (LakeWriter writer = open(lake, state, other, PLACE)) {
            assertThatThrownBy(() -> new ChangePipeline(other, writer, state).keep(batch))
                    .isInstanceOf(LayoutMismatchException.class);
        }
        try (LakeWriter writer = open(lake, state, Settings.DEFAULT, PLACE)) {
            new ChangePipeline(Settings.DEFAULT, writer, state).keep(batch);
        }
        assertThat(LakeFixture.names(state, "quarantine/")).hasSize(1);
    }

    /** A batch that fails before its ledger is written tells the next process nothing. */
    @Test
    void whatABatchDidNotFinishIsLookedForAgain() throws IOException {
        process(0, insert("Items", 1));
        FaultyObjectStore.Hook noOrders = (operation, name) -> {
            if (operation == StoreOperation.CREATE && name.contains("table=Orders/date=")) {
                throw new IOException("out of order");
            }
        };
        FaultyObjectStore failing = new FaultyObjectStore(lake, noOrders, FaultyObjectStore.Hook.NONE);
        assertThatIOException().isThrownBy(() -> process(failing, Settings.DEFAULT, PLACE, 1, insert("Orders", 2)));
        assertThat(schemas()).hasSize(2);

        process(1, insert("Orders", 2));
        assertThat(counting.count(StoreOperation.GET)).isEqualTo(1);
        process(2, insert("Orders", 3));
        assertThat(counting.count(StoreOperation.GET)).isZero();
    }

    @Test
    void anotherShapeOfALedgerKnowsAsMuch() {
        Ledger ledger = Ledger.start("namespace/hub", "a1", 5L, 100).withStanding(new Standing(List.of("01")));

        assertThat(ledger.withNewEpoch(7L, 3, 77).standing()).isEqualTo(ledger.standing());
        assertThat(ledger.withRules("a2", 77).standing()).isEqualTo(ledger.standing());
        assertThat(ledger.withNewest(ledger.newest()).standing()).isEqualTo(ledger.standing());
    }

    /** The layout is among what stays known, so that a start can do without it. */
    @Test
    void aLedgerStaysSmall() throws IOException {
        process(0, IntStream.range(0, 100).mapToObj(i -> insert("Table" + i, i)).toArray(byte[][]::new));
        process(100, insert("Late", 1));
        process(101, insert("Late", 2));

        assertThat(counting.count(StoreOperation.GET)).isZero();
        assertThat(schemas()).hasSize(101);
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(LakeFixture.content(state, "ledger/hub/3.json"))
                        .path("standing"))
                .hasSize(64);
    }
}
