package dev.sluice.normalize;

import dev.sluice.text.Utf8Buffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Instants that DataWorks writes as milliseconds since 1970, for any column with a date: a wall clock's digits read in
 * the zone of the task, which nothing in the message names.
 */
final class EpochMillis {
    private static final int MOST_DIGITS = 18;
    private static final int DAY_SECONDS = 86_400;

    private EpochMillis() {}

    /**
     * Appends {@code yyyy-MM-ddTHH:mm:ss.SSS±hh:mm} in the zone, {@code Z} for no offset; where the zone's offset has
     * seconds, as before 1901, in UTC, and that is not the wanted form. Appends nothing if the literal is no whole number
     * or its year has not four digits.
     *
     * @return a result of {@link ValueWriter}, or -1 if nothing was appended
     */
    static int append(byte[] b, int from, int to, ZoneId zone, Utf8Buffer out) {
        int digits = b[from] == '-' ? from + 1 : from;
        if (digits == to || to - digits > MOST_DIGITS || Digits.skip(b, digits, to) != to) {
            return -1;
        }
        long millis = 0;
        for (int i = digits; i < to; i++) {
            millis = millis * 10 + (b[i] - '0');
        }
        millis = digits > from ? -millis : millis;
        long second = Math.floorDiv(millis, 1000L);
        if (second < Instant.MIN.getEpochSecond() || second > Instant.MAX.getEpochSecond()) {
            return -1;
        }
        int offset = offset(zone, second);
        boolean exact = offset % 60 == 0;
        return append(second, (int) Math.floorMod(millis, 1000L), exact ? offset : 0, out)
                ? exact ? ValueWriter.TYPED : ValueWriter.UNTYPED
                : -1;
    }

    private static int offset(ZoneId zone, long second) {
        return zone instanceof ZoneOffset fixed
                ? fixed.getTotalSeconds()
                : zone.getRules().getOffset(Instant.ofEpochSecond(second)).getTotalSeconds();
    }

    private static boolean append(long second, int millis, int offset, Utf8Buffer out) {
        long local = second + offset;
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(local, (long) DAY_SECONDS));
        if (date.getYear() < 1 || date.getYear() > 9999) {
            return false;
        }
        int time = (int) Math.floorMod(local, (long) DAY_SECONDS);
        out.append('"').appendDateTime(date.getYear(), date.getMonthValue(), date.getDayOfMonth(), time, millis);
        if (offset == 0) {
            out.append('Z');
        } else {
            int minutes = Math.abs(offset) / 60;
            out.append(offset < 0 ? '-' : '+').appendPadded(minutes / 60, 2);
            out.append(':').appendPadded(minutes % 60, 2);
        }
        out.append('"');
        return true;
    }
}
