package dev.sluice;

import static dev.sluice.HostileInput.at;
import static dev.sluice.HostileInput.code;
import static dev.sluice.HostileInput.item;
import static dev.sluice.HostileInput.nested;
import static dev.sluice.HostileInput.quarantined;
import static dev.sluice.HostileInput.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.pipeline.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is deeper, longer or wider than the limits is quarantined, and what just fits is read. */
@Timeout(120)
class HostileLimitsTest {
    // Nested.

    static Stream<Arguments> nestings() {
        return Stream.of("[", "{\"a\":")
                .flatMap(open -> Stream.of(
                        Arguments.of(open, "envelope"),
                        Arguments.of(open, "data"),
                        Arguments.of(open, "data object"),
                        Arguments.of(open, "eventsource"),
                        Arguments.of(open, "row"),
                        Arguments.of(open, "row object"),
                        Arguments.of(open, "element")));
    }

    @ParameterizedTest(name = "{0} in {1}")
    @MethodSource("nestings")
    void fiftyThousandLevelsAreQuarantined(String open, String place) {
        assertThat(code(at(place, nested(open, 50_000)))).isEqualTo("too_deep");
        assertThat(code(at(place, open.repeat(50_000)))).isIn("too_deep", "truncated");
    }

    @Test
    void fiftyThousandLevelsAloneAreQuarantined() {
        for (String body : List.of(
                "[".repeat(50_000),
                "{\"a\":".repeat(50_000),
                "[{\"a\":".repeat(50_000),
                nested("[", 50_000),
                nested("{\"a\":", 50_000))) {
            quarantined(utf8(body));
        }
    }

    @ParameterizedTest(name = "{0} in {1}")
    @MethodSource("nestings")
    void fiveHundredLevelsAreReadAndOneMoreIsNot(String open, String place) {
        int around = switch (place) {
            case "envelope", "data", "row", "element" -> 1;
            case "data object", "eventsource" -> 2;
            default -> 3;
        };
        String most = at(place, nested(open, 500 - around));
        String tooMany = at(place, nested(open, 501 - around));

        assertThat(Normalized.of(most).outcomes()).containsExactly("emitted 1");
        assertThat(code(tooMany)).isEqualTo("too_deep");
    }

    @Test
    void theDepthIsASetting() {
        Settings settings = Settings.of(Map.of("SLUICE_MAX_DEPTH", "5"));

        assertThat(Normalized.of(item().attribute("x", nested("[", 4)), "SLUICE_MAX_DEPTH", "5")
                        .outcomes())
                .containsExactly("emitted 1");
        assertThat(quarantined(settings, item().attribute("x", nested("[", 5)).body())
                        .code())
                .isEqualTo("too_deep");
    }

    // Limits.

    @ParameterizedTest
    @ValueSource(strings = {"envelope", "data", "data object", "eventsource", "row", "row object"})
    void aNumberOf4096CharactersIsReadAndALongerOneIsNot(String place) {
        assertThat(Normalized.of(at(place, "1".repeat(4096))).outcomes()).containsExactly("emitted 1");
        assertThat(code(at(place, "1".repeat(4097)))).isEqualTo("number_too_long");
        assertThat(code(at(place, "-0." + "1".repeat(4094)))).isEqualTo("number_too_long");
        assertThat(code(at(place, "1e" + "1".repeat(4095)))).isEqualTo("number_too_long");
    }

    @Test
    void aLongNumberSentAsTextIsText() {
        Line line = Normalized.of(CesMessage.value("int", "\"" + "1".repeat(4097) + "\""))
                .line();

        assertThat(line.string("after", "v")).isEqualTo("1".repeat(4097));
        assertThat(line.flags()).isEqualTo("[untyped:v]");
    }

    private static CesMessage wide(int declared, int inRow) {
        CesMessage message = CesMessage.insert();
        StringBuilder row = new StringBuilder("{");
        for (int i = 0; i < Math.max(declared, inRow); i++) {
            if (i < declared) {
                message.column("c" + i, "int");
            }
            if (i < inRow) {
                row.append(i == 0 ? "" : ",")
                        .append("\"c")
                        .append(i)
                        .append("\":\"")
                        .append(i)
                        .append('"');
            }
        }
        return message.current(row.append('}').toString());
    }

    @Test
    void aTableOf4096ColumnsIsReadAndAWiderOneIsNot() {
        assertThat(Normalized.of(wide(4096, 4096)).outcomes()).containsExactly("emitted 1");
        assertThat(quarantined(wide(4097, 4096).body()).code()).isEqualTo("too_many_columns");
        assertThat(quarantined(wide(4096, 4097).body()).code()).isEqualTo("too_many_columns");
    }

    @Test
    void aRowOf4096UndeclaredColumnsIsReadAndAWiderOneIsNot() {
        assertThat(Normalized.of(wide(0, 4096)).outcomes()).containsExactly("emitted 1");
        assertThat(quarantined(wide(0, 4097).body()).code()).isEqualTo("too_many_columns");
    }

    @Test
    void aRecordOverTheLimitIsQuarantined() {
        byte[] body = item().body();
        Settings exact = Settings.of(Map.of("SLUICE_MAX_RECORD_BYTES", Integer.toString(body.length + 100)));
        byte[] tooLong = Arrays.copyOf(body, body.length + 101);
        Arrays.fill(tooLong, body.length, tooLong.length, (byte) ' ');

        assertThat(quarantined(exact, tooLong).code()).isEqualTo("record_too_long");
        assertThat(Normalized.of(
                                exact,
                                Normalized.LOCAL,
                                Normalized.deliveries(List.of(Arrays.copyOf(tooLong, body.length + 100))))
                        .outcomes())
                .containsExactly("emitted 1");
    }

    @Test
    void aRecordOfMoreThan64MebibytesIsQuarantined() {
        byte[] body = new byte[(64 << 20) + 1];
        Arrays.fill(body, (byte) ' ');
        body[0] = '{';
        body[body.length - 1] = '}';

        assertThat(quarantined(body).code()).isEqualTo("record_too_long");
    }
}
