package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.normalize.NormalizeOptions;
import dev.sluice.pipeline.Settings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the golden folders of DataWorks do not show. */
class DataWorksTest {
    private static final String SCHEMA =
            "{\"dataColumn\":[{\"name\":\"id\",\"type\":\"LONG\"},{\"name\":\"v\",\"type\":\"STRING\"}],"
                    + "\"primaryKey\":[\"id\"],\"source\":{\"dbType\":\"MySQL\",\"dbName\":\"d\",\"tableName\":\"t\"}}";

    private static String message(String schema, String payload) {
        return "{\"schema\":" + schema + ",\"payload\":{" + payload + "},\"version\":\"0.0.1\"}";
    }

    private static String insert(String row) {
        return message(
                SCHEMA,
                "\"before\":null,\"after\":{\"dataColumn\":" + row + "},\"sequenceId\":\"17\","
                        + "\"timestamp\":{\"eventTime\":1790000061000},\"op\":\"INSERT\",\"ddl\":null");
    }

    private static String value(String type, String value) {
        return message(
                SCHEMA.replace("\"v\",\"type\":\"STRING\"", "\"v\",\"type\":\"" + type + "\""),
                "\"after\":{\"dataColumn\":{\"id\":1,\"v\":" + value + "}},\"sequenceId\":\"17\",\"op\":\"INSERT\"");
    }

    private static String half(String op, String sequence, String row) {
        String image = op.equals("UPDATE_AFTER") ? "after" : "before";
        return message(
                SCHEMA,
                "\"" + image + "\":{\"dataColumn\":" + row + "},\"sequenceId\":\"" + sequence
                        + "\",\"timestamp\":{\"eventTime\":1790000061000},\"op\":\"" + op + "\"");
    }

    private static Normalized of(String... bodies) {
        List<byte[]> records = new ArrayList<>();
        for (String body : bodies) {
            records.add(body.getBytes(StandardCharsets.UTF_8));
        }
        return Normalized.of(records.toArray(byte[][]::new));
    }

    // Detection.

