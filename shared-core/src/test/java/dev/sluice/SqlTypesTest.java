package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of every family of types, each through a whole message. The tables in {@code types} are the examples. */
class SqlTypesTest {
    /** Where CES cuts a value; the unit is not documented. */
    private static final int MEGABYTE = 1 << 20;

    @ParameterizedTest(name = "{0} {1} is {2} {3}")
    @CsvFileSource(
            resources = {
                "/types/integer.txt",
                "/types/decimal.txt",
                "/types/float.txt",
                "/types/bit.txt",
                "/types/dates.txt",
                "/types/binary.txt",
                "/types/text.txt"
            },
            delimiter = '|',
            quoteCharacter = '`',
            numLinesToSkip = 1)
    void aValueIsTypedWhereOnlyOneIsPossible(String type, String wire, String expected, @Nullable String flag) {
        Line line = Normalized.of(CesMessage.value(type, wire)).line();

        assertThat(line.after()).isEqualTo("{\"Id\":1,\"v\":" + expected + "}");
        assertThat(line.flags()).isEqualTo(flag == null ? "[]" : "[" + flag + ":v]");
    }

    static Stream<String> types() {
        return Stream.of(
                "int", "decimal(9,2)", "float", "bit", "date", "time", "datetime2", "datetimeoffset", "varbinary(9)");
    }

    @ParameterizedTest
    @MethodSource("types")
    void anEmptyTextIsKeptAndIsNotNull(String type) {
        String after = Normalized.of(CesMessage.value(type, "\"\"")).line().after();

        assertThat(after).isEqualTo("{\"Id\":1,\"v\":\"\"}");
    }

    @ParameterizedTest
    @MethodSource("types")
    void aNullIsANullOfEveryType(String type) {
        Line line = Normalized.of(CesMessage.value(type, "null")).line();

        assertThat(line.after()).isEqualTo("{\"Id\":1,\"v\":null}");
        assertThat(line.flags()).isEqualTo("[]");
    }

    @Test
    void twoThousandDigitsOfADecimalComeOutExactly() {
        String digits = "1234567890".repeat(200);

        Line text = Normalized.of(CesMessage.value("decimal(38)", "\"" + digits + ".10\""))
                .line();
        Line number =
                Normalized.of(CesMessage.value("decimal(38)", digits + ".10")).line();

        assertThat(text.raw("after", "v")).isEqualTo("\"" + digits + ".10\"");
        assertThat(number.raw("after", "v")).isEqualTo("\"" + digits + ".10\"");
        assertThat(text.flags()).isEqualTo("[]");
    }

    @Test
    void twoThousandDigitsOfAnIntegerComeOutExactly() {
        String digits = "1234567890".repeat(200);

        assertThat(Normalized.of(CesMessage.value("bigint", "\"" + digits + "\""))
                        .line()
                        .raw("after", "v"))
                .isEqualTo(digits);
    }

    @Test
    void aTypeIsReadInAnyCaseAndSpacing() {
        assertThat(Normalized.of(CesMessage.value("DateTime2 ( 7 )", "\"2026-05-06 07:08:09\""))
                        .line()
                        .raw("after", "v"))
                .isEqualTo("\"2026-05-06T07:08:09\"");
        assertThat(Normalized.of(CesMessage.value("VARBINARY ( 4 )", "\"deadbeef\""))
                        .line()
                        .raw("after", "v"))
                .isEqualTo("\"3q2+7w==\"");
    }

    @Test
    void aColumnThatIsNotDeclaredKeepsItsTextAndSaysSo() {
        Line line = Normalized.of(CesMessage.insert()
                        .column("Id", "int")
                        .key("Id", "1")
                        .current("{\"x\":\"007\",\"Id\":\"1\",\"y\":1.50,\"z\":true,\"n\":null,\"o\":{\"p\":[1]}}"))
                .line();

        assertThat(line.after())
                .isEqualTo(
                        "{\"x\":\"007\",\"Id\":1,\"y\":\"1.50\",\"z\":\"true\",\"n\":null,\"o\":\"{\\\"p\\\":[1]}\"}");
        assertThat(line.flags()).isEqualTo("[untyped:x,untyped:y,untyped:z,untyped:o]");
    }

    @Test
    void aColumnWithoutADeclaredTypeIsUntyped() {
        Line line = Normalized.of(CesMessage.insert()
                        .columnJson("{\"name\":\"Id\",\"type\":\"int\",\"index\":0}")
                        .columnJson("{\"name\":\"v\",\"index\":1}")
                        .key("Id", "1")
                        .current("{\"Id\":\"1\",\"v\":\"12\"}"))
                .line();

        assertThat(line.after()).isEqualTo("{\"Id\":1,\"v\":\"12\"}");
        assertThat(line.flags()).isEqualTo("[untyped:v]");
    }

    @Test
    void theSameColumnTwiceInTheDeclarationIsQuarantined() {
        assertThat(Normalized.of(CesMessage.insert()
                                .column("Id", "int")
                                .column("Id", "bigint")
                                .current("{\"Id\":\"1\"}"))
                        .outcomes())
                .singleElement()
                .asString()
                .startsWith("quarantined duplicate_column /data/eventsource/cols/1");
    }

