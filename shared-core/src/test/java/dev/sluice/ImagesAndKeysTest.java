package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Before and after, the key, and what the flags say of them. */
class ImagesAndKeysTest {
    private static CesMessage items(CesMessage message) {
        return message.column("Id", "int")
                .column("Name", "nvarchar(20)")
                .column("Price", "money")
                .key("Id", "41");
    }

    private static final String OLD = "{\"Id\":\"41\",\"Name\":\"old\",\"Price\":\"1.5000\"}";
    private static final String NEW = "{\"Id\":\"41\",\"Name\":\"new\",\"Price\":\"2.5000\"}";
    private static final String OLD_LINE = "{\"Id\":41,\"Name\":\"old\",\"Price\":\"1.5000\"}";
    private static final String NEW_LINE = "{\"Id\":41,\"Name\":\"new\",\"Price\":\"2.5000\"}";

    @Test
    void anInsertHasNoBefore() {
        Line line = Normalized.of(items(CesMessage.insert()).current(NEW)).line();

        assertThat(line.op()).isEqualTo("c");
        assertThat(line.before()).isEqualTo("null");
        assertThat(line.after()).isEqualTo(NEW_LINE);
        assertThat(line.key()).isEqualTo("{\"Id\":41}");
        assertThat(line.flags()).isEqualTo("[]");
    }

    @Test
    void anUpdateHasBoth() {
        Line line =
                Normalized.of(items(CesMessage.update()).old(OLD).current(NEW)).line();

        assertThat(line.op()).isEqualTo("u");
        assertThat(line.before()).isEqualTo(OLD_LINE);
        assertThat(line.after()).isEqualTo(NEW_LINE);
        assertThat(line.flags()).isEqualTo("[]");
    }

    @Test
    void aDeleteHasNoAfter() {
        Line line = Normalized.of(items(CesMessage.delete()).old(OLD)).line();

        assertThat(line.op()).isEqualTo("d");
        assertThat(line.before()).isEqualTo(OLD_LINE);
        assertThat(line.after()).isEqualTo("null");
        assertThat(line.flags()).isEqualTo("[]");
    }

    @Test
    void anInsertWhoseSourceGaveAnOldRowKeepsIt() {
        Line line =
                Normalized.of(items(CesMessage.insert()).old(OLD).current(NEW)).line();

        assertThat(line.op()).isEqualTo("c");
        assertThat(line.before()).isEqualTo(OLD_LINE);
        assertThat(line.after()).isEqualTo(NEW_LINE);
        assertThat(line.flags()).isEqualTo("[]");
    }

    @Test
    void aDeleteWhoseSourceGaveANewRowKeepsIt() {
        Line line =
                Normalized.of(items(CesMessage.delete()).old(OLD).current(NEW)).line();

        assertThat(line.op()).isEqualTo("d");
        assertThat(line.before()).isEqualTo(OLD_LINE);
        assertThat(line.after()).isEqualTo(NEW_LINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"{}\"", "\"\"", "\"  \"", "\" { } \"", "null", "{}"})
    void everyFormOfNoRowMeansNone(String none) {
        Line line = Normalized.of(items(CesMessage.update()).oldJson(none).current(NEW))
                .line();

        assertThat(line.before()).isEqualTo("null");
        assertThat(line.flags()).isEqualTo("[no_before]");
    }

