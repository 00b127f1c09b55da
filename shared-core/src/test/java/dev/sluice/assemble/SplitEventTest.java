package dev.sluice.assemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.Line;
import dev.sluice.Normalized;
import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.CountingObjectStore.Call;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** When the pieces of an event are a whole one, and what is said when they are not. */
class SplitEventTest {
    private static CesMessage event() {
        return CesMessage.insert()
                .column("Id", "int")
                .column("Text", "nvarchar(max)")
                .key("Id", "1");
    }

    private static String data(String text) {
        return event().current("{\"Id\":\"1\",\"Text\":\"" + text + "\"}").data();
    }

    private static byte[] piece(int index, boolean last, String fragment) {
        return event().attribute("segmentindex", Integer.toString(index))
                .attribute("finalsegment", Boolean.toString(last))
                .dataJson(CesMessage.quote(fragment))
                .body();
    }

    /** A piece of the older dialect, which says how many there are and marks none as the last. */
    private static byte[] counted(int index, int total, String fragment) {
        return event().without("segmentindex")
                .without("finalsegment")
                .attribute("splitindex", Integer.toString(index))
                .attribute("splittotalcnt", Integer.toString(total))
                .dataJson(CesMessage.quote(fragment))
                .body();
    }

    private static String start(String text) {
        return data(text).substring(0, 20);
    }

    private static String rest(String text) {
        return data(text).substring(20);
    }

    private static List<String> outcomes(List<byte[]> pieces) {
        return Normalized.of(pieces.toArray(byte[][]::new)).outcomes();
    }

