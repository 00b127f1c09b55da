package dev.sluice;

import static dev.sluice.HostileInput.at;
import static dev.sluice.HostileInput.code;
import static dev.sluice.HostileInput.golden;
import static dev.sluice.HostileInput.item;
import static dev.sluice.HostileInput.quarantined;
import static dev.sluice.HostileInput.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever text arrives: cut off anywhere, not UTF-8, not JSON, or good and large. */
@Timeout(120)
class HostileTextTest {
    // Cut off.

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ces/gen-c-update-full",
                "ces/gen-b-delete",
                "ces/data-as-object",
                "ces/data-base64",
                "ces/batch-array",
                "dataworks/insert",
                "dataworks/full-sync-row",
                "dataworks/ddl-alter",
                "dataworks/oms-v2-update",
                "canal/update-multirow",
                "canal/insert-all-types",
                "canal/tidb-watermark"
            })
    void aMessageCutOffAtAnyByteIsQuarantined(String name) throws IOException {
        byte[] whole = golden(name);
        List<byte[]> cut = IntStream.range(0, whole.length)
                .mapToObj(length -> Arrays.copyOf(whole, length))
                .toList();
        int end = new String(whole, StandardCharsets.UTF_8).stripTrailing().getBytes(StandardCharsets.UTF_8).length;

        Normalized normalized =
                Normalized.of(Settings.DEFAULT, Normalized.LOCAL, Normalized.deliveries(new ArrayList<>(cut)));

        List<BatchReport.Item> items = normalized.report().items();
        assertThat(Normalized.text(items.get(0).outcome())).isEqualTo("skipped empty");
        for (BatchReport.Item item : items.subList(1, items.size())) {
            if (item.offset() < end) {
                assertThat(Normalized.text(item.outcome()))
                        .as("cut at " + item.offset())
                        .isEqualTo("quarantined truncated byte " + item.offset());
            }
        }
    }

    // Not UTF-8.

    static Stream<Arguments> malformed() {
        Map<String, int[]> classes = Map.ofEntries(
                Map.entry("overlong 2", new int[] {0xC0, 0xAF}),
                Map.entry("overlong NUL", new int[] {0xC0, 0x80}),
                Map.entry("overlong 3", new int[] {0xE0, 0x80, 0xAF}),
                Map.entry("overlong 4", new int[] {0xF0, 0x80, 0x80, 0xAF}),
                Map.entry("high surrogate", new int[] {0xED, 0xA0, 0x80}),
                Map.entry("low surrogate", new int[] {0xED, 0xBF, 0xBF}),
                Map.entry("surrogate pair", new int[] {0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80}),
                Map.entry("above U+10FFFF", new int[] {0xF4, 0x90, 0x80, 0x80}),
                Map.entry("F5", new int[] {0xF5, 0x80, 0x80, 0x80}),
                Map.entry("FE", new int[] {0xFE}),
                Map.entry("FF", new int[] {0xFF}),
                Map.entry("lone continuation", new int[] {0x80}),
                Map.entry("truncated 2", new int[] {0xC3}),
                Map.entry("truncated 3", new int[] {0xE2, 0x82}),
                Map.entry("truncated 4", new int[] {0xF0, 0x9F, 0x8D}),
                Map.entry("Latin-1", new int[] {0xE9, 'x'}));
        return classes.entrySet().stream()
                .flatMap(bytes -> Stream.of(
                                "envelope value", "envelope name", "data", "row value", "row name", "outside", "base64")
                        .map(place -> Arguments.of(bytes.getKey(), place, bytes.getValue())));
    }

    @ParameterizedTest(name = "{0} in {1}")
    @MethodSource("malformed")
    void bytesThatAreNotUtf8AreQuarantined(String name, String place, int[] bytes) {
        assertThat(name).isNotEmpty();
        String text = switch (place) {
            case "envelope value" -> item().attribute("x", "\"a@b\"").text();
            case "envelope name" -> item().attribute("a@b", "1").text();
            case "data" -> item().source("x", "\"a@b\"").text();
            case "row value" -> item().current("{\"Id\":\"1\",\"v\":\"a@b\"}").text();
            case "row name" -> item().current("{\"Id\":\"1\",\"a@b\":\"\"}").text();
            case "outside" -> item().text() + "@";
            default -> item().current("{\"Id\":\"1\",\"v\":\"a@b\"}").data();
        };
        byte[] body = replace(utf8(text), bytes);
        if (place.equals("base64")) {
            body = item().attribute(
                            "data_base64", CesMessage.quote(Base64.getEncoder().encodeToString(body)))
                    .body();
        }

        Outcome.Quarantined fault = quarantined(body);
        assertThat(fault.code()).isEqualTo("not_utf8");
        int at = text.indexOf('@');
        assertThat(fault.where()).isEqualTo((place.equals("base64") ? "/data_base64 byte " : "byte ") + at);
    }

    private static byte[] replace(byte[] text, int[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte b : text) {
            if (b == '@') {
                IntStream.of(bytes).forEach(out::write);
            } else {
                out.write(b);
            }
        }
        return out.toByteArray();
    }

    // Not JSON.

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN",
                "Infinity",
                "-Infinity",
                "undefined",
                "True",
                "nul",
                "nulll",
                "'x'",
                "+1",
                "01",
                "-",
                "-01",
                "1.",
                ".5",
                "1e",
                "1e+",
                "0x10",
                "1 2",
                "\"a\nb\"",
                "\"a\tb\"",
                "\"a\u0000b\"",
                "\"a\u001fb\"",
                "\"\\x41\"",
                "\"\\u12g4\"",
                "\"\\U0041\"",
                "\"\\\n\"",
                "[1,]",
                "[,1]",
                "[1 1]",
                "{,}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "{1:1}",
                "{\"a\":1 \"b\":2}",
                "[1}",
                "{\"a\":1]",
                "/* c */ 1",
                "1 // c\n",
                "# c\n1"
            })
    void whatIsNotJsonIsQuarantinedAtEveryLevel(String value) {
        for (String place : List.of("envelope", "data", "data object", "eventsource", "row", "row object", "element")) {
            assertThat(code(at(place, value))).as(place).isEqualTo("not_json");
        }
    }

    @Test
    void aWrongEscapeAtTheEndIsNotCalledACut() {
        assertThat(code("{\"a\":\"\\x\"}")).isEqualTo("not_json");
        assertThat(code("{\"data\":\"\\x\"}")).isEqualTo("not_json");
        assertThat(code("{\"data\":\"\\u1\"}")).isEqualTo("not_json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "{}", ",", "]", "}", "\u0000", "null", "//", "\uFEFF"})
    void textBehindTheEventIsQuarantined(String more) {
        assertThat(code(item().text() + more)).isEqualTo("trailing_text");
        assertThat(code(item().text() + " \n" + more)).isEqualTo("trailing_text");
        assertThat(code("[" + item().text() + "]" + more)).isEqualTo("trailing_text");
        assertThat(code(item().dataJson(CesMessage.quote(item().data() + more)).text()))
                .isEqualTo("trailing_text");
        assertThat(code(item().current("{\"Id\":\"1\",\"v\":\"x\"}" + more).text()))
                .isEqualTo("trailing_text");
    }

    // Large, and still exact.

    @Test
    void fiveMegabytesOfTextComeOutExactly() {
        String text = "Zoë 🍎 \\\\ \\\" \\n \\u0000 \\ud83d ".repeat(175_000);
        Line line = Normalized.of(item().current("{\"Id\":\"1\",\"v\":\"" + text + "\"}"))
                .line();

        assertThat(text.length()).isGreaterThan(4_500_000);
        assertThat(line.string("after", "v")).isEqualTo(text);
    }

    @Test
    void fiveMegabytesWithoutEscapesComeOutExactly() {
        String text = "0123456789abcdef".repeat(327_680);
        Line line = Normalized.of(item().current("{\"Id\":\"1\",\"v\":\"" + text + "\"}"))
                .line();

        assertThat(line.string("after", "v")).isEqualTo(text);
    }

    /** The same pair and the same halves, spelled on any of the three levels: what counts is the text in UTF-16. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uD83C\uDF4E",
                "\\ud83c\\udf4e",
                "\\\\ud83c\\\\udf4e",
                "\\\\\\\\ud83c\\\\\\\\udf4e",
                "\\ud83c\\\\udf4e",
                "\\\\ud83c\\udf4e",
                "\\ud83c\\\\\\\\udf4e",
                "\\\\\\\\ud83c\\udf4e",
                "\\\\ud83c\\\\\\\\udf4e",
                "\\ud83c \\udf4e",
                "\\udf4e\\ud83c",
                "\\ud83c\\\\\\\\ud83c\\udf4e",
                "\\\\u0000\\\\\\\\u0000",
                "\\ud83c\\\\n\\udf4e"
            })
    void surrogatesOfAllLevelsMeetAsTheyWouldInUtf16(String spelling) throws IOException {
        String data = "{\"eventsource\":{\"tbl\":\"t\",\"cols\":[{\"name\":\"v\",\"type\":\"text\"}]},"
                + "\"eventrow\":{\"current\":\"{\\\"v\\\":\\\"@\\\"}\"}}";
        String body =
                item().dataJson(CesMessage.quote(data).replace("@", spelling)).text();
        JsonMapper json = new JsonMapper();
        String expected;
        try {
            String inner = json.readTree(json.readTree(body).path("data").asText())
                    .path("eventrow")
                    .path("current")
                    .asText();
            expected = json.readTree(inner).path("v").asText();
        } catch (JsonProcessingException e) {
            assertThat(code(body)).isEqualTo("not_json");
            return;
        }

        Line line = Normalized.of(body).line();

        assertThat(json.readTree(line.raw("after", "v")).asText()).isEqualTo(expected);
        assertThat(line.raw("after", "v")).isEqualTo(CesMessage.quote(expected));
    }
}
