package dev.sluice.normalize;

import dev.sluice.change.Commit;
import dev.sluice.change.Marks;
import dev.sluice.text.Slice;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The digits of a commit time, {@code yyyy-MM-dd[T ]HH:mm:ss[.f…][Z|±hh:mm]}, as the source wrote them.
 *
 * @param year 0 when the date is unreadable
 * @param hour -1 when the time is unreadable
 * @param secondOfDay local time of day
 * @param millis milliseconds within the second, further digits dropped
 * @param offsetSeconds offset from UTC, or {@link #NO_OFFSET}; a {@code Z} counts as none, because SQL Server outside
 *     UTC writes local time with a Z
 */
public record CommitTime(int year, int month, int day, int hour, int secondOfDay, int millis, int offsetSeconds) {
    static final int NO_OFFSET = Integer.MIN_VALUE;
    private static final long END_OF_9999 = 253_402_300_800L;
    public static final CommitTime UNREADABLE = new CommitTime(0, 0, 0, -1, 0, 0, NO_OFFSET);

    static CommitTime of(Commit commit, Marks marks) {
        return marks.millis() < 0 ? of(commit.time()) : ofMillis(marks.millis());
    }

    /** The digits of an instant in UTC; unreadable beyond the year 9999. */
    private static CommitTime ofMillis(long millis) {
        long second = millis / 1000;
        if (second >= END_OF_9999) {
            return UNREADABLE;
        }
        LocalDate date = LocalDate.ofEpochDay(second / 86_400);
        int secondOfDay = (int) (second % 86_400);
        return new CommitTime(
                date.getYear(),
                date.getMonthValue(),
                date.getDayOfMonth(),
                secondOfDay / 3600,
                secondOfDay,
                (int) (millis % 1000),
                0);
    }

    static CommitTime of(Slice text) {
        byte[] b = text.bytes();
        int from = text.from();
        int to = text.to();
        if (!DateTimeText.isDate(b, from, to)) {
            return UNREADABLE;
        }
        int year = Digits.number(b, from, 4);
        int month = Digits.number(b, from + 5, 2);
        int day = Digits.number(b, from + 8, 2);
        int time = from + 11;
        if (to < time + 8 || !isOneOf(b[from + 10], "Tt ") || b[time + 2] != ':' || b[time + 5] != ':') {
            return new CommitTime(year, month, day, -1, 0, 0, NO_OFFSET);
        }
        int hour = Digits.number(b, time, 2);
        int minute = Digits.number(b, time + 3, 2);
        int second = Digits.number(b, time + 6, 2);
        int zone = b.length > time + 8 && time + 8 < to && b[time + 8] == '.' ? Digits.skip(b, time + 9, to) : time + 8;
        int offset = offset(b, zone, to);
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || offset == BAD_OFFSET) {
            return new CommitTime(year, month, day, -1, 0, 0, NO_OFFSET);
        }
        return new CommitTime(
                year, month, day, hour, hour * 3600 + minute * 60 + second, millis(b, time + 9, zone), offset);
    }

    private static final int BAD_OFFSET = Integer.MAX_VALUE;

    private static int offset(byte[] b, int zone, int to) {
        if (zone == to || (zone + 1 == to && isOneOf(b[zone], "Zz"))) {
            return NO_OFFSET;
        }
        boolean form = zone + 6 == to && isOneOf(b[zone], "+-") && b[zone + 3] == ':';
        int hours = form ? Digits.number(b, zone + 1, 2) : -1;
        int minutes = form ? Digits.number(b, zone + 4, 2) : -1;
        if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) {
            return BAD_OFFSET;
        }
        int seconds = hours * 3600 + minutes * 60;
        return b[zone] == '-' ? -seconds : seconds;
    }

    private static int millis(byte[] b, int from, int to) {
        int millis = 0;
        for (int k = 0; k < 3; k++) {
            millis = millis * 10 + (from + k < to ? b[from + k] - '0' : 0);
        }
        return millis;
    }

    private static boolean isOneOf(byte c, String characters) {
        return characters.indexOf(c) >= 0;
    }

    boolean hasTime() {
        return hour >= 0;
    }

    /** Milliseconds since 1970-01-01T00:00Z, reading the digits in this zone unless they carry an offset. */
    long epochMillis(ZoneId zone) {
        long localSecond = LocalDate.of(year, month, day).toEpochDay() * 86_400 + secondOfDay;
        return (localSecond - offset(zone, localSecond)) * 1000 + millis;
    }

    private int offset(ZoneId zone, long localSecond) {
        if (offsetSeconds != NO_OFFSET) {
            return offsetSeconds;
        }
        if (zone instanceof ZoneOffset fixed) {
            return fixed.getTotalSeconds();
        }
        LocalDateTime local = LocalDateTime.ofEpochSecond(localSecond, 0, ZoneOffset.UTC);
        return zone.getRules().getOffset(local).getTotalSeconds();
    }
}
