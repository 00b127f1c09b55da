package dev.sluice.normalize;

import dev.sluice.text.Utf8Buffer;

/**
 * Dates and times. A text in the source's exact form keeps its digits; anything else is not certain, and each method
 * then appends nothing and returns false.
 */
final class DateTimeText {
    private static final int DATE = 10;
    private static final int TIME = 8;
    private static final int MAX_FRACTION = 7;

    private DateTimeText() {}

    /** {@code yyyy-MM-dd}, year 1 to 9999. */
    static boolean appendDate(byte[] b, int from, int to, Utf8Buffer out) {
        if (to - from != DATE || !isDate(b, from, to)) {
            return false;
        }
        out.appendInQuotes(b, from, to);
        return true;
    }

    /** {@code HH:mm:ss[.fffffff]} of one day. */
    static boolean appendTime(byte[] b, int from, int to, Utf8Buffer out) {
        if (endOfTime(b, from, to) != to) {
            return false;
        }
        out.appendInQuotes(b, from, to);
        return true;
    }

    /** Date, a space or {@code T}, time; leaves with {@code T}. */
    static boolean appendDateTime(byte[] b, int from, int to, Utf8Buffer out) {
        if (endOfDateTime(b, from, to) != to) {
            return false;
        }
        out.appendInQuotes(b, from, to);
        out.set(out.length() - 1 - (to - from) + DATE, 'T');
        return true;
    }

    /** Date and time, at most one space, {@code ±hh:mm} or {@code Z}; leaves with {@code ±hh:mm}. */
    static boolean appendDateTimeOffset(byte[] b, int from, int to, Utf8Buffer out) {
        int end = endOfDateTime(b, from, to);
        if (end < 0) {
            return false;
        }
        int offset = end < to && b[end] == ' ' ? end + 1 : end;
        boolean zero = to - offset == 1 && b[offset] == 'Z';
        if (!zero && !isOffset(b, offset, to)) {
            return false;
        }
        out.append('"').append(b, from, from + DATE).append('T').append(b, from + DATE + 1, end);
        if (zero) {
            out.append("+00:00");
        } else {
            out.append(b, offset, to);
        }
        out.append('"');
        return true;
    }

    static boolean isDate(byte[] b, int from, int to) {
        return to - from >= DATE
                && b[from + 4] == '-'
                && b[from + 7] == '-'
                && Digits.isDate(
                        Digits.number(b, from, 4), Digits.number(b, from + 5, 2), Digits.number(b, from + 8, 2));
    }

    /** Index behind the date and time at {@code from}, or -1. */
    private static int endOfDateTime(byte[] b, int from, int to) {
        if (to - from < DATE + 1 + TIME || !isDate(b, from, to)) {
            return -1;
        }
        byte separator = b[from + DATE];
        return separator == ' ' || separator == 'T' ? endOfTime(b, from + DATE + 1, to) : -1;
    }

    private static int endOfTime(byte[] b, int from, int to) {
        if (to - from < TIME || b[from + 2] != ':' || b[from + 5] != ':') {
            return -1;
        }
        int hour = Digits.number(b, from, 2);
        int minute = Digits.number(b, from + 3, 2);
        int second = Digits.number(b, from + 6, 2);
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
            return -1;
        }
        int end = from + TIME;
        if (end == to || b[end] != '.') {
            return end;
        }
        int fraction = Digits.skip(b, end + 1, to);
        return fraction > end + 1 && fraction - end - 1 <= MAX_FRACTION ? fraction : -1;
    }

    private static boolean isOffset(byte[] b, int from, int to) {
        if (to - from != 6 || (b[from] != '+' && b[from] != '-') || b[from + 3] != ':') {
            return false;
        }
        int hours = Digits.number(b, from + 1, 2);
        int minutes = Digits.number(b, from + 4, 2);
        return hours >= 0 && minutes >= 0 && minutes <= 59 && hours * 60 + minutes <= 14 * 60;
    }
}
