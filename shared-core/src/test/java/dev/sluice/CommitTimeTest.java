package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code commit_time} is the source's text; {@code ts_ms} is that text read in the source's zone. */
class CommitTimeTest {
    private static CesMessage item() {
        return CesMessage.insert().column("Id", "int").current("{\"Id\":\"1\"}");
    }

    private static String millis(String commitTime, String zones) {
        Line line = Normalized.of(item().commitTime(commitTime), "SLUICE_SOURCE_ZONE", zones)
                .line();
        assertThat(line.raw("source", "commit_time")).isEqualTo(CesMessage.quote(commitTime));
        return line.raw("ts_ms");
    }

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00.000Z, 0",
        "1969-12-31T23:59:59.999Z, -1",
        "2026-08-07T16:30:10.123Z, 1786120210123",
        "2024-02-29T12:00:00Z, 1709208000000",
        "2026-05-06 07:08:09.1, 1778051289100",
        "2026-05-06T07:08:09.12, 1778051289120",
        "2026-05-06T07:08:09.1239999Z, 1778051289123",
        "2026-05-06T07:08:09, 1778051289000",
        "0001-01-01T00:00:00.000Z, -62135596800000",
        "9999-12-31T23:59:59.999Z, 253402300799999",
        "2026-05-06T07:08:09+02:00, 1778044089000",
        "2026-05-06T07:08:09.5-03:30, 1778063889500",
    })
    void withoutARuleTheTimeIsUtc(String commitTime, String millis) {
        assertThat(Normalized.of(item().commitTime(commitTime)).line().raw("ts_ms"))
                .isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yesterday",
                "2026-05-06",
                "2026-05-06T07:08Z",
                "2026-02-30T07:08:09Z",
                "2026-05-06T24:00:00Z",
                "2026-05-06T07:08:09.1x",
                "2026-05-06T07:08:09 CET",
                "2026-05-06T07:08:09+0200",
                "06.05.2026 07:08:09",
                "2026-05-06T07:08:60Z",
                "1778051289000"
            })
    void aTimeThatCannotBeReadGivesNoMillisAndIsKept(String commitTime) {
        assertThat(millis(commitTime, "UTC")).isEqualTo("null");
    }

    @Test
    void theCommitTimeOfTheTransactionGoesBeforeTheTimeOfTheEnvelope() {
        Line line = Normalized.of(
                        item().attribute("time", "\"2020-01-01T00:00:00Z\"").commitTime("2026-05-06T07:08:09.112Z"))
                .line();

        assertThat(line.string("source", "commit_time")).isEqualTo("2026-05-06T07:08:09.112Z");
    }

    @Test
    void withoutATransactionTheTimeOfTheEnvelopeIsTaken() {
        Line line = Normalized.of(item().withoutSource("transaction").attribute("time", "\"2020-01-01T00:00:00.5Z\""))
                .line();

        assertThat(line.string("source", "commit_time")).isEqualTo("2020-01-01T00:00:00.5Z");
        assertThat(line.raw("ts_ms")).isEqualTo("1577836800500");
    }

    @Test
    void withoutAnyTimeThereIsNone() {
        Line line = Normalized.of(item().withoutSource("transaction").without("time"))
                .line();

        assertThat(line.has("commit_time")).isFalse();
        assertThat(line.raw("ts_ms")).isEqualTo("null");
    }

    @ParameterizedTest
    @CsvSource({
        // the false Z counts for nothing
        "Asia/Kolkata,  2026-05-06T07:08:09.112Z, 1778031489112",
        "+05:30,        2026-05-06T07:08:09.112Z, 1778031489112",
        "Asia/Kolkata,  2026-05-06 07:08:09.112,  1778031489112",
        // an offset in the text is certain
        "Asia/Kolkata,  2026-05-06T07:08:09.112+00:00, 1778051289112",
        // summer and winter
        "Europe/Berlin, 2026-07-01T12:00:00Z, 1782900000000",
        "Europe/Berlin, 2026-01-01T12:00:00Z, 1767265200000",
        // on 2026-03-29 the clock jumps from 02:00 to 03:00: a time in the gap is read with the offset before it
        "Europe/Berlin, 2026-03-29T01:59:59Z, 1774745999000",
        "Europe/Berlin, 2026-03-29T02:30:00Z, 1774747800000",
        "Europe/Berlin, 2026-03-29T03:00:00Z, 1774746000000",
        // on 2026-10-25 it goes back from 03:00 to 02:00: a time that comes twice is the first
        "Europe/Berlin, 2026-10-25T02:30:00Z, 1792888200000",
        "Europe/Berlin, 2026-10-25T03:00:00Z, 1792893600000",
    })
    void aZoneReadsTheDigits(String zone, String commitTime, String millis) {
        assertThat(millis(commitTime, zone)).isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ShopDb.dbo.Items=+01:00,+02:00         | 1",
                "*.Items=+01:00,+02:00                  | 1",
                "ShopDb.*=+01:00,+02:00                 | 1",
                "Shop??.dbo.*=+01:00,+02:00             | 1",
                "Shop?.dbo.*=+01:00,+02:00              | 2",
                "OtherDb.*=+01:00,+02:00                | 2",
                "*=+01:00,ShopDb.*=+02:00               | 1",
                "+03:00                                 | 3",
                "OtherDb.*=+01:00                       | 0",
                "ShopDb=+01:00                          | 0",
                "*.dbo.Items=+01:00 , *.dbo.*=+02:00    | 1",
                "ShopDb..Items=+01:00,+02:00            | 2",
            })
    void theFirstPatternThatMatchesWins(String zones, int hours) {
        assertThat(millis("1970-01-01T12:00:00Z", zones)).isEqualTo(Integer.toString((12 - hours) * 3_600_000));
    }

    @Test
    void anEmptySchemaLeavesTwoDots() {
        Line line = Normalized.of(
                        item().source("schema", "\"\"").commitTime("1970-01-01T12:00:00Z"),
                        "SLUICE_SOURCE_ZONE",
                        "ShopDb.?*.Items=+02:00,ShopDb..Items=+01:00")
                .line();

        assertThat(line.raw("ts_ms")).isEqualTo("39600000");
    }

    @Test
    void aPatternIsNoRegularExpression() {
        Line line = Normalized.of(
                        item().table("a[1].x", "dbo", "t").commitTime("1970-01-01T12:00:00Z"),
                        "SLUICE_SOURCE_ZONE",
                        "a[1].*=+01:00")
                .line();

        assertThat(line.raw("ts_ms")).isEqualTo("39600000");
    }
}
