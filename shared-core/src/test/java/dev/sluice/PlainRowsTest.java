package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.normalize.Origin;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are rows without an envelope, and tell neither table nor operation. */
class PlainRowsTest {
    private static final String ROW = "\uFEFF {\"id\":7,\"v\":\"x\",\"n\":null,\"o\":{\"a\": 1}} ";

    private static Normalized of(String setting, String stream, String body) {
        return Normalized.of(
                Settings.of(Map.of("SLUICE_PLAIN_ROWS", setting)),
                new Origin(stream, 0, 1),
                Normalized.deliveries(List.of(body.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void aRowOfANamedStreamIsACreate() {
        assertThat(of("shop-*=d.s.t", "shop-1", ROW).line().text())
                .isEqualTo(
                        "{\"op\":\"c\",\"before\":null,\"after\":{\"id\":\"7\",\"v\":\"x\",\"n\":null,\"o\":\"{\\\"a\\\": 1}\"},"
                                + "\"source\":{\"version\":\"1\",\"connector\":\"dataworks\",\"name\":\"shop-1\",\"ts_ms\":null,"
                                + "\"snapshot\":\"false\",\"db\":\"d\",\"schema\":\"s\",\"table\":\"t\",\"stream\":\"shop-1\",\"partition\":0,"
                                + "\"offset\":0},\"transaction\":null,\"ts_ms\":null,\"key\":null,\"pkNames\":[],\"id\":\"shop-1/0/0\","
                                + "\"order\":\"00000000000000000000.000001.00000000000000000000.000000\",\"schema_id\":null,"
                                + "\"flags\":[\"untyped:id\",\"untyped:v\",\"untyped:o\"]}");
    }

    @Test
    void aPayloadIsAColumnUnlessItTellsAnOperation() {
        assertThat(of("s=..t", "s", "{\"id\":7,\"payload\":{\"b\":1}}").line().after())
                .isEqualTo("{\"id\":\"7\",\"payload\":\"{\\\"b\\\":1}\"}");
        assertThat(of("s=..t", "s", "{\"payload\":{\"op\":\"MHEARTBEAT\"}}").outcomes())
                .containsExactly("skipped heartbeat");
        assertThat(of("s=..t", "s", "{\"payload\":{\"b\":1,\"b\":2}}").outcomes())
                .containsExactly("quarantined duplicate_name byte 19");
    }

    @ParameterizedTest
    @CsvSource({"a=..t;b=..u, a, t", "*=..t;b=..u, b, t", "x=..t;?=..u, b, u", "a.b=..t, a.b, t"})
    void theFirstRuleThatMatchesTheStreamNamesTheTable(String setting, String stream, String table) {
        assertThat(of(setting.replace(';', ','), stream, ROW).line().string("source", "table"))
                .isEqualTo(table);
    }

    @Test
    void aRowOfAnotherStreamIsQuarantinedWithAHint() {
        BatchReport report = of("shop=d.s.t", "other", ROW).report();

        assertThat(report.items()).hasSize(1);
        assertThat(report.items().get(0).outcome()).isInstanceOfSatisfying(Outcome.Quarantined.class, fault -> {
            assertThat(fault.code()).isEqualTo("unknown_message");
            assertThat(fault.reason()).contains("SLUICE_PLAIN_ROWS");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dataworks/insert",
                "dataworks/heartbeat",
                "dataworks/not-dataworks-debezium-with-schema",
                "canal/insert-minimal",
                "ces/gen-c-insert",
                "ces/type-v2"
            })
    void whatHasAnEnvelopeIsReadByIt(String name) {
        String body = new String(Golden.inputs(name).get(0), StandardCharsets.UTF_8);

        assertThat(of("*=d.s.t", "local", body).outcomes())
                .isEqualTo(Normalized.of(body).outcomes());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                              | unknown_message
            {"a":1,"a":2}                   | duplicate_name byte 8
            {"a":{"b":1,"b":2}}             | duplicate_name byte 13
            {"a":1                          | truncated byte 6
            """)
    void aRowThatIsNoneIsQuarantined(String body, String outcome) {
        assertThat(of("*=d.s.t", "local", body).outcomes()).containsExactly("quarantined " + outcome);
    }

    @Test
    void aRowWithTheColumnsOfAnEnvelopeIsARow() {
        assertThat(of("*=d.s.t", "local", "{\"type\":\"INSERT\",\"database\":\"x\",\"schema\":{},\"payload\":\"y\"}")
                        .outcomes())
                .containsExactly("emitted 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "a=t", "a=s.t", "a=d.s.", "=d.s.t", "a=d.s.t.u", "a=d.s.t,", "a"})
    void aRuleOfAnotherFormIsRefused(String rule) {
        assertThatThrownBy(() -> Settings.of(Map.of("SLUICE_PLAIN_ROWS", rule)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SLUICE_PLAIN_ROWS: '")
                .hasMessageContaining("stream=db.schema.table");
    }
}
