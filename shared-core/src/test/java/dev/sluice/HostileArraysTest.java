package dev.sluice;

import static dev.sluice.HostileInput.at;
import static dev.sluice.HostileInput.code;
import static dev.sluice.HostileInput.good;
import static dev.sluice.HostileInput.item;
import static dev.sluice.HostileInput.nested;
import static dev.sluice.HostileInput.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A bad element of an array leaves its neighbours alone, and many elements or members take no more time than few,
 * each. The time
 * limits are guards against work that grows with the square of the input, with a wide margin.
 */
@Timeout(120)
class HostileArraysTest {
    private static final Duration HANG = Duration.ofSeconds(60);

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
}
