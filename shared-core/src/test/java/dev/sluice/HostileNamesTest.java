package dev.sluice;

import static dev.sluice.HostileInput.at;
import static dev.sluice.HostileInput.code;
import static dev.sluice.HostileInput.item;
import static dev.sluice.HostileInput.quarantined;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.pipeline.Outcome;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A name twice in one object has no meaning that is certain: its message is quarantined. */
@Timeout(120)
class HostileNamesTest {
    static Stream<Arguments> duplicates() {
        String object = "{\"a\":1,\"a\":2}";
        String escaped = "{\"a\":1,\"\\u0061\":2}";
        String apart = "{\"a\":{\"b\":1,\"c\":[{\"d\":1,\"b\":2,\"d\":3}]}}";
        return Stream.of(object, escaped, apart)
                .flatMap(value -> Stream.of("envelope", "data", "data object", "eventsource", "row", "row object")
                        .map(place -> Arguments.of(place, value)));
    }

    @ParameterizedTest(name = "{1} in {0}")
    @MethodSource("duplicates")
    void aNameTwiceInANestedValueIsQuarantined(String place, String value) {
        assertThat(code(at(place, value))).isEqualTo("duplicate_name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "\\u0069d", "type", "data", "logicalid", "operatio\\u006e"})
    void anAttributeTwiceIsQuarantined(String name) {
        String text = item().text();

        assertThat(code(text.substring(0, text.length() - 1) + ",\"" + name + "\":\"x\"}"))
                .isEqualTo("duplicate_name");
    }

    @Test
    void anUnknownAttributeTwiceIsQuarantined() {
        String text = item().text();

        assertThat(code(text.substring(0, text.length() - 1) + ",\"x\":1,\"\\u0078\":1}"))
                .isEqualTo("duplicate_name");
    }

    static Stream<Arguments> parts() {
        return Stream.of("db", "cols", "pkkey", "transaction", "commitlsn", "old", "current")
                .flatMap(part -> Stream.of(part, "\\u00" + Integer.toHexString(part.charAt(0)) + part.substring(1))
                        .map(spelling -> Arguments.of(part, spelling)));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("parts")
    void aPartOfDataTwiceIsQuarantined(String part, String spelling) {
        String twice = item().data()
                .replaceFirst("\"" + part + "\":", "\"" + spelling.replace("\\", "\\\\") + "\":null,\"" + part + "\":");

        assertThat(code(item().dataJson(twice).text())).isEqualTo("duplicate_name");
        assertThat(code(item().dataJson(CesMessage.quote(twice)).text())).isEqualTo("duplicate_name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Id\":\"1\",\"v\":\"a\",\"v\":\"a\"}",
                "{\"Id\":\"1\",\"v\":\"a\",\"\\u0076\":\"a\"}",
                "{\"Id\":\"1\",\"v\":null,\"v\":\"a\"}",
                "{\"Id\":\"1\",\"x\":\"a\",\"x\":\"a\"}",
                "{\"Id\":\"1\",\"x\":\"a\",\"v\":\"b\",\"\\u0078\":\"a\"}"
            })
    void aColumnTwiceInARowIsQuarantined(String row) {
        Outcome.Quarantined fault = quarantined(item().current(row).body());

        assertThat(fault.code()).isEqualTo("duplicate_name");
        assertThat(fault.where()).startsWith("/data/eventrow/current");
    }

    @ParameterizedTest
    @ValueSource(strings = {"eventsource", "eventrow", "\\u0065ventrow"})
    void aHalfOfDataTwiceIsQuarantined(String part) {
        String data = item().data();
        String twice = data.substring(0, data.length() - 1) + ",\"" + part + "\":{}}";

        assertThat(code(item().dataJson(twice).text())).isEqualTo("duplicate_name");
        assertThat(code(item().dataJson(CesMessage.quote(twice)).text())).isEqualTo("duplicate_name");
    }
}
