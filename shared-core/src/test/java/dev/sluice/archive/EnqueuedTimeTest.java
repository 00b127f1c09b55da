package dev.sluice.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnqueuedTimeTest {
    @ParameterizedTest
    @CsvSource({
        "2026-05-06T07:08:10Z, 1778051290000",
        "2026-05-06T07:08:10, 1778051290000",
        "2026-05-06 07:08:10, 1778051290000",
        "2026-05-06T07:08:10.0129999Z, 1778051290012",
        "2026-05-06T09:08:10+02:00, 1778051290000",
        "5/6/2026 7:08:10 AM, 1778051290000",
        "5/6/2026 7:08:10 PM, 1778094490000",
        "5/6/2026 12:00:00 AM, 1778025600000",
        "12/31/2026 12:00:00 PM, 1798718400000"
    })
    void timesAreInUtcIfTheyDoNotSayOtherwise(String text, long millis) {
        assertThat(EnqueuedTime.millis(text)).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-05-06",
                "6.5.2026 07:08:10",
                "13/13/2026 7:08:10 AM",
                "2026-02-30T07:08:10Z x",
                "2026-02-30T07:08:10Z",
                "2026-05-06T24:08:10Z",
                "2026-05-06T07:60:10Z",
                "2026-05-06T07:08:60Z",
                "2026-05-06T07:08:10.Z",
                "2026-05-06T07:08:10.1234567890Z",
                "2026-05-06T07:08:1xZ",
                "2026-05-06T07.08:10Z",
                "-026-05-06T07:08:10Z"
            })
    void whatIsNoTimeIsNone(String text) {
        assertThat(EnqueuedTime.millis(text)).isNull();
    }

    /** The short way to the usual form gives what the library gives. */
    @Property(tries = 2000)
    void theUsualFormIsReadAsTheLibraryReadsIt(
            @ForAll @LongRange(min = -62_135_596_800L, max = 253_402_300_799L) long second,
            @ForAll @IntRange(max = 999_999_999) int nano,
            @ForAll @IntRange(max = 9) int digits) {
        Instant time = Instant.ofEpochSecond(second, nano);
        String fraction = digits == 0
                ? ""
                : "." + String.format(Locale.ROOT, "%09d", nano).substring(0, digits);
        String text = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT)
                        .format(time.atOffset(ZoneOffset.UTC))
                + fraction + "Z";

        assertThat(EnqueuedTime.millis(text)).isEqualTo(Instant.parse(text).toEpochMilli());
    }
}
