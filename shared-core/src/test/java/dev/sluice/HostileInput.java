package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * What the tests of hostile input share. Whatever arrives: no exception, no hang, a code and a place, and the neighbours
 * come out.
 */
final class HostileInput {
    private HostileInput() {}

    static byte[] golden(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(HostileInput.class.getResourceAsStream("/golden/" + name + "/input.json"))) {
            return in.readAllBytes();
        }
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static CesMessage item() {
        return CesMessage.insert()
                .column("Id", "int")
                .column("v", "nvarchar(max)")
                .key("Id", "1")
                .current("{\"Id\":\"1\",\"v\":\"SENTINEL\"}");
    }

    static CesMessage good(String logicalId) {
        return item().logicalId(logicalId);
    }

    /** The bad body between two good ones: it is quarantined, once, whole (or its only element is); they come out. */
    static Outcome.Quarantined quarantined(byte[] bad) {
        return quarantined(Settings.DEFAULT, bad);
    }

    static Outcome.Quarantined quarantined(Settings settings, byte[] bad) {
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

    static String code(String bad) {
        return quarantined(utf8(bad)).code();
    }

    /** A message with a value at this place; the place itself is at that depth. */
    static String at(String place, String value) {
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

    static String nested(String open, int levels) {
        String close = open.equals("[") ? "]" : "}";
        return open.repeat(levels) + "1" + close.repeat(levels);
    }
}
