package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The many forms in which the same change may arrive. */
class EnvelopeTest {
    private static CesMessage item() {
        return CesMessage.insert()
                .column("Id", "int")
                .column("Name", "nvarchar(20)")
                .key("Id", "1")
                .current("{\"Id\":\"1\",\"Name\":\"Zoë \\\"Z\\\" \\/ \\u00e9\"}");
    }

    private static final String LINE = Normalized.of(item()).line().text();

    private static void isTheSame(String body) {
        assertThat(Normalized.of(body).line().text()).isEqualTo(LINE);
    }

    @Test
    void dataMayBeAnObject() {
        isTheSame(item().dataJson(item().data()).text());
    }

    @Test
    void rowsMayBeObjects() {
        isTheSame(item().oldJson("{}")
                .currentJson("{\"Id\":\"1\",\"Name\":\"Zoë \\\"Z\\\" \\/ \\u00e9\"}")
                .text());
    }

    @Test
    void dataMayBeBase64() {
        String base64 = Base64.getEncoder().encodeToString(item().data().getBytes(StandardCharsets.UTF_8));

        isTheSame(item().attribute("data_base64", CesMessage.quote(base64)).text());
        isTheSame(item().attribute("data_base64", "\"" + base64.replace("/", "\\/") + "\"")
                .text());
        isTheSame(item().attribute("data_base64", CesMessage.quote(base64))
                .attribute("data", "null")
                .text());
    }

