package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas say no where they should, and leave room for what the other dialects will bring. */
class LineSchemasTest {
    private static final String SOURCE =
            "{\"version\":\"1\",\"connector\":\"sqlserver-ces\",\"name\":\"hub\",\"ts_ms\":5,"
                    + "\"snapshot\":\"false\",\"db\":\"d\",\"schema\":\"\",\"table\":\"t\",\"commit_lsn\":\"0:1\",\"begin_lsn\":\"0:0\","
                    + "\"event_serial_no\":1,\"stream\":\"hub\",\"partition\":3,\"offset\":7,\"commit_time\":\"x\"}";
    private static final String EVENT =
            "{\"op\":\"u\",\"before\":{\"a\":1},\"after\":{\"a\":1,\"b\":null},\"source\":" + SOURCE
                    + ",\"transaction\":{\"id\":\"0:1\",\"total_order\":1,\"data_collection_order\":null},\"ts_ms\":5,"
                    + "\"key\":{\"a\":1},\"pkNames\":[\"a\"],\"id\":\"x\",\"order\":\"0000002A000001B00003.00000000000000000007\","
                    + "\"schema_id\":\"0123456789abcdef\",\"flags\":[]}";
    private static final String CONTROL = "{\"kind\":\"ddl\",\"op\":\"ALTER\",\"source\":"
            + SOURCE.replace("sqlserver-ces", "canal")
            + ",\"id\":\"t/0/7\",\"order\":\"000001.00000000000000000007.000000\",\"text\":\"ALTER TABLE t\",\"detail\":{\"es\":1}}";
    private static final String QUARANTINE =
            "{\"code\":\"not_json\",\"reason\":\"r\",\"where\":\"/data/eventrow/old byte 7\","
                    + "\"stream\":\"hub\",\"partition\":0,\"epoch\":1,\"offset\":7,\"item\":0,\"items\":1,"
                    + "\"broker_time\":\"2026-05-06T07:08:09.123Z\",\"headers\":null,\"body_base64\":\"e30=\"}";