    private static List<byte[]> beginnings(int count) {
        List<byte[]> pieces = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            pieces.add(piece(0, false, "no beginning " + i));
        }
        pieces.add(piece(0, false, start("x")));
        return pieces;
    }

    @Test
    void theOneOfManyWaysThatReadsIsTheEvent() {
        List<byte[]> pieces = beginnings(64);
        pieces.add(piece(1, true, rest("x")));

        assertThat(outcomes(pieces)).hasSize(65).last().isEqualTo("emitted 1");
    }

    @Test
    void moreThanSixtyFourWaysAreAConflict() {
        List<byte[]> pieces = beginnings(65);
        pieces.add(piece(1, true, rest("x")));

        Normalized normalized = Normalized.of(pieces.toArray(byte[][]::new));

        assertThat(normalized.outcomes()).containsOnly("quarantined conflict").hasSize(66);
        assertThat(((Outcome.Quarantined) normalized.report().items().get(0).outcome()).reason())
                .isEqualTo("more than 64 ways to put the pieces together");
    }

    @Test
    void whatMissesAPieceWaitsInHoweverManyWaysItBegins() {
        List<byte[]> pieces = beginnings(65);
        pieces.add(piece(2, true, "the end"));
        assertThat(outcomes(pieces))
                .hasSize(66)
                .containsOnly("parked 0", "parked 2 last")
                .last()
                .isEqualTo("parked 2 last");

        List<byte[]> unbegun = List.of(piece(2, false, start("x")), piece(3, true, rest("x")));
        assertThat(outcomes(unbegun)).containsExactly("parked 2", "parked 3 last");
    }

    @Test
    void whatMissesAnAnnouncedPieceWaitsInHoweverManyWaysItBegins() {
        List<byte[]> pieces = new ArrayList<>();
        for (int i = 0; i < 65; i++) {
            pieces.add(counted(0, 3, "beginning " + i));
        }
        pieces.add(counted(2, 3, "the end"));

        assertThat(outcomes(pieces)).hasSize(66).containsOnly("parked 0", "parked 2");
    }

    @Test
    void twoDifferentEventsFromTheSamePiecesAreAConflict() {
        List<byte[]> pieces =
                List.of(piece(1, true, rest("one")), piece(1, true, rest("two")), piece(0, false, start("one")));

        Normalized normalized = Normalized.of(pieces.toArray(byte[][]::new));

        assertThat(normalized.outcomes())
                .containsExactly("quarantined conflict", "quarantined conflict", "quarantined conflict");
        assertThat(((Outcome.Quarantined) normalized.report().items().get(0).outcome()).reason())
                .isEqualTo("several different events can be put together from the pieces");
    }

    @Test
    void theSameEventInTwoCutsIsOneEvent() {
        String data = data("x");
        List<byte[]> pieces = List.of(
                piece(1, false, data.substring(20, 30)),
                piece(1, true, data.substring(20)),
                piece(2, true, data.substring(30)),
                piece(0, false, data.substring(0, 20)));

        assertThat(outcomes(pieces)).filteredOn("emitted 1"::equals).hasSize(1);
    }

    @Test
    void whatDoesNotReadIsQuarantinedIfNothingCanBeMissing() {
        assertThat(outcomes(List.of(piece(0, false, "{\"eventsource\":{}"), piece(1, true, ",\"eventrow\":{}}"))))
                .containsExactly(
                        "quarantined no_table /data/eventsource/tbl", "quarantined no_table /data/eventsource/tbl");
    }

    /** Pieces are counted from 0 or from 1: the first one may be missing. */
    @Test
    void whatDoesNotReadAndIsCountedFromOneWaits() {
        assertThat(outcomes(List.of(piece(1, false, "{\"eventsource\":{}"), piece(2, true, ",\"eventrow\":{}}"))))
                .containsExactly("parked 1", "parked 2 last");
    }

    @Test
    void whatIsTooLongIsSoWhateverIsMissingInFront() {
        Settings settings = Settings.of(Map.of("SLUICE_MAX_EVENT_BYTES", "100"));
        Normalized normalized = Normalized.of(
                settings,
                Normalized.LOCAL,
                Normalized.deliveries(List.of(piece(1, false, start("x")), piece(2, true, rest("x")))));

        assertThat(normalized.outcomes())
                .hasSize(2)
                .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined event_too_long"));
    }

    // With a store.

    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final CountingObjectStore state = new CountingObjectStore(new MemoryObjectStore());

    private void process(long first, byte[]... bodies) throws IOException {
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(first, bodies));
        }
    }

    private Line line() {
        List<String> names = LakeFixture.names(lake, "db=");
        assertThat(names).hasSize(1);
        List<String> lines = LakeFixture.lines(lake, names.get(0));
        assertThat(lines).hasSize(1);
        return new Line(lines.get(0));
    }

    @Test
    void aPieceThatComesAgainStandsWhereItWasParkedFirst() throws IOException {
        String data = data("x");
        process(4, piece(0, false, data.substring(0, 20)), piece(2, true, data.substring(30)));
        process(6, piece(0, false, data.substring(0, 20)), piece(1, false, data.substring(20, 30)));

        assertThat(line().raw("source", "offset")).isEqualTo("4");
    }

    /** An owner died between the mark and its object; who comes next has the same event, or another one of its id. */
    @Test
    void aMarkWithoutAnObjectIsMadeTrueByItsOwnEventOnly() throws IOException {
        FaultyObjectStore.Hook dies = (operation, name) -> {
            if (operation == StoreOperation.CREATE && name.startsWith("done/")) {
                throw new IOException("died");
            }
        };
        try (LakeFixture dying =
                new LakeFixture(lake, new FaultyObjectStore(state, FaultyObjectStore.Hook.NONE, dies))) {
            assertThatIOException()
                    .isThrownBy(() -> dying.process(
                            LakeFixture.records(0, piece(0, false, start("x")), piece(1, true, rest("x")))))
                    .withMessage("died");
        }
        assertThat(LakeFixture.names(state, "done/")).hasSize(1);
        assertThat(LakeFixture.names(lake, "db=")).isEmpty();

        process(2, piece(0, false, start("y")), piece(1, true, rest("y")));
        assertThat(LakeFixture.names(lake, "db=")).isEmpty();
        assertThat(LakeFixture.names(state, "quarantine/")).hasSize(1);

        process(4, piece(0, false, start("x")), piece(1, true, rest("x")));
        assertThat(line().raw("after")).isEqualTo("{\"Id\":1,\"Text\":\"x\"}");
        assertThat(line().raw("source", "offset")).as("as its mark says").isEqualTo("0");
        assertThat(LakeFixture.names(lake, "_schemas/")).hasSize(1);
        assertThat(LakeFixture.names(state, "done/")).hasSize(1);
    }

    @Test
    void theListOfWhatWaitsTellsWhatIsMissing() throws IOException {
        process(0, piece(0, false, start("x")), piece(1, false, "more"), piece(4, true, "the end"));

        try (LakeWriter writer = LakeWriter.open(lake, state, Settings.DEFAULT.layout())) {
            assertThat(new Sweep(Settings.DEFAULT, writer, state).list())
                    .extracting(item -> item.fate() + " " + item.missing())
                    .containsExactly("WAITING 2-3");
        }
    }

    private Map<String, Long> loads() {
        return state.calls().stream()
                .filter(call ->
                        call.operation() == StoreOperation.GET && call.name().startsWith("parked/"))
                .map(Call::name)
                .map(name -> name.replaceAll(".*/([0-9]{6}).*", "$1"))
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    }

    @Test
    void aParkedPieceOfAnEventOfUsualSizeIsLoadedOnce() throws IOException {
        String data = data("x");
        process(0, piece(0, false, data.substring(0, 20)));
        process(1, piece(1, false, data.substring(20, 30)));
        state.reset();

        process(2, piece(2, true, data.substring(30)));

        assertThat(loads()).isEqualTo(Map.of("000000", 1L, "000001", 1L));
        assertThat(line().raw("source", "offset")).isEqualTo("0");
    }

    /** What is held in memory of an event is bounded. */
    @Test
    void ofALongEventTheFirstEightMebibytesAreKeptOnly() throws IOException {
        String data = event().column("More", "nvarchar(max)")
                .column("Last", "nvarchar(max)")
                .current("{\"Id\":\"1\",\"Text\":\"" + "a".repeat(3 << 20) + "\",\"More\":\"" + "b".repeat(3 << 20)
                        + "\",\"Last\":\"" + "c".repeat(3 << 20) + "\"}")
                .data();
        int third = data.length() / 3;
        process(0, piece(0, false, data.substring(0, third)));
        process(1, piece(1, false, data.substring(third, 2 * third)));
        process(2, piece(2, false, data.substring(2 * third, data.length() - 1)));
        state.reset();

        process(3, piece(3, true, "}"));

        Map<String, Long> loads = loads();
        assertThat(loads.get("000000")).isEqualTo(1);
        assertThat(loads.get("000001")).isEqualTo(1);
        assertThat(loads.get("000002")).isGreaterThan(1);
        assertThat(line().raw("after")).hasSizeGreaterThan(9 << 20);
    }

    @Test
    void theNamesOfTheKnownPiecesAreAscending() {
        List<PieceName> names = new ArrayList<>();
        SplitEvent event = new SplitEvent(Slice.of("event"));
        for (int index : new int[] {2, 0, 1}) {
            PieceName name = new PieceName(index, false, "h");
            names.add(name);
            HeldPiece piece = new HeldPiece(name, ParkedSetTest.place(index), Slice.of("x"));
            assertThat(event.add(piece, 0)).isTrue();
            assertThat(event.add(piece, 0)).isFalse();
        }
        Collections.sort(names);
        assertThat(event.names()).isEqualTo(names);
        assertThat(event.logicalId().toString()).isEqualTo("event");
    }
}