    @Test
    void aSideThatIsMissingMeansNone() {
        Line line = Normalized.of(items(CesMessage.update()).withoutRow("old").current(NEW))
                .line();

        assertThat(line.before()).isEqualTo("null");
        assertThat(line.flags()).isEqualTo("[no_before]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"INS", "ins", "Ins"})
    void theOperationIsReadInAnyCase(String operation) {
        Line line = Normalized.of(items(CesMessage.insert())
                        .attribute("operation", CesMessage.quote(operation))
                        .current(NEW))
                .line();

        assertThat(line.op()).isEqualTo("c");
    }

    @Test
    void aListedColumnThatIsLeftOutIsLeftOutAndFlagged() {
        Line line = Normalized.of(items(CesMessage.update())
                        .old("{\"Id\":\"41\",\"Price\":null}")
                        .current(NEW))
                .line();

        assertThat(line.before()).isEqualTo("{\"Id\":41,\"Price\":null}");
        assertThat(line.flags()).isEqualTo("[partial]");
        assertThat(line.raw("schema_id")).isEqualTo("null");
    }

    @Test
    void aColumnLeftOutOfAnInsertMakesItPartial() {
        Line line = Normalized.of(items(CesMessage.insert()).current("{\"Id\":\"41\",\"Name\":\"n\"}"))
                .line();

        assertThat(line.flags()).isEqualTo("[partial]");
    }

    @Test
    void anUpdateWithoutBeforeAndWithAPartialAfterIsBoth() {
        Line line = Normalized.of(items(CesMessage.update()).current("{\"Id\":\"41\"}"))
                .line();

        assertThat(line.flags()).isEqualTo("[partial,no_before]");
    }

    @Test
    void columnsKeepTheOrderOfTheRow() {
        Line line = Normalized.of(
                        items(CesMessage.insert()).current("{\"Price\":\"2.5000\",\"Name\":\"new\",\"Id\":\"41\"}"))
                .line();

        assertThat(line.after()).isEqualTo("{\"Price\":\"2.5000\",\"Name\":\"new\",\"Id\":41}");
    }

    // Deletes without images.

    @Test
    void aDeleteWithEmptyImagesHoldsTheKeyColumns() {
        Line line = Normalized.of(items(CesMessage.delete())).line();

        assertThat(line.before()).isEqualTo("{\"Id\":41}");
        assertThat(line.after()).isEqualTo("null");
        assertThat(line.key()).isEqualTo("{\"Id\":41}");
        assertThat(line.flags()).isEqualTo("[partial]");
        assertThat(line.raw("schema_id")).isEqualTo("null");
    }

    @Test
    void aDeleteWithEmptyImagesAndNoKeyHoldsNothing() {
        Line line = Normalized.of(CesMessage.delete()
                        .column("a", "int")
                        .column("b", "int")
                        .source("pkkey", "[]"))
                .line();

        assertThat(line.before()).isEqualTo("{}");
        assertThat(line.key()).isEqualTo("null");
        assertThat(line.raw("pkNames")).isEqualTo("[]");
        assertThat(line.flags()).isEqualTo("[partial,key_incomplete]");
    }

    @Test
    void aDeleteWithEmptyImagesAndHalfAKeyHoldsThatHalf() {
        Line line = Normalized.of(CesMessage.delete()
                        .column("a", "int")
                        .column("b", "int")
                        .key("a", "7")
                        .keyJson("{\"columnname\":\"b\"}"))
                .line();

        assertThat(line.before()).isEqualTo("{\"a\":7}");
        assertThat(line.key()).isEqualTo("{\"a\":7}");
        assertThat(line.raw("pkNames")).isEqualTo("[\"a\",\"b\"]");
        assertThat(line.flags()).isEqualTo("[partial,key_incomplete]");
    }

    // Inserts and updates without a row: the design gives no rule; what is known, the key, is told, flagged partial.

    @Test
    void anInsertWithEmptyImagesIsPartial() {
        Line line = Normalized.of(items(CesMessage.insert())).line();

        assertThat(line.op()).isEqualTo("c");
        assertThat(line.key()).isEqualTo("{\"Id\":41}");
        assertThat(line.flags()).isEqualTo("[partial]");
        assertThat(line.raw("schema_id")).isEqualTo("null");
    }

    // Keys.

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null"})
    void aTableWithoutPrimaryKeyHasNoKey(String none) {
        Line line = Normalized.of(CesMessage.update()
                        .column("a", "int")
                        .source("pkkey", none)
                        .old("{\"a\":\"1\"}")
                        .current("{\"a\":\"2\"}"))
                .line();

        assertThat(line.op()).isEqualTo("u");
        assertThat(line.key()).isEqualTo("null");
        assertThat(line.raw("pkNames")).isEqualTo("[]");
        assertThat(line.flags()).isEqualTo("[]");
    }

    @Test
    void aMissingPkkeyIsATableWithoutPrimaryKey() {
        Line line = Normalized.of(CesMessage.insert()
                        .column("a", "int")
                        .withoutSource("pkkey")
                        .current("{\"a\":\"2\"}"))
                .line();

        assertThat(line.key()).isEqualTo("null");
        assertThat(line.raw("pkNames")).isEqualTo("[]");
    }

    @Test
    void theKeyOfAnUpdateIsTakenFromAfterAndThatOfADeleteFromBefore() {
        CesMessage update = items(CesMessage.update())
                .old("{\"Id\":\"7\",\"Name\":\"a\",\"Price\":\"1\"}")
                .current("{\"Id\":\"7\",\"Name\":\"b\",\"Price\":\"1\"}");
        CesMessage delete = items(CesMessage.delete()).old("{\"Id\":\"8\",\"Name\":\"a\",\"Price\":\"1\"}");

        assertThat(Normalized.of(update).line().key()).isEqualTo("{\"Id\":7}");
        assertThat(Normalized.of(delete).line().key()).isEqualTo("{\"Id\":8}");
    }

    @Test
    void aKeyColumnThatTheImageLeavesOutIsTakenFromPkkey() {
        Line line = Normalized.of(items(CesMessage.insert()).current("{\"Name\":\"n\",\"Price\":\"1\"}"))
                .line();

        assertThat(line.after()).isEqualTo("{\"Name\":\"n\",\"Price\":\"1\"}");
        assertThat(line.key()).isEqualTo("{\"Id\":41}");
        assertThat(line.flags()).isEqualTo("[partial]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"columnname\":\"Id\"}", "{\"columnname\":\"Id\",\"value\":null}"})
    void aKeyThatNobodyTellsIsIncomplete(String entry) {
        Line line = Normalized.of(CesMessage.insert()
                        .column("Id", "int")
                        .column("Name", "nvarchar(20)")
                        .keyJson(entry)
                        .current("{\"Name\":\"n\"}"))
                .line();

        assertThat(line.key()).isEqualTo("{}");
        assertThat(line.raw("pkNames")).isEqualTo("[\"Id\"]");
        assertThat(line.flags()).isEqualTo("[partial,key_incomplete]");
    }

    @Test
    void aCompositeKeyStandsInTheOrderOfPkkeyWithTypedValues() {
        Line line = Normalized.of(CesMessage.insert()
                        .column("Region", "nvarchar(20)")
                        .column("No", "bigint")
                        .column("Day", "datetime2(0)")
                        .key("No", "7")
                        .key("Day", "2026-05-06 00:00:00")
                        .key("Region", "N")
                        .current("{\"Region\":\"N\",\"No\":\"7\",\"Day\":\"2026-05-06 00:00:00\"}"))
                .line();

        assertThat(line.key()).isEqualTo("{\"No\":7,\"Day\":\"2026-05-06T00:00:00\",\"Region\":\"N\"}");
        assertThat(line.raw("pkNames")).isEqualTo("[\"No\",\"Day\",\"Region\"]");
    }

    @Test
    void aKeyColumnThatIsNotDeclaredKeepsItsText() {
        Line line = Normalized.of(CesMessage.insert()
                        .column("a", "int")
                        .key("hidden", "007")
                        .current("{\"a\":\"1\"}"))
                .line();

        assertThat(line.key()).isEqualTo("{\"hidden\":\"007\"}");
        assertThat(line.flags()).isEqualTo("[untyped:hidden]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"41", "\"41\"", "\"041\""})
    void aKeyValueInPkkeyIsTypedLikeTheColumn(String value) {
        Line line = Normalized.of(CesMessage.delete()
                        .column("Id", "int")
                        .keyJson("{\"columnname\":\"Id\",\"value\":" + value + "}"))
                .line();

        assertThat(line.key()).isEqualTo("{\"Id\":41}");
    }

    @Test
    void theSameKeyColumnTwiceIsQuarantined() {
        assertThat(Normalized.of(items(CesMessage.insert()).key("Id", "42").current(NEW))
                        .code())
                .isEqualTo("duplicate_column");
    }

    // A changed key.

    @Test
    void aKeyChangeWithBothImagesIsTwoLines() {
        Normalized normalized = Normalized.of(items(CesMessage.update())
                .old("{\"Id\":\"40\",\"Name\":\"a\",\"Price\":\"x\"}")
                .current("{\"Id\":\"41\",\"Name\":\"b\",\"Price\":\"2\"}"));

        assertThat(normalized.outcomes()).containsExactly("emitted 2");
        Line old = normalized.lines().get(0);
        assertThat(old.op()).isEqualTo("d");
        assertThat(old.before()).isEqualTo("{\"Id\":40,\"Name\":\"a\",\"Price\":\"x\"}");
        assertThat(old.after()).isEqualTo("null");
        assertThat(old.key()).isEqualTo("{\"Id\":40}");
        assertThat(old.string("id")).isEqualTo(CesMessage.LOGICAL_ID + "/d");
        assertThat(old.string("order")).isEqualTo("0000002A000001B00003.00000000000000000007.0");
        assertThat(old.flags()).isEqualTo("[key_change,untyped:Price]");
        Line now = normalized.lines().get(1);
        assertThat(now.op()).isEqualTo("c");
        assertThat(now.before()).isEqualTo("null");
        assertThat(now.after()).isEqualTo("{\"Id\":41,\"Name\":\"b\",\"Price\":\"2\"}");
        assertThat(now.key()).isEqualTo("{\"Id\":41}");
        assertThat(now.string("id")).isEqualTo(CesMessage.LOGICAL_ID + "/c");
        assertThat(now.string("order")).isEqualTo("0000002A000001B00003.00000000000000000007.1");
        assertThat(now.flags()).isEqualTo("[key_change]");
        assertThat(now.raw("schema_id")).isEqualTo(old.raw("schema_id")).isNotEqualTo("null");
    }

    @Test
    void aKeyChangeWithAPartialImageStaysOneUpdate() {
        Line line = Normalized.of(items(CesMessage.update())
                        .old("{\"Id\":\"40\",\"Name\":\"a\"}")
                        .current("{\"Id\":\"41\",\"Name\":\"b\",\"Price\":\"2\"}"))
                .line();

        assertThat(line.op()).isEqualTo("u");
        assertThat(line.key()).isEqualTo("{\"Id\":41}");
        assertThat(line.raw("key_before")).isEqualTo("{\"Id\":40}");
        assertThat(line.string("id")).isEqualTo(CesMessage.LOGICAL_ID);
        assertThat(line.string("order")).isEqualTo("0000002A000001B00003.00000000000000000007");
        assertThat(line.flags()).isEqualTo("[partial,key_change]");
    }

    @Test
    void oneColumnOfACompositeKeyMakesAKeyChange() {
        Normalized normalized = Normalized.of(CesMessage.update()
                .column("a", "int")
                .column("b", "int")
                .column("c", "int")
                .key("b", "2")
                .key("a", "1")
                .old("{\"a\":\"1\",\"b\":\"1\",\"c\":\"0\"}")
                .current("{\"a\":\"1\",\"b\":\"2\",\"c\":\"0\"}"));

        assertThat(normalized.lines()).extracting(Line::key).containsExactly("{\"b\":1,\"a\":1}", "{\"b\":2,\"a\":1}");
        assertThat(normalized.lines()).extracting(Line::op).containsExactly("d", "c");
    }

    @Test
    void aKeyChangeIsSeenInTheColumnsThatBothImagesHold() {
        Line line = Normalized.of(CesMessage.update()
                        .column("a", "int")
                        .column("b", "int")
                        .key("a", "2")
                        .key("b", "9")
                        .old("{\"a\":\"1\"}")
                        .current("{\"a\":\"2\",\"b\":\"9\"}"))
                .line();

        assertThat(line.op()).isEqualTo("u");
        assertThat(line.key()).isEqualTo("{\"a\":2,\"b\":9}");
        assertThat(line.flags()).contains("partial").contains("key_change");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"41\"", "41", "\"+41\"", "\"041\""})
    void anotherSpellingOfTheSameKeyIsNoChange(String spelling) {
        Line line = Normalized.of(items(CesMessage.update())
                        .old("{\"Id\":" + spelling + ",\"Name\":\"a\",\"Price\":\"1\"}")
                        .current(NEW))
                .line();

        assertThat(line.op()).isEqualTo("u");
        assertThat(line.flags()).isEqualTo("[]");
    }

    @Test
    void anEscapedSpellingOfTheSameKeyIsNoChange() {
        Line line = Normalized.of(CesMessage.update()
                        .column("k", "nvarchar(20)")
                        .key("k", "ab")
                        .old("{\"k\":\"a\\u0062\"}")
                        .current("{\"k\":\"ab\"}"))
                .line();

        assertThat(line.op()).isEqualTo("u");
    }

    @Test
    void aKeyOfTextChangesWithItsCase() {
        Normalized normalized = Normalized.of(CesMessage.update()
                .column("k", "nvarchar(20)")
                .key("k", "AB")
                .old("{\"k\":\"ab\"}")
                .current("{\"k\":\"AB\"}"));

        assertThat(normalized.outcomes()).containsExactly("emitted 2");
    }

    @Test
    void aKeyThatMovesFromNullIsAKeyChange() {
        Normalized normalized = Normalized.of(CesMessage.update()
                .column("k", "int")
                .key("k", "1")
                .old("{\"k\":null}")
                .current("{\"k\":\"1\"}"));

        assertThat(normalized.lines()).extracting(Line::key).containsExactly("{\"k\":null}", "{\"k\":1}");
    }

    @Test
    void withoutABeforeImageAKeyChangeCannotBeSeen() {
        Line line = Normalized.of(items(CesMessage.update()).current("{\"Id\":\"77\",\"Name\":\"b\",\"Price\":\"2\"}"))
                .line();

        assertThat(line.key()).isEqualTo("{\"Id\":77}");
        assertThat(line.flags()).isEqualTo("[no_before]");
    }

    // Gaps.

    @ParameterizedTest
    @ValueSource(strings = {"0,1,2", "2,0,1", "1,2,0"})
    void positionsWithoutAHoleAreNoGap(String positions) {
        assertThat(withPositions(positions).flags()).isEqualTo("[]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0,1,3", "1,2,3", "0,2,3", "3,1,0", "0,1,30000"})
    void missingLeadingOrInnerPositionsAreAGap(String positions) {
        assertThat(withPositions(positions).flags()).isEqualTo("[gaps]");
    }

    private static Line withPositions(String positions) {
        String[] index = positions.split(",", -1);
        return Normalized.of(CesMessage.insert()
                        .column("a", "int", Integer.parseInt(index[0]))
                        .column("b", "int", Integer.parseInt(index[1]))
                        .column("c", "int", Integer.parseInt(index[2]))
                        .current("{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"}"))
                .line();
    }

    @Test
    void columnsWithoutPositionsAreNoGap() {
        Line line = Normalized.of(CesMessage.insert()
                        .columnJson("{\"name\":\"a\",\"type\":\"int\"}")
                        .columnJson("{\"name\":\"b\",\"type\":\"int\",\"index\":null}")
                        .current("{\"a\":\"1\",\"b\":\"2\"}"))
                .line();

        assertThat(line.flags()).isEqualTo("[]");
    }
}
