package dev.sluice.archive;

import static org.assertj.core.api.Assertions.assertThat;

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
            strings = {"", "now", "2026-05-06", "6.5.2026 07:08:10", "13/13/2026 7:08:10 AM", "2026-02-30T07:08:10Z x"})
    void whatIsNoTimeIsNone(String text) {
        assertThat(EnqueuedTime.millis(text)).isNull();
    }
}
