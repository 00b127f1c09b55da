package dev.sluice.archive;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text in which Capture, or the Functions host, says when the broker took a record; no page tells its form. */
public final class EnqueuedTime {
    private static final Pattern ISO =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?)(Z|[+-]\\d\\d:\\d\\d)?");
    /** As .NET writes it where nobody asked for another form. */
    private static final DateTimeFormatter AMERICAN = DateTimeFormatter.ofPattern("M/d/yyyy h:mm:ss a", Locale.ROOT);

    private EnqueuedTime() {}

    /** Milliseconds since 1970 of a time that is in UTC if it does not say otherwise; null if it cannot be read. */
    public static @Nullable Long millis(String text) {
        try {
            Matcher iso = ISO.matcher(text);
            if (!iso.matches()) {
                return LocalDateTime.parse(text, AMERICAN)
                        .toInstant(ZoneOffset.UTC)
                        .toEpochMilli();
            }
            String zone = iso.group(3) == null ? "Z" : iso.group(3);
            return OffsetDateTime.parse(iso.group(1) + "T" + iso.group(2) + zone)
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeException unreadable) {
            return null;
        }
    }
}
