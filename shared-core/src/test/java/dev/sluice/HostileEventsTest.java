package dev.sluice;

import static dev.sluice.HostileInput.at;
import static dev.sluice.HostileInput.code;
import static dev.sluice.HostileInput.good;
import static dev.sluice.HostileInput.item;
import static dev.sluice.HostileInput.quarantined;
import static dev.sluice.HostileInput.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is no event that is known is skipped or quarantined, and no report holds a value of it. */
@Timeout(120)
class HostileEventsTest {
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
