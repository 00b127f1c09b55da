package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever arrives: no exception, no hang, a code and a place, and the neighbours come out. The time limits are guards
 * against work that grows with the square of the input, with a wide margin.
 */
@Timeout(120)
class HostileInputTest {
    private static final Duration HANG = Duration.ofSeconds(60);

    private static byte[] golden(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(HostileInputTest.class.getResourceAsStream("/golden/" + name + "/input.json"))) {
            return in.readAllBytes();
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static CesMessage item() {
        return CesMessage.insert()
                .column("Id", "int")
                .column("v", "nvarchar(max)")
                .key("Id", "1")
                .current("{\"Id\":\"1\",\"v\":\"SENTINEL\"}");
    }

    private static CesMessage good(String logicalId) {
        return item().logicalId(logicalId);
    }

    /** The bad body between two good ones: it is quarantined, once, whole (or its only element is); they come out. */
    private static Outcome.Quarantined quarantined(byte[] bad) {
        return quarantined(Settings.DEFAULT, bad);
    }

    private static Outcome.Quarantined quarantined(Settings settings, byte[] bad) {
        Normalized normalized = Normalized.of(
                settings,
                Normalized.LOCAL,
                Normalized.deliveries(
                        List.of(good("left").body(), bad, good("right").body())));
        assertThat(normalized.lines())
                .extracting(line -> line.string("id"))
                .as(normalized.outcomes().toString())
                .containsExactly("left", "right");
        assertThat(normalized.report().items()).hasSize(3);
        assertThat(normalized.quarantined()).hasSize(1);
        String raw = new String(normalized.quarantined().get(0), StandardCharsets.ISO_8859_1);
        String body = new String(bad, StandardCharsets.ISO_8859_1);
        assertThat(body).contains(raw);
        if (!body.startsWith("[")) {
            assertThat(raw).isEqualTo(body);
        }
        Outcome outcome = normalized.report().items().get(1).outcome();
        assertThat(outcome).isInstanceOf(Outcome.Quarantined.class);
        Outcome.Quarantined fault = (Outcome.Quarantined) outcome;
        assertThat(fault.reason()).isNotBlank().doesNotContain("SENTINEL");
        assertThat(fault.where()).matches("|byte \\d+|(/[^/ ]*)+( byte \\d+)?");
        return fault;
    }

    private static String code(String bad) {
        return quarantined(utf8(bad)).code();
    }

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

    /** A message with a value at this place; the place itself is at that depth. */
    private static String at(String place, String value) {
        return switch (place) {
            case "envelope" -> item().attribute("x", value).text();
            case "data" ->
                item().dataJson(CesMessage.quote(
                                "{\"x\":" + value + "," + item().data().substring(1)))
                        .text();
            case "data object" ->
                item().dataJson("{\"x\":" + value + "," + item().data().substring(1))
                        .text();
            case "eventsource" -> item().source("x", value).text();
            case "row" -> item().current("{\"Id\":\"1\",\"v\":" + value + "}").text();
            case "row object" ->
                item().currentJson("{\"Id\":\"1\",\"v\":" + value + "}").text();
            case "element" -> "[" + item().attribute("x", value).text() + "]";
            default -> throw new IllegalArgumentException(place);
        };
    }

    private static String nested(String open, int levels) {
        String close = open.equals("[") ? "]" : "}";
        return open.repeat(levels) + "1" + close.repeat(levels);
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

    // Names twice.

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

    // Not events.

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n", "\r\n\t ", "\uFEFF", "\uFEFF  "})
    void anEmptyBodyIsSkipped(String body) {
        assertThat(Normalized.of(body).outcomes()).containsExactly("skipped empty");
    }

    @Test
    void aTombstoneIsSkipped() {
        assertThat(Normalized.of(item().body(), null, good("b").body()).outcomes())
                .containsExactly("emitted 1", "skipped tombstone", "emitted 1");
    }

    @Test
    void anEmptyArrayHoldsNothing() {
        assertThat(Normalized.of(" [ ] ").outcomes()).containsExactly("skipped empty");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "0",
                "12",
                "\"text\"",
                "text",
                "<xml/>",
                "{}",
                "{\"a\":1}",
                "[null]",
                "[1]",
                "[[]]",
                "[\"x\"]",
                "[{}]",
                "\uFEFF\uFEFF{}",
                "-",
                "}",
                "]",
                "(",
                "\u00A0{}",
                "\u2028{}"
            })
    void aBodyThatIsNoEventIsQuarantined(String body) {
        quarantined1(utf8(body));
    }

    /** The bad body between two good ones; an array's element is quarantined without the brackets. */
    private static String quarantined1(byte[] bad) {
        Normalized normalized =
                Normalized.of(good("left").body(), bad, good("right").body());
        assertThat(normalized.outcomes()).hasSize(3);
        assertThat(normalized.outcomes().get(1)).startsWith("quarantined");
        assertThat(normalized.lines()).extracting(line -> line.string("id")).containsExactly("left", "right");
        return normalized.outcomes().get(1).split(" ", -1)[1];
    }

    static Stream<Charset> utf16And32() {
        return Stream.of(
                StandardCharsets.UTF_16,
                StandardCharsets.UTF_16BE,
                StandardCharsets.UTF_16LE,
                Charset.forName("UTF-32"),
                Charset.forName("UTF-32LE"),
                Charset.forName("X-UTF-32LE-BOM"));
    }

    @ParameterizedTest
    @MethodSource("utf16And32")
    void anotherEncodingIsQuarantined(Charset charset) {
        quarantined(item().text().getBytes(charset));
    }

    static Stream<byte[]> avro() {
        return Stream.of(
                new byte[] {'O', 'b', 'j', 1, 2, 3},
                new byte[] {(byte) 0xC3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 6, '1', '.', '0'},
                new byte[] {0, 0, 0, 1, 44, 6, '1', '.', '0', 56, 'c', 'o', 'm'},
                new byte[] {6, '1', '.', '0', 56, 'c', 'o', 'm'});
    }

    @ParameterizedTest
    @MethodSource("avro")
    void aBeginningOfAnAvroMessageIsQuarantined(byte[] body) {
        assertThat(quarantined(body).code()).isEqualTo("not_avro");
    }

    static Stream<Arguments> others() {
        return Stream.of(
                Arguments.of(
                        "foreign_event",
                        "{\"specversion\":\"1.0\",\"type\":\"org.example.x\",\"source\":\"/\",\"id\":\"1\",\"data\":\"SENTINEL\"}"),
                Arguments.of(
                        "foreign_event",
                        "{\"specversion\":\"1.0\",\"source\":\"/\",\"id\":\"1\",\"data\":\"SENTINEL\"}"),
                Arguments.of(
                        "unsupported_dialect",
                        "{\"database\":\"d\",\"table\":\"t\",\"type\":\"insert\",\"ts\":1,\"xid\":2,\"data\":{\"a\":\"SENTINEL\"}}"),
                Arguments.of(
                        "unsupported_dialect",
                        "{\"before\":null,\"after\":{\"a\":\"SENTINEL\"},\"source\":{\"version\":\"3\"},\"op\":\"c\",\"ts_ms\":1}"),
                Arguments.of(
                        "unsupported_dialect",
                        "{\"before\":null,\"after\":null,\"source\":{\"table\":\"SENTINEL\"},\"op\":\"t\",\"ts_ms\":1}"),
                Arguments.of(
                        "unsupported_dialect",
                        "{\"schema\":{\"type\":\"struct\"},\"payload\":{\"before\":null,\"after\":{\"a\":\"SENTINEL\"},\"op\":\"c\"}}"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void anotherDialectIsQuarantinedAsUnsupported(String code, String body) {
        assertThat(code(body)).isEqualTo(code);
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

    // Arrays.

    @Test
    void aBadElementIsQuarantinedAloneAndTheItemNumbersHold() {
        String bad = item().attribute("operation", "\"XXX\"").text();
        byte[] body =
                utf8("[" + good("a").text() + "," + bad + ",7, " + good("b").text() + "]");

        Normalized normalized =
                Normalized.of(good("left").body(), body, good("right").body());

        assertThat(normalized.report().items())
                .extracting(BatchReport.Item::offset, BatchReport.Item::item)
                .containsExactly(
                        Tuple.tuple(0L, 0),
                        Tuple.tuple(1L, 0),
                        Tuple.tuple(1L, 1),
                        Tuple.tuple(1L, 2),
                        Tuple.tuple(1L, 3),
                        Tuple.tuple(2L, 0));
        assertThat(normalized.outcomes())
                .satisfies(outcomes -> assertThat(outcomes.get(2)).startsWith("quarantined unknown_operation"))
                .satisfies(outcomes -> assertThat(outcomes.get(3)).startsWith("quarantined"));
        assertThat(normalized.lines()).extracting(line -> line.string("id")).containsExactly("left", "a", "b", "right");
        assertThat(normalized.quarantined()).containsExactly(utf8(bad), utf8("7"));
    }

    /** Such an element has an end that can be found, so its neighbours need not go with it. */
    @ParameterizedTest
    @ValueSource(strings = {"duplicate name", "too deep", "number too long", "too many members"})
    void anElementThatIsJsonButRefusedIsQuarantinedAlone(String what) {
        String value = switch (what) {
            case "duplicate name" -> "{\"a\":1,\"a\":2}";
            case "too deep" -> nested("[", 600);
            case "number too long" -> "1".repeat(5000);
            default -> members(70_000);
        };
        String bad = item().attribute("x", value).text();

        Normalized normalized = Normalized.of(
                "[" + good("a").text() + "," + bad + "," + good("b").text() + "]");

        assertThat(normalized.lines())
                .extracting(line -> line.string("id"))
                .as(normalized.outcomes().toString())
                .containsExactly("a", "b");
        assertThat(normalized.report().items())
                .extracting(BatchReport.Item::item)
                .containsExactly(0, 1, 2);
    }

    /** The end of a bad element is found by its brackets, and those inside strings are none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"x\":\"]}\",\"x\":\"[{\"}",
                "{\"x\":\"\\\"]\",\"x\":\"\\\\\"}",
                "{\"],\":{\"[\":[[],{}]},\"],\":0}",
                "\"],[\"",
                "[[]]"
            })
    void bracketsInsideStringsDoNotEndAnElement(String bad) {
        Normalized normalized = Normalized.of(
                "[" + good("a").text() + "," + bad + "," + good("b").text() + "]");

        assertThat(normalized.lines())
                .extracting(line -> line.string("id"))
                .as(normalized.outcomes().toString())
                .containsExactly("a", "b");
        assertThat(normalized.quarantined()).containsExactly(utf8(bad));
    }

    /** What is no JSON has no end that could be trusted. */
    @ParameterizedTest
    @ValueSource(strings = {"nul", "01", "{\"x\":01}", "{\"x\" \"y\"}", "{", "\"", "\"\n\"", ""})
    void anElementThatIsNoJsonTakesTheArrayWithIt(String bad) {
        assertThat(code("[" + good("a").text() + "," + bad + "," + good("b").text() + "]"))
                .isEqualTo("not_json");
    }

    @Test
    void anArrayThatBreaksOffIsQuarantinedWhole() {
        assertThat(code("[" + good("a").text() + "," + good("b").text())).isEqualTo("truncated");
        assertThat(code("[" + good("a").text() + " " + good("b").text() + "]")).isEqualTo("not_json");
    }

    private static byte[] array(int count, IntFunction<String> element) {
        StringBuilder body = new StringBuilder(1 << 16).append('[');
        for (int i = 0; i < count; i++) {
            body.append(i == 0 ? "" : ",").append(element.apply(i));
        }
        return utf8(body.append(']').toString());
    }

    private static String small(String logicalId, int value) {
        return "{\"type\":\"com.microsoft.SQL.CES.DML.V1\",\"operation\":\"INS\",\"logicalid\":\"" + logicalId
                + "\",\"data\":{\"eventsource\":{\"tbl\":\"t\",\"cols\":[{\"name\":\"v\",\"type\":\"int\"}]},"
                + "\"eventrow\":{\"current\":{\"v\":" + value + "}}}}";
    }

    private static Normalized quickly(byte[] body) {
        return quickly(Settings.DEFAULT, body);
    }

    private static Normalized quickly(Settings settings, byte[] body) {
        return assertTimeoutPreemptively(
                HANG,
                () -> Normalized.unjudged(settings, Normalized.LOCAL, Normalized.deliveries(List.<byte[]>of(body))));
    }

    @Test
    void tenThousandElementsComeOutAndMoreAreQuarantined() {
        Normalized normalized = quickly(array(10_000, i -> small("id" + i, i)));

        assertThat(normalized.report().counts().emitted()).isEqualTo(10_000);
        LineSchemas.assertValid(normalized.lines().get(9_999).text());
        assertThat(normalized.lines().get(9_999).after()).isEqualTo("{\"v\":9999}");
        assertThat(quickly(array(10_001, i -> small("id" + i, i))).outcomes())
                .containsExactly("quarantined too_many_items");
    }

    @Test
    void millionsOfTinyElementsAreQuarantinedAsOne() {
        assertThat(quickly(array(8_000_000, i -> "1")).outcomes()).containsExactly("quarantined too_many_items");
    }

    private static final Settings MANY_ITEMS = Settings.of(Map.of("SLUICE_MAX_ITEMS", "200000"));

    @Test
    void aHundredThousandElementsComeOutWhereAllowed() {
        Normalized normalized = quickly(MANY_ITEMS, array(100_000, i -> small("id" + i, i)));

        assertThat(normalized.report().counts().emitted()).isEqualTo(100_000);
        assertThat(normalized.lines().get(99_999).after()).isEqualTo("{\"v\":99999}");
    }

    @Test
    void manyElementsWithOneLogicalIdAndOtherDataComeOut() {
        Normalized normalized = quickly(MANY_ITEMS, array(200_000, i -> small("same", 1_000_000 + i)));

        assertThat(normalized.report().counts().emitted()).isEqualTo(200_000);
    }

    @Test
    void aHundredThousandBadElementsAreQuarantinedWhereAllowed() {
        Normalized normalized = quickly(MANY_ITEMS, array(100_000, i -> "{}"));

        assertThat(normalized.report().counts().quarantined()).isEqualTo(100_000);
    }

    private static String members(int count) {
        StringBuilder object = new StringBuilder(count * 12).append('{');
        for (int i = 0; i < count; i++) {
            object.append(i == 0 ? "\"" : ",\"").append(i).append("\":").append(i);
        }
        return object.append('}').toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"envelope", "data", "data object", "eventsource", "row", "row object"})
    void anObjectOfTwoHundredThousandMembersIsQuarantined(String place) {
        Normalized normalized = quickly(utf8(at(place, members(200_000))));

        assertThat(normalized.report().counts().quarantined()).isEqualTo(1);
    }

    @Test
    void twoHundredThousandAttributesAreQuarantined() {
        String many = members(200_000);
        Normalized normalized =
                quickly(utf8("{" + item().text().substring(1).replaceFirst("}$", "") + "," + many.substring(1)));

        assertThat(normalized.report().counts().quarantined()).isEqualTo(1);
    }

    @Test
    void twoHundredThousandColumnsInARowAreQuarantined() {
        assertThat(quickly(item().current(members(200_000)).body()).code()).isEqualTo("too_many_columns");
        assertThat(quickly(item().currentJson(members(200_000)).body())
                        .report()
                        .counts()
                        .quarantined())
                .isEqualTo(1);
    }

    @Test
    void fourThousandColumnsInReverseOrderAreQuick() {
        CesMessage message = CesMessage.insert();
        StringBuilder row = new StringBuilder("{");
        for (int i = 0; i < 4096; i++) {
            message.column("c" + i, "int");
            message.key("c" + (4095 - i), "1");
            row.append(i == 0 ? "" : ",").append("\"c").append(4095 - i).append("\":\"1\"");
        }
        message.current(row.append('}').toString());

        assertThat(quickly(message.body()).outcomes()).containsExactly("emitted 1");
    }

    // Secrets.

    /** Everything that can go wrong, in messages whose every row value and key value is the sentinel. */
    @Test
    void noReportHoldsARowValue() {
        String sentinel = "SENTINEL";
        CesMessage base = CesMessage.insert()
                .column("Id", "int")
                .column("v", "nvarchar(max)")
                .key("Id", sentinel)
                .current("{\"Id\":\"" + sentinel + "\",\"v\":\"" + sentinel + "\"}");
        String text = base.text();
        List<byte[]> bodies = new ArrayList<>();
        for (int at = 0; at < text.length(); at++) {
            bodies.add(utf8(text.substring(0, at)));
            for (String damage : List.of("", "\"", "\\", "}", "{", "\u0000", "7", "x")) {
                bodies.add(utf8(text.substring(0, at) + damage + text.substring(at + 1)));
            }
        }
        for (String row : List.of(
                sentinel,
                "{" + sentinel,
                "{\"Id\":" + sentinel + "}",
                "{\"Id\":'" + sentinel + "'}",
                "{\"" + sentinel + "\":1,\"" + sentinel + "\":1}",
                "{\"Id\":\"\\" + sentinel + "\"}",
                "{\"Id\":\"\\u" + sentinel + "\"}",
                "{\"Id\":[" + sentinel + "]}",
                "{\"Id\":\"" + sentinel + "\"} " + sentinel,
                "\"" + sentinel + "\"")) {
            bodies.add(base.current(row).body());
            bodies.add(base.currentJson(row).body());
        }

        Normalized normalized =
                Normalized.unjudged(Settings.DEFAULT, Normalized.LOCAL, Normalized.deliveries(new ArrayList<>(bodies)));

        assertThat(normalized.report().counts().quarantined()).isGreaterThan(1000);
        assertThat(normalized.report().items()).allSatisfy(item -> {
            if (item.outcome() instanceof Outcome.Quarantined fault) {
                assertThat(fault.code() + fault.reason() + fault.where()).doesNotContain("SENT", "NEL");
            }
        });
    }
}
