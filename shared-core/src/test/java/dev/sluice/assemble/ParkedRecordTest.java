package dev.sluice.assemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in a parked object. */
class ParkedRecordTest {
    private static final Place PLACE = new Place(new Origin("hub", 3, 2), new Position(41, 1, 5), 1_778_051_290_000L);
    private static final String HEADER = "{\"stream\":\"hub\",\"partition\":3,\"epoch\":2,\"offset\":41,\"item\":1,"
            + "\"items\":5,\"broker_time\":1778051290000";

    private static String text(ParkedRecord parked) throws IOException {
        return new String(parked.content(), StandardCharsets.UTF_8);
    }

    private static ParkedRecord read(String content) throws IOException {
        return ParkedRecord.read("the key", content.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertSame(ParkedRecord some, ParkedRecord other) {
        assertThat(some.place()).isEqualTo(other.place());
        assertThat(some.through()).isEqualTo(other.through());
        assertThat(some.first()).isEqualTo(other.first());
        assertThat(some.raw().toString()).isEqualTo(other.raw().toString());
    }

    @Test
    void aLineTellsWhereTheMessageStoodAndTheMessageFollows() throws IOException {
        Slice within = Slice.of("[a\nb]".getBytes(StandardCharsets.UTF_8), 1, 4);

        assertThat(text(new ParkedRecord(PLACE, within))).isEqualTo(HEADER + "}\na\nb");
        assertThat(text(new ParkedRecord(PLACE, 0, null, within))).isEqualTo(HEADER + ",\"through\":0}\na\nb");
        assertThat(text(new ParkedRecord(PLACE, 57, null, within))).isEqualTo(HEADER + ",\"through\":57}\na\nb");
        assertThat(text(new ParkedRecord(PLACE, -1, new HalfName(true, 3, 2, 40, 0), within)))
                .isEqualTo(HEADER + ",\"first\":\"before-3-2-00000000000000000040-000000\"}\na\nb");
    }

    @Test
    void itIsReadBackAsItWasWritten() throws IOException {
        Place untimed = new Place(new Origin("other", 0, 1), new Position(0, 0, 1), null);
        for (ParkedRecord parked : new ParkedRecord[] {
            new ParkedRecord(PLACE, Slice.of("x\ny\n")),
            new ParkedRecord(untimed, Slice.EMPTY),
            new ParkedRecord(untimed, 0, null, Slice.of("\n")),
            new ParkedRecord(PLACE, 57, new HalfName(true, 3, 2, 40, 6), Slice.of("x"))
        }) {
            assertSame(read(text(parked)), parked);
        }
    }

    @Test
    void aLineOfAnOlderVersionHasOneItem() throws IOException {
        assertThat(read("{\"stream\":\"hub\",\"partition\":3,\"epoch\":2,\"offset\":41,\"item\":0}\nx")
                        .place())
                .isEqualTo(new Place(new Origin("hub", 3, 2), new Position(41, 0, 1), null));
    }

    @Test
    void anObjectThatIsCutOffBehindItsLineHasAnEmptyMessage() throws IOException {
        assertThat(read(HEADER + "}").raw().length()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"not ours\nx", "{\"stream\":\"hub\"", "{\"stream\":\n\"hub\"}"})
    void whatDoesNotBeginWithOurLineIsRefused(String content) {
        assertThatIOException()
                .isThrownBy(() -> read(content))
                .withMessage("the key does not begin with a line of ours");
    }
}
