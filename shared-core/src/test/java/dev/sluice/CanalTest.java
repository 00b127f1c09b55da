package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.pipeline.Settings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the golden folders of Canal do not show. */
class CanalTest {
    private static String message(String type, String data, String old) {
        return "{\"data\":" + data + ",\"database\":\"d\",\"es\":1791000007000,\"id\":301,\"isDdl\":false,"
                + "\"mysqlType\":{\"k\":\"int(11)\",\"v\":\"varchar(9)\"},\"old\":" + old
                + ",\"pkNames\":[\"k\"],\"sql\":\"\",\"table\":\"t\",\"ts\":1791000007211,\"type\":\"" + type + "\"}";
    }

    private static String value(String type, String value) {
        return message("INSERT", "[{\"k\":\"1\",\"v\":" + value + "}]", "null").replace("varchar(9)", type);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            tinyint(1)                    | "1"                     | 1                        | []
            SMALLINT(5) UNSIGNED ZEROFILL | "00042"                 | 42                       | []
            mediumint unsigned            | "7"                     | 7                        | []
            bigint(0) unsigned            | "18446744073709551615"  | 18446744073709551615     | []
            year(4)                       | "2031"                  | 2031                     | []
            bit(1)                        | "1"                     | true                     | []
            bit                           | "0"                     | false                    | []
            bit(2)                        | "1"                     | 1                        | []
            boolean                       | "1"                     | true                     | []
            decimal(10,2) unsigned        | "1.10"                  | "1.10"                   | []
            fixed                         | "1"                     | "1"                      | []
            double precision              | "1.50"                  | 1.50                     | []
            real                          | "NaN"                   | "NaN"                    | ["untyped:v"]
            date                          | "2026-10-04"            | "2026-10-04"             | []
            date                          | "2026-02-30"            | "2026-02-30"             | ["untyped:v"]
            time(3)                       | "01:02:03.004"          | "01:02:03.004"           | []
            time                          | "-01:00:00"             | "-01:00:00"              | ["untyped:v"]
            datetime(6)                   | "2026-10-04 05:06:07.1" | "2026-10-04T05:06:07.1"  | []
            timestamp                     | "2026-10-04 05:06:07+00:00" | "2026-10-04 05:06:07+00:00" | ["untyped:v"]
            enum('a,b','c''d(')           | "2"                     | "2"                      | []
            set('x')                      | "1"                     | "1"                      | []
            json                          | "[1]"                   | "[1]"                    | []
            longtext                      | "x"                     | "x"                      | []
            something new                 | "x"                     | "x"                      | []
            ``                            | "x"                     | "x"                      | ["untyped:v"]
            varchar(9)                    | 5                       | "5"                      | ["untyped:v"]
            blob                          | "abc"                   | "YWJj"                   | []
            blob                          | "\\u0000\\u00ff"        | "AP8="                   | []
            blob                          | "\\u0100"               | "Ā"                      | ["untyped:v"]
            blob                          | "0xAB"                  | "0xAB"                   | ["untyped:v"]
            blob                          | "0xA"                   | "MHhB"                   | []
            blob                          | ""                      | ""                       | []
            varbinary(2)                  | "ab"                    | "YWI="                   | []
            varbinary(2)                  | "abc"                   | "abc"                    | ["untyped:v"]
            binary(4)                     | "ab"                    | "YWI="                   | []
            geometry                      | "a"                     | "YQ=="                   | []
            """)
    void aValueIsTypedIfItsFormIsCertain(String type, String value, String expected, String flags) {
        Line line = Normalized.of(value(type, value)).line();

        assertThat(line.raw("after", "v")).isEqualTo(expected);
        assertThat(line.raw("flags")).isEqualTo(flags);
    }

    /** They write base64, hex or characters, and nothing tells which. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ,"id":301        | ``
            1791000007000    | 0
            1791000007000    | 1791000007
            "k":"1"          | "k":1
            """)
    void bytesOfOtherProducersStayText(String part, String replacement) {
        String body = value("blob", "\"YWJj\"");
        assertThat(body).contains(part);
        Line line = Normalized.of(body.replace(part, replacement)).line();

        assertThat(line.raw("after", "v")).isEqualTo("\"YWJj\"");
        assertThat(line.raw("flags")).isEqualTo("[\"untyped:v\"]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"k":"1"}                   | {"k":1,"v":"b"}
            {"v":null}                  | {"k":2,"v":null}
            {"v":"a"}                   | {"k":2,"v":"a"}
            {}                          | {"k":2,"v":"b"}
            {"v":"a","k":"2"}           | {"k":2,"v":"a"}
            {"x":"a"}                   | {"k":2,"v":"b","x":"a"}
            """)
    void oldHoldsWhatChanged(String old, String before) {
        Normalized normalized = Normalized.of(message("UPDATE", "[{\"k\":\"2\",\"v\":\"b\"}]", "[" + old + "]"));

        assertThat(normalized.lines().get(0).raw("before")).isEqualTo(before);
    }

    @Test
    void aColumnThatOnlyOldHoldsCompletesTheRowBefore() {
        Line line = Normalized.of(message("UPDATE", "[{\"k\":\"2\"}]", "[{\"v\":\"a\"}]"))
                .line();

        assertThat(line.raw("before")).isEqualTo("{\"k\":2,\"v\":\"a\"}");
        assertThat(line.raw("after")).isEqualTo("{\"k\":2}");
        assertThat(line.raw("flags")).isEqualTo("[\"partial\"]");
    }

    @Test
    void aChangedKeyIsTwoLines() {
        Normalized normalized = Normalized.of(message(
                "UPDATE", "[{\"k\":\"2\",\"v\":\"b\"},{\"k\":\"4\",\"v\":\"b\"}]", "[{\"k\":\"1\"},{\"v\":\"a\"}]"));

        assertThat(normalized.outcomes()).containsExactly("emitted 2", "emitted 1");
        assertThat(normalized.lines())
                .extracting(line -> line.string("op") + line.raw("key") + line.string("id"))
                .containsExactly("d{\"k\":1}local/0/0#0/d", "c{\"k\":2}local/0/0#0/c", "u{\"k\":4}local/0/0#1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "database":"d"    | "database":"5" | "database":5
            "table":"t"       | "table":"true" | "table":true
            "pkNames":["k"]   | "pkNames":[]   | "pkNames":"[]"
            """)
    void whatStoodInAnEarlierMessageDoesNotMatter(String part, String earlier, String later) {
        String body = message("INSERT", "[{\"k\":\"1\"}]", "null");
        assertThat(body).contains(part);
        byte[] first = body.replace(part, earlier).getBytes(StandardCharsets.UTF_8);
        byte[] second = body.replace(part, later).getBytes(StandardCharsets.UTF_8);
        Normalized both = Normalized.of(first, second);
        Normalized alone = Normalized.of(null, second);

        assertThat(both.outcomes().get(1)).isEqualTo(alone.outcomes().get(1));
        assertThat(new String(both.bytes(), StandardCharsets.UTF_8))
                .endsWith(new String(alone.bytes(), StandardCharsets.UTF_8));
    }

    // One bad row.

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"k":"2","k":"3"}   | duplicate_name /data/1 byte 10
            null                | unexpected_type /data/1
            7                   | unexpected_type /data/1 byte 0
            [1]                 | unexpected_type /data/1 byte 0
            {"k":{"a":1,"a":2}} | duplicate_name /data/1 byte 13
            """)
    void aBadRowDoesNotLoseItsSiblings(String bad, String fault) {
        Normalized normalized =
                Normalized.of(message("INSERT", "[{\"k\":\"1\",\"v\":\"a\"} , " + bad + ",{\"k\":\"3\"}]", "null"));

        assertThat(normalized.outcomes()).containsExactly("emitted 1", "quarantined " + fault, "emitted 1");
        assertThat(normalized.lines())
                .extracting(line -> line.string("id"))
                .containsExactly("local/0/0#0", "local/0/0#2");
        assertThat(normalized.quarantined())
                .extracting(raw -> new String(raw, StandardCharsets.UTF_8))
                .containsExactly(message("INSERT", "[" + bad + "]", "null"));
    }

    @Test
    void aBadOldRowIsKeptWithItsRow() {
        String body = message("UPDATE", "[{\"k\":\"1\"},{\"k\":\"2\"}]", "[{},7]");
        Normalized normalized = Normalized.of(body);

        assertThat(normalized.outcomes()).containsExactly("emitted 1", "quarantined unexpected_type /old/1 byte 0");
        String raw = new String(normalized.quarantined().get(0), StandardCharsets.UTF_8);
        assertThat(raw).isEqualTo(message("UPDATE", "[{\"k\":\"2\"}]", "[7]"));
        assertThat(Normalized.of(raw).outcomes()).containsExactly("quarantined unexpected_type /old/0 byte 0");
    }

    @Test
    void anOldInFrontOfTheRowsIsPutTogetherToo() {
        String body = "{\"old\":[{},7],\"type\":\"UPDATE\",\"data\":[{\"k\":\"1\"},{\"k\":\"2\"}],\"table\":\"t\"}";

        assertThat(new String(Normalized.of(body).quarantined().get(0), StandardCharsets.UTF_8))
                .isEqualTo("{\"old\":[7],\"type\":\"UPDATE\",\"data\":[{\"k\":\"2\"}],\"table\":\"t\"}");
    }

    @ParameterizedTest
    @CsvSource({"[, ], 50000, too_deep", "9, '', 5000, number_too_long", "'{\"a\":', }, 600, too_deep"})
    void aRowOverALimitDoesNotLoseItsSiblings(String open, String close, int times, String code) {
        String middle = open.endsWith(":") ? "1" : "";
        String value = open.repeat(times) + middle + close.repeat(times);

        assertThat(Normalized.of(message("INSERT", "[{\"k\":\"1\"},{\"k\":" + value + "},{\"k\":\"3\"}]", "null"))
                        .outcomes())
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo("emitted 1"),
                        second -> assertThat(second).startsWith("quarantined " + code + " /data/1 byte "),
                        third -> assertThat(third).isEqualTo("emitted 1"));
    }

    /** Else a message could grow with the square of its length. */
    @Test
    void manyBadRowsInALongMessageAreKeptWithoutIt() {
        String type = "x".repeat(100_000);
        Normalized normalized = Normalized.of(message("INSERT", "[" + "7,".repeat(20) + "{\"k\":\"1\"}]", "null")
                .replace("varchar(9)", type));

        assertThat(normalized.outcomes()).hasSize(21).endsWith("emitted 1");
        assertThat(normalized.quarantined())
                .hasSize(20)
                .allSatisfy(raw -> assertThat(raw).isEqualTo(new byte[] {'7'}));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[{\"k\":\"1\"},{\"k\":}]", "[{\"k\":\"1\"},]", "[{\"k\":\"1\"} {\"k\":\"2\"}]", "[{\"k\":'1'}]"
            })
    void rowsThatAreNoJsonTakeTheMessageWithThem(String data) {
        assertThat(Normalized.of(message("INSERT", data, "null")).outcomes())
                .hasSize(1)
                .allMatch(outcome -> outcome.startsWith("quarantined not_json byte "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "mysqlType":{              | "mysqlType":{"k":"int","k":"int"},"x":{   | duplicate_name byte 111
            "mysqlType":{              | "mysqlType":[],"x":{                      | unexpected_type /mysqlType
            "int(11)"                  | 4                                         | unexpected_type /mysqlType
            "pkNames":["k"]            | "pkNames":"k"                             | unexpected_type /pkNames
            "pkNames":["k"]            | "pkNames":[null]                          | no_column_name /pkNames/0
            "pkNames":["k"]            | "pkNames":["k","k"]                       | duplicate_column /pkNames/1
            "sql":""                   | "sqlType":{"k":1,"k":2}                   | duplicate_name byte 177
            """)
    void aContradictoryMessageIsQuarantined(String part, String replacement, String outcome) {
        String body = message("INSERT", "[{\"k\":\"1\"},{\"k\":\"2\"}]", "null");
        assertThat(body).contains(part);

        assertThat(Normalized.of(body.replace(part, replacement)).outcomes()).containsExactly("quarantined " + outcome);
    }

    /** A row costs what it is long, not the square of it: a message may hold thousands of wide ones. */
    @ParameterizedTest
    @CsvSource({"c, c, 1, none", "c, d, 1, none", "c, c, -1, none", "c, c, -1, c"})
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void wideRowsInAnyOrderAreReadFast(String name, String oldName, int step, String declared) {
        String row = wide(name, 1, "\"1\"");
        String old = wide(oldName, step, "\"2\"");
        String types = declared.equals("c") ? wide("c", -1, "\"int\"") : "null";
        String body = "{\"type\":\"UPDATE\",\"mysqlType\":" + types + ",\"data\":[" + (row + ",").repeat(49) + row
                + "],\"old\":[" + (old + ",").repeat(49) + old + "]}";

        assertThat(Normalized.unjudged(
                                Settings.DEFAULT,
                                Normalized.LOCAL,
                                Normalized.deliveries(List.of(body.getBytes(StandardCharsets.UTF_8))))
                        .outcomes())
                .hasSize(50)
                .containsOnly("emitted 1");
    }

    private static String wide(String name, int step, String value) {
        StringBuilder row = new StringBuilder("{");
        for (int i = 0; i < 4000; i++) {
            row.append(i == 0 ? "\"" : ",\"")
                    .append(name)
                    .append(step > 0 ? i : 3999 - i)
                    .append("\":")
                    .append(value);
        }
        return row.append('}').toString();
    }

    // What is no row.

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"INSERT","data":[]}                                   | skipped empty
            {"type":"REPLACE","data":[{"a":"1"}]}                         | control unknown
            {"type":"insert","data":[{"a":"1"}]}                          | control unknown
            {"type":"DDL","sql":"x","data":null}                          | control ddl
            {"type":"INIT_DDL","database":"d"}                            | control ddl
            {"type":"NEW","isDdl":true}                                   | control ddl
            {"type":"GTID","gtid":"a:1","es":1}                           | control transaction
            {"type":"XACOMMIT","es":1}                                    | control transaction
            {"type":"DELETE","data":null,"old":null,"sql":"x"}            | control statement
            {"type":"INSERT","data":null,"isDdl":true,"sql":"x"}          | control ddl
            {"type":"UPDATE","data":null,"old":[{"a":"1"}]}               | control statement
            {"type":"UPDATE","isHeartbeat":"true","data":[{"a":"1"}]}     | skipped heartbeat
            {"type":"UPDATE","isHeartbeat":false,"data":[{"a":"1"}]}      | emitted 1
            {"type":"INSERT","data":[{"a":"1"}],"_tidb":{"claimCheckLocation":""}}    | emitted 1
            {"type":"INSERT","data":[{"a":"1"}],"_tidb":{"claimCheckLocation":null}}  | emitted 1
            {"type":"INSERT","data":[{"a":"1"}],"_tidb":{"claimCheckLocation":1}}     | quarantined incomplete_row /_tidb/claimCheckLocation
            {"type":7,"data":[{"a":"1"}]}                                 | quarantined unknown_message
            {"type":"INSERT","data":"x","database":"d"}                   | quarantined unsupported_dialect
            {"type":"INSERT"}                                             | quarantined unknown_message
            """)
    void theTypeTellsWhatAMessageIs(String body, String outcome) {
        assertThat(Normalized.of(body).outcomes()).containsExactly(outcome);
    }

    @Test
    void aWatermarkTellsHowFarTheSourceIs() {
        assertThat(Normalized.of("{\"type\":\"TIDB_WATERMARK\",\"es\":1791000266000}")
                        .sourceTimes())
                .isEqualTo(List.of(1_791_000_266_000L));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
            "es":1791000007000,"ts":5 | 1791000007000
            "es":1791000007,"ts":5    | 1791000007000
            "es":"1791000007000"      | 1791000007000
            "es":0,"ts":1791000007    | 1791000007000
            "ts":1791000007211        | 1791000007211
            "es":-5                   | null
            "es":1.5                  | null
            "es":null                 | null
            """)
    void theTimeIsThatOfTheBinlogElseOfTheMessage(String times, String expected) {
        Line line = Normalized.of("{\"type\":\"INSERT\",\"data\":[{\"a\":\"1\"}]," + times + "}")
                .line();

        assertThat(line.raw("ts_ms")).isEqualTo(expected);
    }

    @Test
    void itemsOfAnArrayOfMessagesCountOn() {
        String two = message("INSERT", "[{\"k\":\"1\"},{\"k\":\"2\"}]", "null");
        String none = message("INSERT", "[]", "null");
        Normalized normalized = Normalized.of("[" + two + "," + none + ",{\"a\":1}," + two + "]");

        assertThat(normalized.outcomes())
                .containsExactly(
                        "emitted 1",
                        "emitted 1",
                        "skipped empty",
                        "quarantined unknown_message",
                        "emitted 1",
                        "emitted 1");
        assertThat(normalized.lines())
                .extracting(line -> line.string("id"))
                .containsExactly("local/0/0#0", "local/0/0#1", "local/0/0#4", "local/0/0#5");
    }

    @Test
    void tenThousandRowsComeOutAndMoreAreQuarantined() {
        String row = "{\"k\":\"1\",\"v\":\"a\"}";

        assertThat(Normalized.unjudged(
                                Settings.DEFAULT,
                                Normalized.LOCAL,
                                Normalized.deliveries(
                                        List.of(message("INSERT", "[" + (row + ",").repeat(9_999) + row + "]", "null")
                                                .getBytes(StandardCharsets.UTF_8))))
                        .lines())
                .hasSize(10_000);
        assertThat(Normalized.of(message("INSERT", "[" + (row + ",").repeat(10_000) + row + "]", "null"))
                        .outcomes())
                .containsExactly("quarantined too_many_items");
    }

    /** What describes the table is not read anew when it comes again, so its neighbours in form must not pass for it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"k":4,"v":12}              | {"k":4,"v":12}  | emitted 1
            {"k":4,"v":12}              | {"k":4,"v":-1}  | emitted 1
            {"k":4,"v":12}              | {"k":4}         | emitted 1
            {"k":4,"v":12}              | null            | emitted 1
            {"k":4,"v":12}              | {"k":4,"v":12}} | quarantined trailing_text byte 88
            {"k":4,"v":12}              | {"k":4,"k":12}  | quarantined duplicate_name byte 81
            {"k":4,"v":12}              | {"k":4,"v":012} | quarantined not_json byte 84
            {"k":4,"v":12}              | {"k":4,"v":12   | quarantined truncated byte 103
            {"k":4,"k":12}              | {"k":4,"k":12}  | quarantined duplicate_name byte 81
            """)
    void aDescriptionThatRepeatsIsReadOnce(String first, String second, String outcome) {
        String message =
                "{\"data\":[{\"k\":\"1\",\"v\":\"x\"}],\"mysqlType\":{\"k\":\"int\",\"v\":\"text\"},\"sqlType\":"
                        + "%s,\"type\":\"INSERT\"}";
        byte[] before = message.formatted(first).getBytes(StandardCharsets.UTF_8);
        byte[] again = message.formatted(second).getBytes(StandardCharsets.UTF_8);

        Normalized alone = Normalized.of(again);
        Normalized normalized = Normalized.of(before, before, before, again);

        assertThat(normalized.outcomes().get(3))
                .isEqualTo(outcome)
                .isEqualTo(alone.outcomes().get(0));
    }

    @Test
    void aDeletedRowMayStandInOldBesideNoData() {
        Normalized normalized = Normalized.of(message("DELETE", "[]", "[{\"id\":\"1\"}]"));

        assertThat(normalized.lines()).extracting(Line::op).containsExactly("d");
        assertThat(Normalized.of(message("DELETE", "[]", "null")).outcomes()).containsExactly("skipped empty");
    }
}
