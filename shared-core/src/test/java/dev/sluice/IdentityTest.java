package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.normalize.Origin;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.text.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a line is named and sorted: {@code id}, {@code order}, and the source's own log position. */
class IdentityTest {
    private static CesMessage item() {
        return CesMessage.insert().column("Id", "int").key("Id", "1").current("{\"Id\":\"1\"}");
    }

    private static CesMessage transaction(@Nullable String lsn, @Nullable String sequence) {
        return item().source(
                        "transaction",
                        "{\"commitlsn\":" + (lsn == null ? null : CesMessage.quote(lsn))
                                + ",\"beginlsn\":\"0000002A:000001B0:0001\",\"sequencenumber\":" + sequence
                                + ",\"committime\":\"2026-05-06T07:08:09.112Z\"}");
    }

    private static Line at(Origin origin, long offset, byte[] body) {
        Normalized normalized =
                Normalized.of(Settings.DEFAULT, origin, List.of(new Delivery(offset, Slice.of(body), null)));
        return normalized.line();
    }

    // id

    @ParameterizedTest
    @ValueSource(
            strings = {
                "6e1fd7a4-93ab-4f0c-8f56-0f4b1e5d2c77:0000002A000001B00003:00000000000000000007",
                "x",
                "with \"quotes\" / and \\ ü",
                " ",
                "a/d"
            })
    void theLogicalIdIsTheIdWhateverItsForm(String logicalId) {
        assertThat(Normalized.of(item().logicalId(logicalId)).line().raw("id")).isEqualTo(CesMessage.quote(logicalId));
    }