    @Test
    void dataTwiceIsQuarantined() {
        String base64 = Base64.getEncoder().encodeToString(item().data().getBytes(StandardCharsets.UTF_8));
        String both = item().text().replace("\"data\":", "\"data_base64\":\"" + base64 + "\",\"data\":");

        assertThat(Normalized.of(both).outcomes()).singleElement().asString().startsWith("quarantined");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"\"", "null", "true", "12", "[]", "\"[]\"", "\"  \"", "\"null\"", "\"text\"", "{}", "\"{}\""})
    void dataThatIsNoChangeIsQuarantined(String data) {
        assertThat(Normalized.of(item().dataJson(data)).outcomes())
                .singleElement()
                .asString()
                .startsWith("quarantined")
                .contains("/data");
    }

    @Test
    void missingDataIsQuarantined() {
        assertThat(Normalized.of(item().text().replace("\"data\":", "\"datum\":"))
                        .code())
                .isEqualTo("no_data");
    }

    @ParameterizedTest
    @CsvSource({
        "0,true",
        "1,true",
        "\"0\",\"true\"",
        "\"1\",\"true\"",
        "0.0,true",
        "1.0,true",
        "null,null",
        "null,true",
        "0,\"TRUE\""
    })
    void anUnsplitEventMaySaySoInManyWays(String index, String last) {
        isTheSame(item().attribute("segmentindex", index)
                .attribute("finalsegment", last)
                .text());
    }

    @ParameterizedTest
    @CsvSource({"0,0", "\"0\",\"0\"", "1,1", "0,1", "null,null", "0,null"})
    void theOlderDialectMayTooSayItInManyWays(String index, String total) {
        isTheSame(item().without("segmentindex")
                .without("finalsegment")
                .attribute("splitindex", index)
                .attribute("splittotalcnt", total)
                .text());
    }

    @Test
    void anEventWithoutSegmentAttributesIsWhole() {
        isTheSame(item().without("segmentindex").without("finalsegment").text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "source", "datacontenttype", "specversion", "time"})
    void attributesThatSayNothingNewMayBeMissing(String attribute) {
        isTheSame(item().without(attribute).text());
    }

    @Test
    void unknownAttributesAreIgnored() {
        isTheSame(item().attribute("traceparent", "\"00-4bf9\"")
                .attribute("nested", "{\"a\":[1,{\"b\":null}]}")
                .attribute("datacontenttype", "\"Application/JSON; charset=UTF-8\"")
                .text());
    }

    @Test
    void attributesMayComeInAnyOrderAndSpelling() {
        String text = item().text();
        String body = text.substring(1, text.length() - 1);
        int type = body.indexOf(",\"source\"");

        isTheSame("{" + body.substring(type + 1) + "," + body.substring(0, type) + "}");
        isTheSame(text.replace("\"type\"", "\"\\u0074ype\"").replace("\"operation\"", "\"operatio\\u006e\""));
        isTheSame(text.replace("com.microsoft", "com\\u002emicrosoft").replace("\"INS\"", "\"\\u0049NS\""));
    }

    @Test
    void thePartsOfDataMayComeInAnyOrder() {
        String data = "{\"eventrow\":{\"current\":" + CesMessage.quote("{\"Id\":\"1\",\"Name\":\"Zoë \\\"Z\\\" / é\"}")
                + ",\"old\":null},\"more\":[],\"eventsource\":{\"transaction\":{\"committime\":\"2026-05-06T07:08:09.112Z\","
                + "\"finalevent\":true,\"sequencenumber\":\"7\",\"beginlsn\":\"0000002A:000001B0:0001\","
                + "\"commitlsn\":\"0000002A:000001B0:0003\"},\"pkkey\":[{\"value\":\"1\",\"columnname\":\"Id\"}],"
                + "\"cols\":[{\"index\":0,\"type\":\"int\",\"name\":\"Id\"},"
                + "{\"index\":1,\"more\":{},\"type\":\"nvarchar(20)\",\"name\":\"Name\"}],"
                + "\"tbl\":\"Items\",\"schema\":\"dbo\",\"db\":\"ShopDb\"}}";

        isTheSame(item().dataJson(data).text());
        isTheSame(item().dataJson(CesMessage.quote(data)).text());
    }

    @Test
    void whiteSpaceAndAByteOrderMarkMayStandAround() {
        isTheSame(" \r\n\t" + item().text() + "\n \r\t");
        isTheSame("\uFEFF" + item().text());
        isTheSame("\uFEFF \n" + item().text());
        String text = item().text();
        int data = text.indexOf("\"data\"");
        isTheSame(text.substring(0, data).replace(",\"", " ,\n\t\"").replace("\":", "\" \r:  ") + text.substring(data));
    }

    @Test
    void anArrayOfEventsIsAsManyItems() {
        Normalized normalized = Normalized.of(
                "\uFEFF [ " + item().text() + " , " + item().logicalId("b").text() + " ] ");

        assertThat(normalized.outcomes()).containsExactly("emitted 1", "emitted 1");
        assertThat(normalized.report().items()).extracting(item -> item.item()).containsExactly(0, 1);
        assertThat(normalized.lines().get(0).text()).isEqualTo(LINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INSERT", "XXX", "", "merge", "INS ", "I"})
    void anUnknownOperationIsQuarantined(String operation) {
        assertThat(Normalized.of(item().attribute("operation", CesMessage.quote(operation)))
                        .outcomes())
                .containsExactly("quarantined unknown_operation /operation");
    }

    @Test
    void aMissingOperationIsQuarantined() {
        assertThat(Normalized.of(item().without("operation")).code()).isEqualTo("unknown_operation");
    }

    /** An index of 1 with the final mark is the only piece of a set counted from 1, if its data is whole. */
    @Test
    void anUnknownOperationIsQuarantinedInGenerationBToo() {
        assertThat(Normalized.of(item().attribute("segmentindex", "1").attribute("operation", "\"XXX\""))
                        .outcomes())
                .containsExactly("quarantined unknown_operation /operation");
    }

    @Test
    void dataThatIsWholeButWrongIsQuarantinedInGenerationBToo() {
        CesMessage message = CesMessage.insert()
                .attribute("segmentindex", "1")
                .column("Id", "int")
                .column("Id", "int")
                .current("{\"Id\":\"1\"}");

        assertThat(Normalized.of(message).code()).isEqualTo("duplicate_column");
    }

    @Test
    void aRowThatIsWrongIsQuarantinedInGenerationBToo() {
        CesMessage message = item().attribute("segmentindex", "1").current("{\"Id\":\"1\",\"Id\":\"2\"}");

        assertThat(Normalized.of(message).code()).isEqualTo("duplicate_name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"com.microsoft.SQL.CES.DML.V2", "com.microsoft.SQL.CES.DML.V10", "com.microsoft.SQL.CES.DDL.V1"})
    void anotherVersionIsQuarantined(String type) {
        assertThat(Normalized.of(item().attribute("type", CesMessage.quote(type)))
                        .outcomes())
                .containsExactly("quarantined unsupported_version /type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"eventsource", "eventrow"})
    void halfOfTheDataIsNotEnough(String part) {
        assertThat(Normalized.of(item().dataJson(item().data().replace("\"" + part + "\"", "\"other\"")))
                        .outcomes())
                .containsExactly("quarantined no_" + part + " /data");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\""})
    void anEventWithoutATableIsQuarantined(String none) {
        assertThat(Normalized.of(item().source("tbl", none)).outcomes())
                .containsExactly("quarantined no_table /data/eventsource/tbl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":\"int\"}", "{\"name\":null,\"type\":\"int\"}", "{}"})
    void aColumnWithoutANameIsQuarantined(String column) {
        assertThat(Normalized.of(item().columnJson(column)).outcomes())
                .singleElement()
                .asString()
                .startsWith("quarantined no_column_name /data/eventsource/cols/2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"value\":\"1\"}", "{\"columnname\":null,\"value\":\"1\"}", "{}"})
    void aKeyColumnWithoutANameIsQuarantined(String key) {
        assertThat(Normalized.of(item().keyJson(key)).outcomes())
                .singleElement()
                .asString()
                .startsWith("quarantined no_column_name /data/eventsource/pkkey/1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "\"x\"", "7", "[{}]", "[\"Id\"]", "[null]"})
    void columnsOfAnotherShapeAreQuarantined(String columns) {
        assertThat(Normalized.of(item().source("cols", columns)).outcomes())
                .singleElement()
                .asString()
                .startsWith("quarantined")
                .contains("/data/eventsource");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"[]\"", "7", "true", "\"x\"", "\"7\"", "\"null\"", "\"{\"", "\"{}x\"", "\"{} {}\""})
    void aRowOfAnotherShapeIsQuarantined(String row) {
        assertThat(Normalized.of(item().currentJson(row)).outcomes())
                .singleElement()
                .asString()
                .startsWith("quarantined")
                .contains("/data/eventrow/current");
    }

    @Test
    void aTableWhoseDescriptionCameBeforeIsReadTheSame() {
        byte[] first = item().body();
        byte[] again = item().logicalId("b").body();
        byte[] widened = item().logicalId("c")
                .column("More", "bit")
                .current("{\"Id\":\"1\",\"Name\":\"n\",\"More\":\"1\"}")
                .body();
        byte[] duplicate = item().logicalId("d")
                .dataJson(CesMessage.quote(item().data().replace("\"pkkey\":", "\"db\":\"x\",\"pkkey\":")))
                .body();

        Normalized together = Normalized.of(first, again, widened, duplicate, first);

        assertThat(together.outcomes().subList(0, 3)).containsOnly("emitted 1");
        assertThat(together.outcomes().get(3)).startsWith("quarantined duplicate_name");
        assertThat(together.outcomes().get(4)).isEqualTo("skipped resend");
        assertThat(together.lines().get(0).text()).isEqualTo(LINE);
        assertThat(together.lines().get(1).after())
                .isEqualTo(together.lines().get(0).after());
        assertThat(together.lines().get(2).raw("after", "More")).isEqualTo("true");
    }
}
