package dev.sluice.traffic;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** SQL Server's texts for dates, times and scaled numbers, without locale and without floating point. */
final class SqlText {
    private SqlText() {}

    /** RFC 3339 in UTC with three decimals, as the envelope has it. */
    static String utc(long epochMs) {
        LocalDateTime time = at(epochMs);
        StringBuilder text = new StringBuilder(24).append(time.toLocalDate()).append('T');
        clock(text, time).append('.');
        return padded(text, Math.floorMod(epochMs, 1000L), 3).append('Z').toString();
    }

    /**
     * A datetime2: a space, no zone.
     *
     * @param fraction below 10 to the power of {@code decimals}
     * @param decimals 0 to 7
     */
    static String datetime2(long epochMs, int fraction, int decimals) {
        LocalDateTime time = at(epochMs);
        StringBuilder text = new StringBuilder(27).append(time.toLocalDate()).append(' ');
        return fraction(clock(text, time), fraction, decimals).toString();
    }

    /** A time of the day, as {@link #datetime2} without the date. */
    static String time(long epochMs, int fraction, int decimals) {
        return fraction(clock(new StringBuilder(16), at(epochMs)), fraction, decimals)
                .toString();
    }

    static String date(long epochDay) {
        return LocalDate.ofEpochDay(epochDay).toString();
    }

    /** {@code 12345} with scale 2 is {@code 123.45}. */
    static String decimal(long unscaled, int scale) {
        StringBuilder text = new StringBuilder(24);
        if (unscaled < 0) {
            text.append('-');
        }
        String digits = Long.toString(Math.abs(unscaled));
        text.append("0".repeat(Math.max(0, scale + 1 - digits.length()))).append(digits);
        return scale == 0
                ? text.toString()
                : text.insert(text.length() - scale, '.').toString();
    }

    static StringBuilder padded(StringBuilder text, long value, int width) {
        String digits = Long.toString(value);
        return text.append("0".repeat(Math.max(0, width - digits.length()))).append(digits);
    }

    private static LocalDateTime at(long epochMs) {
        return LocalDateTime.ofEpochSecond(Math.floorDiv(epochMs, 1000L), 0, ZoneOffset.UTC);
    }

    private static StringBuilder clock(StringBuilder text, LocalDateTime time) {
        padded(text, time.getHour(), 2).append(':');
        padded(text, time.getMinute(), 2).append(':');
        return padded(text, time.getSecond(), 2);
    }

    private static StringBuilder fraction(StringBuilder text, int fraction, int decimals) {
        return decimals == 0 ? text : padded(text.append('.'), fraction, decimals);
    }
}
