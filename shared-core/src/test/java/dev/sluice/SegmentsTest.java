package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lake.LakePath;
import dev.sluice.text.Slice;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A piece of an event is parked, never dropped and never taken for a whole one. */
class SegmentsTest {
    @ParameterizedTest
    @CsvSource({
        "split-base0/input-0,              parked 0",
        "split-base0/input-1,              parked 1",
        "split-base0/input-2,              parked 1",
        "split-base0/input-3,              parked 2 last",
        "split-base0-conflict/input-2,     parked 1",
        "split-base1/input-0,              parked 1",
        "split-base1/input-1,              parked 2",
        "split-base1/input-2,              parked 3 last",
        "split-incomplete/input-0,         parked 0",
        "split-incomplete/input-1,         parked 2 last",
        "split-pair-final-index-1/input-0, parked 1 last",
        "split-pair-final-index-1/input-1, parked 0",
        "split-same-id/input-0,            parked 0",
        "split-same-id/input-1,            parked 1 last",
        "legacy-base0/input-0,             parked 0",
        "legacy-base0/input-1,             parked 1",
        "legacy-base0/input-2,             parked 2",
        "legacy-base1/input-0,             parked 1",
        "legacy-base1/input-1,             parked 2",
        "legacy-base1/input-2,             parked 3",
    })
    void everyPieceOfASampleIsParked(String file, String outcome) {
        Normalized normalized = Normalized.of(Golden.file("segments/" + file + ".json"));

        assertThat(normalized.outcomes()).containsExactly(outcome);
        assertThat(normalized.parked()).hasSize(1);
        assertThat(normalized.lines()).isEmpty();
    }

    private static CesMessage piece(String index, String last) {
        return CesMessage.insert()
                .attribute("segmentindex", index)
                .attribute("finalsegment", last)
                .dataJson("\"a fragment \\ud83d\"");
    }

    @Test
    void aPieceIsParkedUnderTheLogicalIdOfItsSet() {
        assertThat(Normalized.of(piece("3", "false")).parked())
                .containsExactly(LakePath.eventHash(Slice.of(CesMessage.LOGICAL_ID)));
    }

    @ParameterizedTest
    @CsvSource({
        "2,false,parked 2",
        "\"2\",\"false\",parked 2",
        "2.0,false,parked 2",
        "2,true,parked 2 last",
        "10000,true,parked 10000 last"
    })
    void anIndexMayBeWrittenInManyWays(String index, String last, String outcome) {
        assertThat(Normalized.of(piece(index, last)).outcomes()).containsExactly(outcome);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "\"x\"", "\"\"", "true", "{}", "1e2", "99999999999999999999"})
    void anIndexThatIsNoneIsQuarantined(String index) {
        assertThat(Normalized.of(piece(index, "false")).outcomes())
                .containsExactly("quarantined bad_segment /segmentindex");
    }

    @Test
    void anIndexBeyondTheLimitIsQuarantined() {
        assertThat(Normalized.of(piece("10001", "false")).outcomes())
                .containsExactly("quarantined too_many_segments /segmentindex");
        assertThat(Normalized.of(piece("6", "false"), "SLUICE_MAX_SEGMENTS", "5")
                        .code())
                .isEqualTo("too_many_segments");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "\"yes\"", "\"\"", "[]"})
    void aFinalMarkThatIsNoneIsQuarantined(String last) {
        assertThat(Normalized.of(piece("2", last)).outcomes()).containsExactly("quarantined bad_segment /finalsegment");
    }

    @Test
    void aPieceWithoutALogicalIdIsQuarantined() {
        assertThat(Normalized.of(piece("2", "false").without("logicalid")).outcomes())
                .containsExactly("quarantined bad_segment /logicalid");
    }

    @Test
    void aPieceWithoutDataIsQuarantined() {
        assertThat(Normalized.of(piece("2", "false").dataJson("\"\"")).code()).isEqualTo("no_data");
    }

    @Test
    void theOnlyPieceCountedFromZeroMustBeWhole() {
        assertThat(Normalized.of(piece("0", "true")).outcomes())
                .singleElement()
                .asString()
                .startsWith("quarantined not_json /data");
    }

    @Test
    void aPieceOfBytesMayEndInsideACharacter() {
        String base64 = Base64.getEncoder().encodeToString(new byte[] {'{', (byte) 0xF0, (byte) 0x9F});
        CesMessage message = piece("0", "false").attribute("data_base64", CesMessage.quote(base64));

        assertThat(Normalized.of(message).outcomes()).containsExactly("parked 0");
    }

    @Test
    void aPieceMayStandInAnArray() {
        assertThat(Normalized.of("[" + piece("2", "false").text() + ","
                                + piece("3", "true").text() + "]")
                        .outcomes())
                .containsExactly("parked 2", "parked 3 last");
    }

    /** Whether one is the last is not known, and must not be guessed: the set would be taken for complete too early. */
    @Test
    void aPieceWithoutAFinalMarkIsNotCalledTheLast() {
        assertThat(Normalized.of(piece("3", "true").without("finalsegment")).outcomes())
                .singleElement()
                .isNotEqualTo("parked 3 last");
    }
}
