package dev.sluice.archive;

import java.time.DateTimeException;
import java.time.LocalDate;
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

    private static final int TO_SECOND = "2026-05-06T07:08:10".length();

    private EnqueuedTime() {}

    /** Milliseconds since 1970 of a time that is in UTC if it does not say otherwise; null if it cannot be read. */
    public static @Nullable Long millis(String text) {
        try {
            Long plain = plain(text);
            if (plain != null) {
                return plain;
            }
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

    /**
     * The form that nearly all have, {@code 2026-05-06T07:08:10.123Z}: the library takes as long for it as for the rest of
     * a record. Null for any other form.
     */
    private static @Nullable Long plain(String text) {
        int end = text.length() - 1;
        boolean isPlain = end >= TO_SECOND && end <= TO_SECOND + 10 && text.charAt(end) == 'Z' && hasMarks(text, end);
        if (!isPlain) {
            return null;
        }
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        int fraction = end == TO_SECOND ? 0 : number(text, TO_SECOND + 1, end);
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        if (year < 0 || month < 0 || day < 0 || fraction < 0 || !isTime(hour, minute, second)) {
            return null;
        }
        int millis = 0;
        for (int i = TO_SECOND + 1; i < TO_SECOND + 4; i++) {
            millis = 10 * millis + (i < end ? text.charAt(i) - '0' : 0);
        }
        long days = LocalDate.of(year, month, day).toEpochDay();
        return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000L + millis;
    }

    private static boolean isTime(int hour, int minute, int second) {
        return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
    }

    private static boolean hasMarks(String text, int end) {
        return text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && (text.charAt(10) == 'T' || text.charAt(10) == ' ')
                && text.charAt(13) == ':'
                && text.charAt(16) == ':'
                && (end == TO_SECOND || (end > TO_SECOND + 1 && text.charAt(TO_SECOND) == '.'));
    }

    /** -1 if something else than up to 9 digits stands there. */
    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
