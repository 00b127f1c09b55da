package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.pipeline.Settings;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each option changes in a line. */
class NormalizeOptionsTest {
    private static void check(
            String variable, String option, String type, String wire, String expected, @Nullable String flag) {
        Line line =
                Normalized.of(CesMessage.value(type, wire), variable, option).line();

        assertThat(line.raw("after", "v")).isEqualTo(expected);
        assertThat(line.flags()).isEqualTo(flag == null ? "[]" : "[" + flag + ":v]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            decimal(9,2)  | "1.10"    | 1.10 |
            decimal(38)   | "99999999999999999999999999999999999999" | 99999999999999999999999999999999999999 |
            money         | 922337203685477.5807 | 922337203685477.5807 |
            smallmoney    | "+5.0000" | 5.0000 |
            decimal(9,2)  | "007.50"  | 7.50 |
            decimal(9,2)  | ".5"      | 0.5 |
            decimal(9,2)  | "1."      | 1.0 |
            decimal(9,2)  | "-1e5"    | -1e5 |
            decimal(9,2)  | "$1"      | "$1"      | untyped
            decimal(9,2)  | ""        | ""        | untyped
            decimal(9,2)  | null      | null |
            float         | "1.5"     | 1.5 |
            bigint        | "5"       | 5 |
            """)
    void decimalsMayLeaveAsNumbers(String type, String wire, String expected, @Nullable String flag) {
        check("SLUICE_DECIMALS", "number", type, wire, expected, flag);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            bigint   | "9223372036854775807" | "9223372036854775807" |
            int      | "+007"                | "7" |
            int      | -0                    | "0" |
            int      | 5                     | "5" |
            int      | null                  | null |
            int      | "x"                   | "x"  | untyped
            bit      | "1"                   | true |
            float    | "1"                   | 1 |
            """)
    void integersMayLeaveAsText(String type, String wire, String expected, @Nullable String flag) {
        check("SLUICE_INTEGERS", "string", type, wire, expected, flag);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            9007199254740991    | 9007199254740991
            9007199254740992    | "9007199254740992"
            -9007199254740991   | -9007199254740991
            -9007199254740992   | "-9007199254740992"
            00009007199254740991| 9007199254740991
            9223372036854775807 | "9223372036854775807"
            0                   | 0
            """)
    void integersBeyondADoubleMayLeaveAsText(String digits, String expected) {
        check("SLUICE_INTEGERS", "safe", "bigint", "\"" + digits + "\"", expected, null);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            hex    | varbinary(max) | "deadbeef"   | "3q2+7w==" |
            hex    | varbinary(max) | "0xdeadbeef" | "3q2+7w==" |
            hex    | varbinary(max) | "3q2+7w=="   | "3q2+7w==" | untyped
            hex    | varbinary(max) | "abc"        | "abc"      | untyped
            base64 | varbinary(max) | "deadbeef"   | "deadbeef" |
            base64 | varbinary(max) | "AP8R"       | "AP8R" |
            base64 | varbinary(max) | "!"          | "!"        | untyped
            auto   | varbinary(max) | "deadbeef"   | "deadbeef" | untyped
            """)
    void theFormOfBinaryValuesMayBeTold(
            String option, String type, String wire, String expected, @Nullable String flag) {
        check("SLUICE_CES_BINARY", option, type, wire, expected, flag);
    }

    private static CesMessage updateWithoutBefore() {
        return CesMessage.update()
                .column("Id", "int")
                .column("n", "int")
                .key("Id", "1")
                .current("{\"Id\":\"1\",\"n\":\"2\"}");
    }

    @Test
    void anUpdateWithoutABeforeImageMayLeaveAsACreate() {
        Line line =
                Normalized.of(updateWithoutBefore(), "SLUICE_NO_BEFORE", "c").line();

        assertThat(line.op()).isEqualTo("c");
        assertThat(line.before()).isEqualTo("null");
        assertThat(line.flags()).isEqualTo("[no_before]");
    }

    @Test
    void anUpdateWithABeforeImageStaysAnUpdate() {
        CesMessage whole = updateWithoutBefore().old("{\"Id\":\"1\",\"n\":\"1\"}");

        assertThat(Normalized.of(whole, "SLUICE_NO_BEFORE", "c").line().op()).isEqualTo("u");
    }

    private static CesMessage withGaps(CesMessage message) {
        return message.column("Id", "int", 0).column("n", "int", 5).key("Id", "1");
    }

    @Test
    void gapsAreFlaggedAndNothingElse() {
        Line line = Normalized.of(withGaps(CesMessage.update())
                        .old("{\"Id\":\"1\",\"n\":\"1\"}")
                        .current("{\"Id\":\"1\",\"n\":\"2\"}"))
                .line();

        assertThat(line.flags()).isEqualTo("[gaps]");
        assertThat(line.raw("schema_id")).isNotEqualTo("null");
    }

    @Test
    void gapsMakeAnUpdatePartialWhenTheStreamSendsChangedColumnsOnly() {
        Normalized normalized = Normalized.of(
                withGaps(CesMessage.update()).old("{\"Id\":\"1\",\"n\":\"1\"}").current("{\"Id\":\"1\",\"n\":\"2\"}"),
                "SLUICE_CES_ALL_COLUMNS",
                "false");

        assertThat(normalized.line().flags()).isEqualTo("[partial,gaps]");
        assertThat(normalized.line().raw("schema_id")).isEqualTo("null");
        assertThat(normalized.changes().get(0).schema()).isNull();
    }

    @Test
    void gapsMakeAnInsertSchemalessButNotPartialWhenTheStreamSendsChangedColumnsOnly() {
        Normalized normalized = Normalized.of(
                withGaps(CesMessage.insert()).current("{\"Id\":\"1\",\"n\":\"2\"}"), "SLUICE_CES_ALL_COLUMNS", "false");

        assertThat(normalized.line().flags()).isEqualTo("[gaps]");
        assertThat(normalized.line().raw("schema_id")).isEqualTo("null");
        assertThat(normalized.changes().get(0).schema()).isNull();
    }

    @Test
    void aKeyChangeWithGapsStaysOneUpdateWhenTheStreamSendsChangedColumnsOnly() {
        Line line = Normalized.of(
                        withGaps(CesMessage.update())
                                .old("{\"Id\":\"1\",\"n\":\"1\"}")
                                .current("{\"Id\":\"2\",\"n\":\"1\"}"),
                        "SLUICE_CES_ALL_COLUMNS",
                        "false")
                .line();

        assertThat(line.op()).isEqualTo("u");
        assertThat(line.flags()).isEqualTo("[partial,gaps,key_change]");
        assertThat(line.key()).isEqualTo("{\"Id\":2}");
        assertThat(line.raw("key_before")).isEqualTo("{\"Id\":1}");
    }

    @Test
    void allWrongValuesAreReportedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.of(Map.of(
                        "SLUICE_DECIMALS", "float",
                        "SLUICE_INTEGERS", "big",
                        "SLUICE_SOURCE_ZONE", "Mars/Olympus",
                        "SLUICE_MAX_DEPTH", "deep",
                        "SLUICE_NO_BEFORE", "x")))
                .withMessageContainingAll(
                        "SLUICE_DECIMALS",
                        "SLUICE_INTEGERS",
                        "SLUICE_SOURCE_ZONE",
                        "SLUICE_MAX_DEPTH",
                        "SLUICE_NO_BEFORE")
                .withMessageContainingAll("string, number", "Mars/Olympus");
    }
}