    @Test
    void membersMayComeInAnyOrder() {
        String one =
                "{\"version\":\"0.0.1\",\"payload\":{\"op\":\"INSERT\",\"timestamp\":{\"systemTime\":3,\"eventTime\":1790000061000},"
                        + "\"after\":{\"dataColumn\":{\"v\":\"x\",\"id\":1}},\"sequenceId\":\"17\"},"
                        + "\"schema\":{\"source\":{\"tableName\":\"t\",\"dbName\":\"d\",\"dbType\":\"MySQL\"},\"primaryKey\":[\"id\"],"
                        + "\"dataColumn\":[{\"type\":\"LONG\",\"name\":\"id\"},{\"type\":\"STRING\",\"name\":\"v\"}]}}";

        assertThat(of(one).line().text().replace("{\"v\":\"x\",\"id\":1}", "{\"id\":1,\"v\":\"x\"}"))
                .isEqualTo(of(insert("{\"id\":1,\"v\":\"x\"}")).line().text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"0.0.2\"", "\"1.0\"", "\"2\"", "0", "1.0", "null"})
    void theseVersionsAreRead(String version) {
        assertThat(of(insert("{\"id\":1}").replace("\"0.0.1\"", version)).outcomes())
                .containsExactly("emitted 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"3.0\"", "\"20\"", "\"x\"", "3"})
    void anotherVersionIsQuarantined(String version) {
        assertThat(of(insert("{\"id\":1}").replace("\"0.0.1\"", version)).outcomes())
                .containsExactly("quarantined unsupported_version /version");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"schema":{},"payload":{"before":null,"after":{"a":1},"op":"c"}}                  | unsupported_dialect /payload
            {"schema":{},"payload":{"source":{"db":"d"},"ddl":"x","tableChanges":[]}}         | unsupported_dialect /payload
            {"schema":{},"payload":{"a":1}}                                                   | unknown_message /payload/op
            {"schema":{},"payload":null}                                                      | unsupported_dialect
            {"schema":{"source":{"a":1,"a":2}},"payload":{"op":"c"}}                          | duplicate_name byte 28
            {"schema":[],"payload":{"op":"INSERT","sequenceId":"1"}}                          | unexpected_type /schema
            {"payload":{"op":"INSERT","sequenceId":"1","after":{"dataColumn":{"a":1}}}}       | no_table /schema/source/tableName
            {"payload":{"op":"INSERT","sequenceId":"1"},"x":{"a":1,"a":2}}                    | duplicate_name byte 56
            {"payload":{"op":"MHEARTBEAT","sequenceId":"1","x":{"a":1,"a":2}}}                | duplicate_name byte 59
            """)
    void whatIsNoSuchMessageIsQuarantined(String body, String outcome) {
        assertThat(of(body).outcomes()).containsExactly("quarantined " + outcome);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "dataColumn":[            | "dataColumn":[{"name":"id","type":"LONG"},      | duplicate_column /schema/dataColumn/1/name
            "name":"id",              | ``                                              | no_column_name /schema/dataColumn/0
            "name":"id"               | "name":7                                        | unexpected_type /schema/dataColumn/0/name
            "primaryKey":["id"]       | "primaryKey":["id","id"]                        | duplicate_column /schema/primaryKey/1
            "primaryKey":["id"]       | "primaryKey":[null]                             | no_column_name /schema/primaryKey/0
            "primaryKey":["id"]       | "primaryKey":"id"                               | unexpected_type /schema/primaryKey
            "primaryKey":["id"]       | "primaryKey":["id"],"pk":["v"]                  | duplicate_name /schema/pk
            "tableName":"t"           | "tableName":"t","table":"u"                     | duplicate_name /schema/source/table
            "tableName":"t"           | "tableName":null                                | no_table /schema/source/tableName
            "after":{"dataColumn":    | "after":{"data":{"id":2},"dataColumn":          | duplicate_name /payload/after
            "after":{                 | "after":[],"x":{                                | unexpected_type /payload/after
            """)
    void aContradictoryMessageIsQuarantined(String part, String replacement, String outcome) {
        String body = insert("{\"id\":1,\"v\":\"x\"}");
        assertThat(body).contains(part);

        assertThat(of(body.replace(part, replacement)).outcomes()).containsExactly("quarantined " + outcome);
    }

    @Test
    void tablesThatDifferInOneByteAreApart() {
        Normalized both = of(
                insert("{\"id\":1,\"v\":\"5\"}"),
                insert("{\"id\":2,\"v\":\"6\"}").replace("\"v\",\"type\":\"STRING\"", "\"v\",\"type\":\"LONG\""),
                insert("{\"id\":3,\"v\":\"7\"}"));

        assertThat(both.lines()).extracting(line -> line.raw("after", "v")).containsExactly("\"5\"", "6", "\"7\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "ddl":null         | "ddl":@    | too_deep
            "ddl":null         | "zzz":@    | too_deep
            "before":null      | "before":@ | too_deep
            "v":"x"            | "v":@      | too_deep
            "version":"0.0.1"  | "extend":@ | too_deep
            "dbType":"MySQL"   | "dbType":@ | too_deep
            """)
    void fiftyThousandLevelsAreQuarantined(String part, String replacement, String code) {
        String deep = "[".repeat(50_000) + "]".repeat(50_000);
        String body = insert("{\"id\":1,\"v\":\"x\"}");
        assertThat(body).contains(part);

        assertThat(of(body.replace(part, replacement.replace("@", deep))).code())
                .isEqualTo(code);
    }

    @Test
    void aTableOf4096ColumnsIsReadAndAWiderOneIsNot() {
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < 4094; i++) {
            columns.append("{\"name\":\"c").append(i).append("\",\"type\":\"STRING\"},");
        }
        String wide = insert("{\"id\":1}").replace("\"dataColumn\":[", "\"dataColumn\":[" + columns);

        assertThat(of(wide).outcomes()).containsExactly("emitted 1");
        assertThat(of(wide.replace("\"dataColumn\":[", "\"dataColumn\":[{\"name\":\"one\"},"))
                        .outcomes())
                .containsExactly("quarantined too_many_columns /schema/dataColumn");
    }

    @Test
    void noReportHoldsARowValue() {
        String body = insert("{\"id\":\"SENTINEL\",\"v\":\"SENTINEL\"}");
        for (int length = 1; length < body.length(); length++) {
            Normalized normalized = of(body.substring(0, length), body.replace(body.charAt(length - 1), '\u0001'));
            assertThat(normalized.report().items().toString()).doesNotContain("SENTINEL");
        }
    }

    // Values.

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            LONG    | "007"                | 7                               | []
            LONG    | 1.5                  | "1.5"                           | ["untyped:v"]
            DOUBLE  | "1.10"               | "1.10"                          | []
            DOUBLE  | 1.10                 | 1.10                            | []
            DOUBLE  | 1e999                | "1e999"                         | ["untyped:v"]
            DOUBLE  | true                 | "true"                          | ["untyped:v"]
            BOOLEAN | "TRUE"               | true                            | []
            BOOLEAN | 2                    | "2"                             | ["untyped:v"]
            BYTES   | "AP8="               | "AP8="                          | []
            BYTES   | "AP8"                | "AP8"                           | ["untyped:v"]
            BYTES   | "AP_="               | "AP_="                          | ["untyped:v"]
            STRING  | {"a": 1}             | "{\\"a\\": 1}"                  | ["untyped:v"]
            STRING  | 5                    | "5"                             | ["untyped:v"]
            DATE    | 1614700800000        | "2021-03-03T00:00:00.000+08:00" | []
            DATE    | -1                   | "1970-01-01T07:59:59.999+08:00" | []
            DATE    | 0                    | "1970-01-01T08:00:00.000+08:00" | []
            DATE    | 516297600000         | "1986-05-13T01:00:00.000+09:00" | []
            DATE    | "1614700800000"      | "1614700800000"                 | ["untyped:v"]
            DATE    | 1614700800000.5      | "1614700800000.5"               | ["untyped:v"]
            DATE    | 253402271999999      | "9999-12-31T23:59:59.999+08:00" | []
            DATE    | 253402272000000      | "253402272000000"               | ["untyped:v"]
            DATE    | 1614700800000000     | "1614700800000000"              | ["untyped:v"]
            DATE    | -2177481943000       | "1900-12-31T23:54:17.000+08:00" | []
            DATE    | -2177481943001       | "1900-12-31T15:54:16.999Z"      | ["untyped:v"]
            DATE    | 99999999999999999999 | "99999999999999999999"          | ["untyped:v"]
            DATE    | null                 | null                            | []
            ENUM    | "x"                  | "x"                             | []
            """)
    void aValueIsTypedIfItsFormIsCertain(String type, String value, String expected, String flags) {
        Line line = of(value(type, value)).line();

        assertThat(line.raw("after", "v")).isEqualTo(expected);
        assertThat(line.raw("flags")).isEqualTo(flags);
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, 2021-03-02T16:00:00.000Z",
        "+05:30, 2021-03-02T21:30:00.000+05:30",
        "-03:30, 2021-03-02T12:30:00.000-03:30",
        "'d..t=America/New_York,UTC', 2021-03-02T11:00:00.000-05:00",
        "'x*=America/New_York,Europe/Berlin', 2021-03-02T17:00:00.000+01:00"
    })
    void datesAreToldInTheZoneOfTheTask(String zones, String expected) {
        Settings settings = Settings.of(Map.of("SLUICE_SOURCE_ZONE", zones));
        byte[] body = value("DATE", "1614700800000").getBytes(StandardCharsets.UTF_8);

        Line line = Normalized.of(settings, Normalized.LOCAL, Normalized.deliveries(List.of(body)))
                .line();

        assertThat(line.string("after", "v")).isEqualTo(expected);
    }

    @Test
    void aValueAsLongAsCesCutsAtIsWholeHere() {
        Line line = of(value("STRING", "\"" + "x".repeat(1 << 20) + "\"")).line();

        assertThat(line.raw("flags")).isEqualTo("[]");
    }

    // Times and order.

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "17"                     | 00000000000000000017
            17                       | 00000000000000000017
            "0017"                   | 00000000000000000017
            "18446744073709551615"   | 18446744073709551615
            "000000000000000000000000000001" | 00000000000000000001
            "99999999999999999999"   | 99999999999999999999
            "100000000000000000000"  | 00000000000000000000
            "-1"                     | 00000000000000000000
            "1.5"                    | 00000000000000000000
            ""                       | 00000000000000000000
            null                     | 00000000000000000000
            """)
    void theSequenceLeadsTheOrder(String sequence, String expected) {
        Line line = of(insert("{\"id\":1}").replace("\"17\"", sequence)).line();

        assertThat(line.string("order")).isEqualTo(expected + ".000001.00000000000000000000.000000");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"eventTime":5,"systemTime":6}                        | 5
            {"eventTime":"5"}                                     | 5
            {"eventTime":-1,"systemTime":6}                       | 6
            {"eventTime":0,"systemTime":6}                        | 6
            {"systemTime":6}                                      | 6
            {"eventTime":-1,"systemTime":-1,"checkpointTime":7}   | null
            {}                                                    | null
            null                                                  | null
            7                                                     | null
            """)
    void theTimeIsThatOfTheEventElseOfTheTask(String timestamp, String expected) {
        Line line = of(insert("{\"id\":1}").replace("{\"eventTime\":1790000061000}", timestamp))
                .line();

        assertThat(line.raw("ts_ms")).isEqualTo(expected);
    }

    @Test
    void onlyAHeartbeatTellsHowFarTheSourceIs() {
        Normalized normalized = of(
                insert("{\"id\":1}"),
                message("null", "\"op\":\"MHEARTBEAT\",\"timestamp\":{\"eventTime\":1790002074000}"),
                message("null", "\"op\":\"HEARTBEAT\",\"timestamp\":null"));

        assertThat(normalized.outcomes()).containsExactly("emitted 1", "skipped heartbeat", "skipped heartbeat");
        assertThat(normalized.sourceTimes()).containsExactly(1_790_002_074_000L);
    }

    /** Microseconds, say; the ledger would keep the year 58,000 for ever. */
    @Test
    void aHeartbeatBeyondTheYear9999TellsNothing() {
        Normalized normalized =
                of(message("null", "\"op\":\"MHEARTBEAT\",\"timestamp\":{\"eventTime\":1790002074000000}"));

        assertThat(normalized.outcomes()).containsExactly("skipped heartbeat");
        assertThat(normalized.sourceTimes()).isEmpty();
    }

    @Test
    void ddlMayBeTheTextItself() {
        Normalized normalized = of(message("null", "\"op\":\"CREATE\",\"ddl\":\"CREATE TABLE t (a int)\""));

        assertThat(new String(normalized.control(), StandardCharsets.UTF_8))
                .contains("\"text\":\"CREATE TABLE t (a int)\"");
    }

    // Halves of updates.

    @Test
    void halvesOfOneSequenceMakeALine() {
        Normalized normalized = of(
                half("UPDATE_BEFOR", "5", "{\"id\":1,\"v\":\"a\"}"),
                half("UPDATE_AFTER", "5", "{\"id\":1,\"v\":\"b\"}"));

        assertThat(normalized.outcomes()).containsExactly("emitted 0", "emitted 1");
        Line line = normalized.lines().get(0);
        assertThat(line.raw("before")).isEqualTo("{\"id\":1,\"v\":\"a\"}");
        assertThat(line.raw("after")).isEqualTo("{\"id\":1,\"v\":\"b\"}");
        assertThat(line.raw("flags")).isEqualTo("[]");
        assertThat(line.string("id")).isEqualTo("local/0/1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "17"        | "18"
            "-1"        | "-1"
            ""          | ""
            null        | null
            """)
    void halvesWithoutACommonSequenceStayApart(String first, String second) {
        Normalized normalized = of(
                half("UPDATE_BEFOR", "S", "{\"id\":1,\"v\":\"a\"}").replace("\"S\"", first),
                half("UPDATE_AFTER", "S", "{\"id\":1,\"v\":\"b\"}").replace("\"S\"", second));

        assertThat(normalized.outcomes()).containsExactly("quarantined unpaired", "emitted 1");
        assertThat(normalized.lines().get(0).raw("flags")).isEqualTo("[\"unpaired\"]");
        assertThat(normalized.quarantined()).hasSize(1);
    }

    @Test
    void halvesOfAnotherTableStayApart() {
        Normalized normalized = of(
                half("UPDATE_BEFOR", "5", "{\"id\":1}").replace("\"tableName\":\"t\"", "\"tableName\":\"u\""),
                half("UPDATE_AFTER", "5", "{\"id\":1,\"v\":\"b\"}"));

        assertThat(normalized.outcomes()).containsExactly("quarantined unpaired", "emitted 1");
    }

    @Test
    void aHalfServesOnce() {
        String first = half("UPDATE_BEFOR", "5", "{\"id\":1,\"v\":\"a\"}");
        String second = half("UPDATE_AFTER", "5", "{\"id\":1,\"v\":\"b\"}");

        assertThat(of(first, first, second, second).outcomes())
                .containsExactly("emitted 0", "skipped resend", "emitted 1", "emitted 1");
        assertThat(of(first, second, first, second).outcomes())
                .containsExactly("emitted 0", "emitted 1", "emitted 0", "emitted 1");
    }

    /** Which halves have been seen is forgotten now and then in an input without end; those that wait are not. */
    @Test
    void halvesThatStandApartMeetHoweverLongTheInputIs() {
        List<byte[]> records = new ArrayList<>();
        for (int sequence = 1; sequence < 10_100; sequence += 2) {
            for (String op : List.of("UPDATE_BEFOR", "UPDATE_AFTER")) {
                for (int one = sequence; one <= sequence + 1; one++) {
                    records.add(half(op, Integer.toString(one), "{\"id\":" + one + ",\"v\":\"a\"}")
                            .getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        Normalized normalized = Normalized.unjudged(Settings.DEFAULT, Normalized.LOCAL, Normalized.deliveries(records));

        assertThat(normalized.lines())
                .hasSize(10_100)
                .allSatisfy(line -> assertThat(line.raw("flags")).isEqualTo("[]"));
    }

    @Test
    void halvesThatNameTheirColumnsInAnotherOrderStillMeet() {
        String columns = "{\"name\":\"id\",\"type\":\"LONG\"},{\"name\":\"v\",\"type\":\"STRING\"}";
        String turned = "{\"name\":\"v\",\"type\":\"STRING\"},{\"name\":\"id\",\"type\":\"LONG\"}";
        Normalized normalized = of(
                half("UPDATE_BEFOR", "5", "{\"id\":\"1\",\"v\":\"a\"}").replace(columns, turned),
                half("UPDATE_AFTER", "5", "{\"id\":2,\"v\":\"b\"}"));

        assertThat(normalized.outcomes()).containsExactly("emitted 0", "emitted 2");
        assertThat(normalized.lines().get(0).raw("before")).isEqualTo("{\"id\":1,\"v\":\"a\"}");
    }

    @Test
    void anUnpairedHalfLeavesAsCreateForReadersThatWantThat() {
        NormalizeOptions options = Settings.of(Map.of("SLUICE_NO_BEFORE", "c")).normalize();
        assertThat(options.createWithoutBefore()).isTrue();
        Normalized normalized = Normalized.of(
                Settings.of(Map.of("SLUICE_NO_BEFORE", "c")),
                Normalized.LOCAL,
                Normalized.deliveries(List.of(
                        half("UPDATE_AFTER", "5", "{\"id\":1,\"v\":\"b\"}").getBytes(StandardCharsets.UTF_8))));

        assertThat(normalized.line().string("op")).isEqualTo("c");
        assertThat(normalized.line().raw("flags")).isEqualTo("[\"unpaired\"]");
    }

    // Control events.

    @Test
    void theDetailOfAnUnknownOperationIsTheMessageOnOneLine() {
        String body =
                "{ \"payload\" : {\n\t\"op\": \"SHIFT\", \"sequenceId\": \"1\",\r\n \"x\": [1, \"a  \\\" \\\\ b\", {}]}, \"z\":1.50 }";
        Normalized normalized = of(body);

        assertThat(normalized.outcomes()).containsExactly("control unknown");
        assertThat(new String(normalized.control(), StandardCharsets.UTF_8))
                .endsWith(",\"text\":null,\"detail\":{\"message\":{\"payload\":{\"op\":\"SHIFT\",\"sequenceId\":\"1\","
                        + "\"x\":[1,\"a  \\\" \\\\ b\",{}]},\"z\":1.50}}}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert", "Insert", "INSERT ", "UPDATE_BEFO", "TRUNC", "é"})
    void anUnknownWordIsAControlEvent(String op) {
        assertThat(of(insert("{\"id\":1}").replace("\"INSERT\"", "\"" + op + "\""))
                        .outcomes())
                .containsExactly("control unknown");
    }

    @Test
    void anArrayOfMessagesIsReadToo() {
        assertThat(of("[" + insert("{\"id\":1}") + "," + insert("{\"id\":1,\"id\":2}") + "]")
                        .outcomes())
                .hasSize(2)
                .startsWith("emitted 1");
    }
}
