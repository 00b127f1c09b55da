package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lake.Ledger;
import dev.sluice.store.MemoryObjectStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where in the lake control events, heartbeats and halves of updates end. */
class ControlLakeTest {
    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore();

    private static byte[] sample(String name) {
        return Golden.inputs(name).get(0);
    }

    private Ledger ledger() throws IOException {
        return Ledger.parse(LakeFixture.content(state, "ledger/hub/3.json"));
    }

    @Test
    void aControlEventHasAFolderByItsKindAndDate() throws IOException {
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(
                    7,
                    sample("dataworks/ddl-create"),
                    sample("dataworks/insert"),
                    sample("dataworks/ddl-erase"),
                    sample("dataworks/transaction-begin"),
                    sample("canal/ddl-truncate"),
                    sample("canal/statement-not-row"),
                    sample("dataworks/op-unknown")));
        }

        assertThat(LakeFixture.names(lake, "_control/"))
                .containsExactlyInAnyOrder(
                        "_control/kind=ddl/date=2026-09-21/hub-3-1-00000000000000000007.jsonl.gz",
                        "_control/kind=transaction/date=2026-09-21/hub-3-1-00000000000000000010.jsonl.gz",
                        "_control/kind=truncate/date=2026-10-03/hub-3-1-00000000000000000011.jsonl.gz",
                        "_control/kind=statement/date=2026-10-03/hub-3-1-00000000000000000012.jsonl.gz",
                        "_control/kind=unknown/date=2026-09-21/hub-3-1-00000000000000000013.jsonl.gz");
        List<String> ddl = LakeFixture.folders(lake, "_control/kind=ddl/").get("_control/kind=ddl/date=2026-09-21");
        assertThat(ddl).hasSize(2).allSatisfy(LineSchemas::assertValidControl);
        assertThat(LakeFixture.folders(lake, "db=warehouse_db/").keySet())
                .containsExactly("db=warehouse_db/schema=__HIVE_DEFAULT_PARTITION__/table=crate/date=2026-09-21");
    }

    @Test
    void redeliveredControlEventsStandOnce() throws IOException {
        List<byte[]> bodies =
                List.of(sample("canal/ddl-create"), sample("canal/ddl-erase"), sample("canal/ddl-alter-comment"));
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(0, bodies.get(0), bodies.get(1)));
            fixture.process(LakeFixture.records(0, bodies.toArray(byte[][]::new)));
        }

        assertThat(LakeFixture.folders(lake, "_control/").values())
                .containsExactly(LakeFixture.folders(lake, "_control/").get("_control/kind=ddl/date=2026-10-03"));
        assertThat(LakeFixture.folders(lake, "_control/").get("_control/kind=ddl/date=2026-10-03"))
                .extracting(line -> new Line(line).string("op"))
                .containsExactly("CREATE", "ERASE", "ALTER");
    }

    @Test
    void aHeartbeatMovesTheSourceTimeAndNothingElse() throws IOException {
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(0, sample("dataworks/heartbeat")));
            assertThat(ledger().newest().sourceTime()).isEqualTo(1_790_002_074_000L);

            fixture.process(LakeFixture.records(1, sample("dataworks/doc-heartbeat"), sample("dataworks/insert")));
        }

        assertThat(ledger().newest().sourceTime()).isEqualTo(1_790_002_074_000L);
        assertThat(ledger().newest().ranges().get(0).through()).isEqualTo(2);
        assertThat(LakeFixture.names(lake, "_control/")).isEmpty();
        assertThat(LakeFixture.names(state, "quarantine/")).isEmpty();
    }

    /** Its fate is known when the run ends, after that of the records behind it. */
    @Test
    void aHalfWithoutASequenceStandsInItsPlaceInTheQuarantine() throws IOException {
        byte[] noise = "no JSON".getBytes(StandardCharsets.UTF_8);
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(
                    0,
                    noise,
                    withoutSequence("dataworks/doc-update-befor"),
                    noise,
                    withoutSequence("dataworks/update-befor-key-change"),
                    noise));
        }

        assertThat(LakeFixture.folders(state, "quarantine/").values())
                .hasSize(1)
                .allSatisfy(lines -> assertThat(lines)
                        .extracting(line -> new Line(line).raw("offset") + new Line(line).string("code"))
                        .containsExactly("0not_json", "1unpaired", "2not_json", "3unpaired", "4not_json"));
    }

    private static byte[] withoutSequence(String name) {
        return new String(sample(name), StandardCharsets.UTF_8)
                .replaceFirst("(\"sequenceId\" *: *\")[0-9]+\"", "$1-1\"")
                .getBytes(StandardCharsets.UTF_8);
    }
}
