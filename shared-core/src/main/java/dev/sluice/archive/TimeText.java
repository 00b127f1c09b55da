package dev.sluice.archive;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Times as people write them who filter an archive. */
public final class TimeText {
    private TimeText() {}

    /**
     * Reads a day, a time or a time with zone; without one it is in UTC.
     *
     * @throws IllegalArgumentException that says what is expected
     */
    public static Instant parse(String text) {
        String time = text.strip().replace(' ', 'T');
        try {
            if (time.indexOf('T') < 0) {
                return LocalDate.parse(time).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            boolean zoned = time.endsWith("Z") || time.indexOf('+') > 0 || time.lastIndexOf('-') > time.indexOf('T');
            return zoned
                    ? OffsetDateTime.parse(time).toInstant()
                    : LocalDateTime.parse(time).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no time; expected one like 2026-05-06, 2026-05-06T07:08 or 2026-05-06T07:08:10Z",
                    e);
        }
    }
}