    @Test
    void theSamplesAreValid() {
        LineSchemas.assertValid(EVENT);
        LineSchemas.assertValidControl(CONTROL);
        LineSchemas.assertValidQuarantine(QUARANTINE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "op":"u"                     | "op":"x"
            "op":"u",                    | ``
            "before":{"a":1}             | "before":{"a":{"b":1}}
            "before":{"a":1}             | "before":{"a":[1]}
            "before":{"a":1}             | "before":[]
            "before":{"a":1}             | "before":null
            "before":{"a":1},            | ``
            "connector":"sqlserver-ces"  | "connector":"debezium"
            "version":"1"                | "version":1
            "version":"1"                | "version":"2"
            "snapshot":"false"           | "snapshot":false
            "schema":"",                 | ``
            "schema":"",                 | "schema":null,
            "db":"d"                     | "db":{"x":1}
            "event_serial_no":1          | "event_serial_no":"1"
            "offset":7                   | "offset":"7"
            "offset":7                   | "offset":7.5
            "partition":3                | "partition":-1
            ,"commit_time":"x"           | ,"commit_time":"x","payload":1
            "total_order":1              | "total_order":"1"
            ,"data_collection_order":null| ``
            "key":{"a":1}                | "key":null
            "pkNames":["a"]              | "pkNames":[]
            "pkNames":["a"]              | "pkNames":["a","a"]
            "id":"x"                     | "id":""
            "id":"x"                     | "id":7
            0000002A000001B00003.        | 0000002a000001b00003.
            00000000000000000007"        | 7"
            00000000000000000007"        | 00000000000000000007.2"
            "0123456789abcdef"           | "0123456789abcde"
            "0123456789abcdef"           | "0123456789ABCDEF"
            "flags":[]                   | "flags":["odd"]
            "flags":[]                   | "flags":["partial "]
            "flags":[]                   | "flags":["gaps","gaps"]
            "flags":[]                   | "flags":["partial"]
            "flags":[]                   | "flags":["no_before"]
            "flags":[]                   | "flags":null
            "flags":[]                   | "flags":[],"schema":1
            ,"pkNames"                   | ,"key_before":{"a":2},"pkNames"
            "ts_ms":5,"key"              | "ts_ms":6,"key"
            "ts_ms":5,"key"              | "ts_ms":"5","key"
            "after":{"a":1,"b":null}     | "after":{"a":1,"a":null}
            """)
    void anEventThatIsNotOneIsRefused(String part, String replacement) {
        assertThat(EVENT).contains(part);

        assertThatThrownBy(() -> LineSchemas.assertValid(EVENT.replace(part, replacement)))
                .isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "op":"u","before":{"a":1},"after":{"a":1,"b":null} | "op":"u","after":{"a":1,"b":null},"before":{"a":1}
            "connector":"sqlserver-ces","name":"hub"           | "name":"hub","connector":"sqlserver-ces"
            "stream":"hub","partition":3                       | "partition":3,"stream":"hub"
            "total_order":1,"data_collection_order":null       | "data_collection_order":null,"total_order":1
            """)
    void keysOutOfOrderAreRefused(String part, String replacement) {
        assertThat(EVENT).contains(part);

        assertThatThrownBy(() -> LineSchemas.assertValid(EVENT.replace(part, replacement)))
                .isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"op\":\"u\",\"before\":{},\"after\":{},@,\"flags\":[\"partial\",\"key_change\",\"key_incomplete\"]}",
                "{\"op\":\"u\",\"before\":null,\"after\":{\"a\":\"\"},@,\"flags\":[\"no_before\",\"truncated:a\",\"untyped:a b\\n\"]}",
                "{\"op\":\"c\",\"before\":null,\"after\":{\"a\":\"\"},@,\"flags\":[\"no_before\"]}",
                "{\"op\":\"u\",\"before\":null,\"after\":{\"a\":1e5},@,\"flags\":[\"unpaired\"]}",
                "{\"op\":\"d\",\"before\":{},\"after\":{\"a\":1},@,\"flags\":[\"gaps\"]}",
                "{\"op\":\"d\",\"before\":{\"a\":1},\"after\":null,@,\"flags\":[\"unpaired\",\"key_change\"]}",
                "{\"op\":\"c\",\"before\":{\"a\":1},\"after\":{\"a\":1},@,\"flags\":[]}"
            })
    void whatTheDesignAllowsIsValid(String line) {
        String middle = "\"source\":" + SOURCE + ",\"transaction\":null,\"ts_ms\":5,\"key\":{},\"pkNames\":[\"a\"],"
                + "\"id\":\"x\",\"order\":\"0000002A000001B00003.00000000000000000007.1\",\"schema_id\":null";

        assertThatCode(() -> LineSchemas.assertValid(line.replace("@", middle))).doesNotThrowAnyException();
    }

    @Test
    void theOldKeyMayStandBesideThePartialNewOne() {
        LineSchemas.assertValid(EVENT.replace(",\"pkNames\"", ",\"key_before\":{\"a\":2},\"pkNames\"")
                .replace("\"0123456789abcdef\"", "null")
                .replace("\"flags\":[]", "\"flags\":[\"partial\",\"key_change\"]"));
    }

    @Test
    void aLineOfDataWorksIsValid() {
        LineSchemas.assertValid("{\"op\":\"r\",\"before\":null,\"after\":{\"a\":\"2026-05-06T07:08:09.123+08:00\"},"
                + "\"source\":{\"version\":\"1\",\"connector\":\"dataworks\",\"name\":\"topic\",\"ts_ms\":null,"
                + "\"snapshot\":\"true\",\"db\":\"d\",\"schema\":\"\",\"table\":\"t\",\"sequence\":\"17\",\"scn\":\"4\","
                + "\"db_type\":\"mysql\",\"stream\":\"topic\",\"partition\":0,\"offset\":7,\"commit_time\":\"1778051289112\"},"
                + "\"transaction\":null,\"ts_ms\":null,\"key\":null,\"pkNames\":[],\"id\":\"topic/0@2/7#12\","
                + "\"order\":\"00000000000000000017.000002.00000000000000000007.000012\","
                + "\"schema_id\":\"0123456789abcdef\",\"flags\":[]}");
    }