    @Test
    void aLoneSurrogateInTheLogicalIdStaysAnEscape() {
        assertThat(Normalized.of(item().attribute("logicalid", "\"a\\ud83db\""))
                        .line()
                        .raw("id"))
                .isEqualTo("\"a\\ud83db\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "null"})
    void withoutALogicalIdThePlaceInTheLogIsTheId(String none) {
        byte[] body = item().attribute("logicalid", none).body();

        assertThat(at(new Origin("hub", 3, 1), 124388, body).string("id")).isEqualTo("hub/3/124388");
    }

    @Test
    void aMissingLogicalIdIsNone() {
        assertThat(at(new Origin("hub", 3, 1), 0, item().without("logicalid").body())
                        .string("id"))
                .isEqualTo("hub/3/0");
    }

    @Test
    void fromTheSecondEpochOnTheEpochIsNamed() {
        byte[] body = item().without("logicalid").body();

        assertThat(at(new Origin("hub", 3, 2), 7, body).string("id")).isEqualTo("hub/3@2/7");
        assertThat(at(new Origin("hub", 3, 11), 7, body).string("id")).isEqualTo("hub/3@11/7");
    }

    @Test
    void itemsOfARecordWithMoreThanOneAreNumbered() {
        String one = item().without("logicalid").text();
        Normalized normalized = Normalized.of("[" + one + "," + one + "," + item().text() + "]");

        assertThat(normalized.lines())
                .extracting(line -> line.string("id"))
                .containsExactly("local/0/0#0", "local/0/0#1", CesMessage.LOGICAL_ID);
    }

    @Test
    void theOnlyItemOfAnArrayHasNoNumber() {
        assertThat(Normalized.of("[" + item().without("logicalid").text() + "]")
                        .line()
                        .string("id"))
                .isEqualTo("local/0/0");
    }

    @Test
    void aQuarantinedNeighbourCountsAsAnItem() {
        String one = item().without("logicalid").text();
        Normalized normalized = Normalized.of("[7," + one + "]");

        assertThat(normalized.lines()).extracting(line -> line.string("id")).containsExactly("local/0/0#1");
    }

    @Test
    void theTwoLinesOfAKeyChangeWithoutALogicalIdAreTold() {
        Normalized normalized = Normalized.of(CesMessage.update()
                .without("logicalid")
                .withoutSource("transaction")
                .column("Id", "int")
                .key("Id", "2")
                .old("{\"Id\":\"1\"}")
                .current("{\"Id\":\"2\"}"));

        assertThat(normalized.lines())
                .extracting(line -> line.string("id"))
                .containsExactly("local/0/0/d", "local/0/0/c");
        assertThat(normalized.lines())
                .extracting(line -> line.string("order"))
                .containsExactly("000001.00000000000000000000.000000.0", "000001.00000000000000000000.000000.1");
    }

    // order

    @ParameterizedTest
    @CsvSource({
        "0000002A:000001B0:0003, 7,                  0000002A000001B00003.00000000000000000007",
        "00000000:00000000:0000, 0,                  00000000000000000000.00000000000000000000",
        "FFFFFFFF:FFFFFFFF:FFFF, 999999999999999999, FFFFFFFFFFFFFFFFFFFF.00999999999999999999",
        "0000002A:000001B0:0003, \"12\",             0000002A000001B00003.00000000000000000012",
        "0000002A:000001B0:0003, 2147483647,         0000002A000001B00003.00000000002147483647",
    })
    void orderIsTheCommitPositionAndTheNumberInTheTransaction(String lsn, String sequence, String order) {
        Line line = Normalized.of(transaction(lsn, sequence).logicalId("g:AAAAAAAAAAAAAAAAAAAA:00000000000000000099"))
                .line();

        assertThat(line.string("order")).isEqualTo(order);
    }

    @ParameterizedTest
    @CsvSource({
        ", 7",
        "0000002A:000001B0:0003,",
        "0000002A:000001B0:0003, -1",
        "0000002A:000001B0:0003, \"x\"",
        "0000002A:000001B0:0003, 1.5",
        "2A:1B0:3, 7",
        "0000002A000001B00003, 7",
        "0000002A:000001B0:000G, 7",
        "0000002A:000001B0:00030, 7",
    })
    void withoutAUsableTransactionOrderComesFromTheLogicalId(@Nullable String lsn, @Nullable String sequence) {
        Line line = Normalized.of(transaction(lsn, sequence).logicalId("g:AAAAAAAAAAAAAAAAAAAA:00000000000000000099"))
                .line();

        assertThat(line.string("order")).isEqualTo("AAAAAAAAAAAAAAAAAAAA.00000000000000000099");
    }

    @Test
    void withoutATransactionThereIsNone() {
        Line line = Normalized.of(item().withoutSource("transaction")).line();

        assertThat(line.raw("transaction")).isEqualTo("null");
        assertThat(line.has("commit_lsn")).isFalse();
        assertThat(line.has("begin_lsn")).isFalse();
        assertThat(line.has("event_serial_no")).isFalse();
        assertThat(line.string("order")).isEqualTo("0000002A000001B00003.00000000000000000007");
    }

    @Test
    void aTransactionThatIsNullIsNone() {
        assertThat(Normalized.of(item().source("transaction", "null")).line().raw("transaction"))
                .isEqualTo("null");
    }

    @Test
    void theTransactionIsNamedByItsCommitPosition() {
        Line line = Normalized.of(item()).line();

        assertThat(line.raw("transaction"))
                .isEqualTo("{\"id\":\"0000002A:000001B0:0003\",\"total_order\":7,\"data_collection_order\":null}");
        assertThat(line.string("source", "commit_lsn")).isEqualTo("0000002A:000001B0:0003");
        assertThat(line.string("source", "begin_lsn")).isEqualTo("0000002A:000001B0:0001");
        assertThat(line.raw("source", "event_serial_no")).isEqualTo("7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "g:AAAAAAAAAAAAAAAAAAAA:0000000000000000099",
                "g:AAAAAAAAAAAAAAAAAAAA:000000000000000000099",
                "g:AAAAAAAAAAAAAAAAAAA:00000000000000000099",
                "g:AAAAAAAAAAAAAAAAAAAG:00000000000000000099",
                "g:AAAAAAAAAAAAAAAAAAAA:0000000000000000009A",
                ":AAAAAAAAAAAAAAAAAAAA:00000000000000000099:",
                "AAAAAAAAAAAAAAAAAAAA:00000000000000000099"
            })
    void withoutEitherOrderIsThePlaceInTheLog(String logicalId) {
        byte[] body = item().withoutSource("transaction").logicalId(logicalId).body();

        assertThat(at(new Origin("hub", 3, 12), 124388, body).string("order"))
                .isEqualTo("000012.00000000000000124388.000000");
    }

    @Test
    void thePlaceInTheLogIncludesTheItem() {
        String one = item().without("logicalid").withoutSource("transaction").text();
        Normalized normalized = Normalized.of("[" + one + "," + one + "]");

        assertThat(normalized.lines())
                .extracting(line -> line.string("order"))
                .containsExactly("000001.00000000000000000000.000000", "000001.00000000000000000000.000001");
    }

    @Test
    void theHighestOffsetFits() {
        byte[] body = item().without("logicalid").withoutSource("transaction").body();
        Line line = at(new Origin("hub", 0, 1), Long.MAX_VALUE, body);

        assertThat(line.string("order")).isEqualTo("000001.09223372036854775807.000000");
        assertThat(line.string("id")).isEqualTo("hub/0/9223372036854775807");
    }

    // source

    @Test
    void theSourceTellsWhereTheLineComesFrom() {
        Line line = at(new Origin("my \"hub\"", 31, 4), 5, item().body());

        assertThat(line.raw("source"))
                .isEqualTo("{\"version\":\"1\",\"connector\":\"sqlserver-ces\",\"name\":\"my \\\"hub\\\"\","
                        + "\"ts_ms\":1778051289112,\"snapshot\":\"false\",\"db\":\"ShopDb\",\"schema\":\"dbo\","
                        + "\"table\":\"Items\",\"commit_lsn\":\"0000002A:000001B0:0003\","
                        + "\"begin_lsn\":\"0000002A:000001B0:0001\",\"event_serial_no\":7,"
                        + "\"stream\":\"my \\\"hub\\\"\",\"partition\":31,\"offset\":5,"
                        + "\"commit_time\":\"2026-05-06T07:08:09.112Z\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\""})
    void anUnknownDatabaseAndSchemaAreEmpty(String none) {
        Line line =
                Normalized.of(item().source("db", none).source("schema", none)).line();

        assertThat(line.raw("source", "db")).isEqualTo("\"\"");
        assertThat(line.raw("source", "schema")).isEqualTo("\"\"");
    }

    @Test
    void aMissingDatabaseAndSchemaAreEmpty() {
        Line line = Normalized.of(item().withoutSource("db").withoutSource("schema"))
                .line();

        assertThat(line.raw("source", "db")).isEqualTo("\"\"");
        assertThat(line.raw("source", "schema")).isEqualTo("\"\"");
    }
}