    @Test
    void columnsThatDifferByCaseOnlyAreTwo() {
        Line line = Normalized.of(CesMessage.insert()
                        .column("a", "int")
                        .column("A", "varchar(9)")
                        .current("{\"A\":\"1\",\"a\":\"2\"}"))
                .line();

        assertThat(line.after()).isEqualTo("{\"A\":\"1\",\"a\":2}");
    }

    @Test
    void theUntypedFlagNamesTheColumnAsItIs() {
        Line line = Normalized.of(
                        CesMessage.insert().column("a \"b\":,c", "int").current("{\"a \\\"b\\\":,c\":\"x\"}"))
                .line();

        assertThat(line.raw("flags")).isEqualTo("[\"untyped:a \\\"b\\\":,c\"]");
    }

    @Test
    void aColumnIsFlaggedOnceThoughBothImagesHoldIt() {
        Line line = Normalized.of(CesMessage.update()
                        .column("Id", "int")
                        .column("n", "int")
                        .key("Id", "1")
                        .old("{\"Id\":\"1\",\"n\":\"x\"}")
                        .current("{\"Id\":\"1\",\"n\":\"y\"}"))
                .line();

        assertThat(line.flags()).isEqualTo("[untyped:n]");
    }

    /** Texts of the two units in which the cut may have been made: each is the text's length and if it may be cut. */
    static Stream<Arguments> lengths() {
        return Stream.of(
                // ASCII: one UTF-8 byte, two UTF-16 bytes
                Arguments.of("x", MEGABYTE - 4, false),
                Arguments.of("x", MEGABYTE - 3, true),
                Arguments.of("x", MEGABYTE - 1, true),
                Arguments.of("x", MEGABYTE, true),
                Arguments.of("x", MEGABYTE + 1, false),
                Arguments.of("x", MEGABYTE / 2 - 2, false),
                Arguments.of("x", MEGABYTE / 2 - 1, true),
                Arguments.of("x", MEGABYTE / 2, true),
                Arguments.of("x", MEGABYTE / 2 + 1, false),
                // three UTF-8 bytes, two UTF-16 bytes
                Arguments.of("中", MEGABYTE / 3, true),
                Arguments.of("中", MEGABYTE / 3 - 1, false),
                Arguments.of("中", MEGABYTE / 2, true),
                Arguments.of("中", MEGABYTE / 2 - 2, false),
                Arguments.of("中", MEGABYTE / 2 + 1, false),
                // four UTF-8 bytes, four UTF-16 bytes
                Arguments.of("🍎", MEGABYTE / 4, true),
                Arguments.of("🍎", MEGABYTE / 4 - 1, false),
                Arguments.of("🍎", MEGABYTE / 4 + 1, false));
    }

    @ParameterizedTest(name = "{1} times {0}: {2}")
    @MethodSource("lengths")
    void aTextAsLongAsTheSourceCutsAtMayBeCut(String character, int count, boolean cut) {
        String text = character.repeat(count);
        Line line = Normalized.of(CesMessage.value("nvarchar(max)", "\"" + text + "\""))
                .line();

        assertThat(line.string("after", "v")).isEqualTo(text);
        assertThat(line.flags()).isEqualTo(cut ? "[truncated:v]" : "[]");
    }

    @Test
    void theLengthIsThatOfTheTextNotOfItsEscapes() {
        Line line = Normalized.of(CesMessage.value("nvarchar(max)", "\"" + "\\u0041".repeat(MEGABYTE / 2) + "\""))
                .line();

        assertThat(line.flags()).isEqualTo("[truncated:v]");
    }

    @Test
    void aTextCutInsideASurrogatePairMayBeCut() {
        String text = "x".repeat(MEGABYTE / 2 - 2) + "\\ud83c";
        Line line = Normalized.of(CesMessage.value("nvarchar(max)", "\"" + text + "\""))
                .line();

        assertThat(line.string("after", "v")).isEqualTo(text);
        assertThat(line.flags()).isEqualTo("[truncated:v]");
    }

    @Test
    void bytesAsManyAsTheSourceCutsAtMayBeCut() {
        byte[] bytes = new byte[MEGABYTE];
        String hex = "0x" + "00".repeat(MEGABYTE);

        Line line = Normalized.of(CesMessage.value("varbinary(max)", "\"" + hex + "\""))
                .line();

        assertThat(line.string("after", "v")).isEqualTo(Base64.getEncoder().encodeToString(bytes));
        assertThat(line.flags()).isEqualTo("[truncated:v]");
    }

    @Test
    void aLongTextInATypedColumnIsUntypedAndMayBeCut() {
        Line line = Normalized.of(CesMessage.value("date", "\"" + "x".repeat(MEGABYTE) + "\""))
                .line();

        assertThat(line.flags()).isEqualTo("[truncated:v,untyped:v]");
    }
}