    @Test
    void aLineOfCanalIsValid() {
        LineSchemas.assertValid("{\"op\":\"u\",\"before\":{\"a\":1},\"after\":{\"a\":2,\"b\":true},"
                + "\"source\":{\"version\":\"1\",\"connector\":\"canal\",\"name\":\"topic\",\"ts_ms\":1778051289112,"
                + "\"snapshot\":\"false\",\"db\":\"d\",\"schema\":\"\",\"table\":\"t\",\"gtid\":\"a:1\",\"es\":1778051289112,"
                + "\"stream\":\"topic\",\"partition\":0,\"offset\":7,\"commit_time\":\"1778051289112\"},"
                + "\"transaction\":null,\"ts_ms\":1778051289112,\"key\":{\"a\":2},\"key_before\":{\"a\":1},\"pkNames\":[\"a\"],"
                + "\"id\":\"topic/0/7\",\"order\":\"000001.00000000000000000007.000000\","
                + "\"schema_id\":null,\"flags\":[\"partial\",\"key_change\"]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "topic/0/7/x", "topic/0", "topic/a/7", "topic/0@2/7#"})
    void aRowWithoutAnIdentityOfItsOwnIsNamedByItsPlace(String id) {
        String line = EVENT.replace("sqlserver-ces", "canal").replace("\"id\":\"x\"", "\"id\":\"" + id + "\"");

        assertThatThrownBy(() -> LineSchemas.assertValid(line)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "kind":"ddl"            | "kind":"row"
            "text":"ALTER TABLE t"  | "text":{}
            "text":"ALTER TABLE t", | ``
            "detail":{"es":1}       | "detail":null
            "detail":{"es":1}       | "detail":{},"more":1
            "version":"1"           | "version":"9"
            """)
    void aControlLineThatIsNotOneIsRefused(String part, String replacement) {
        assertThat(CONTROL).contains(part);

        assertThatThrownBy(() -> LineSchemas.assertValidControl(CONTROL.replace(part, replacement)))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aControlLineNeedsNoText() {
        LineSchemas.assertValidControl(CONTROL.replace("\"ALTER TABLE t\"", "null"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "code":"not_json"                    | "code":"Not JSON"
            "reason":"r"                         | "reason":""
            "where":"/data/eventrow/old byte 7"  | "where":"line 7"
            "epoch":1                            | "epoch":0
            "item":0                             | "item":null
            "items":1                            | "items":0
            "broker_time":"2026-05-06T07:08:09.123Z" | "broker_time":1778051289123
            "headers":null                       | "headers":"x"
            "body_base64":"e30="                 | "body_base64":"{}"
            "body_base64":"e30="                 | "body_base64":"e30=","body":"x"
            """)
    void aQuarantineLineThatIsNotOneIsRefused(String part, String replacement) {
        assertThat(QUARANTINE).contains(part);

        assertThatThrownBy(() -> LineSchemas.assertValidQuarantine(QUARANTINE.replace(part, replacement)))
                .isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "byte 0", "/type", "/data byte 12", "/data/eventsource/cols/3/name"})
    void aPlaceMayBeAPointerOrAByteOrBothOrAll(String where) {
        LineSchemas.assertValidQuarantine(QUARANTINE.replace("/data/eventrow/old byte 7", where));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uFEFF@", "@\n", "@ {}", "@,", "[@]", "null", ""})
    void moreOrLessThanOneLineIsRefused(String shape) {
        assertThatThrownBy(() -> LineSchemas.assertValid(shape.replace("@", EVENT)))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void linesThatAreNotUtf8AreRefused() {
        assertThatThrownBy(() -> LineSchemas.lines(new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', '\n'}))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> LineSchemas.lines(new byte[] {'{', '}'})).isInstanceOf(AssertionError.class);
    }

    /** Each schema stands alone, so what they share is told twice. */
    @Test
    void eventsAndControlLinesShareTheirSourceAndOrder() throws Exception {
        JsonMapper json = JsonMapper.builder().build();
        try (InputStream event = resource("event");
                InputStream control = resource("control")) {
            var events = json.readTree(event);
            var controls = json.readTree(control);
            assertThat(controls.at("/$defs/source")).isEqualTo(events.at("/$defs/source"));
            assertThat(controls.at("/properties/order/anyOf").findValuesAsText("pattern"))
                    .isEqualTo(events.at("/properties/order/anyOf").findValuesAsText("pattern"));
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(
                LineSchemasTest.class.getResourceAsStream("/dev/sluice/" + name + ".schema.json"));
    }
}
