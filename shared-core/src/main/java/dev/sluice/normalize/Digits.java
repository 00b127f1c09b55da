package dev.sluice.normalize;

/** Fixed-width decimal fields of dates and times. */
final class Digits {
    private static final int[] DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private Digits() {}

    static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    /** The number in two or four digits at {@code i}, or -1 if they are not all digits; the range must exist. */
    static int number(byte[] b, int i, int count) {
        int number = two(b, i);
        return count == 2 || number < 0 ? number : add(number, two(b, i + 2));
    }

    private static int add(int high, int low) {
        return low < 0 ? -1 : 100 * high + low;
    }

    private static int two(byte[] b, int i) {
        int tens = b[i] - '0';
        int ones = b[i + 1] - '0';
        return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : 10 * tens + ones;
    }

    /** First index behind a run of digits. */
    static int skip(byte[] b, int from, int to) {
        int i = from;
        while (i < to && isDigit(b[i])) {
            i++;
        }
        return i;
    }

    static boolean isDate(int year, int month, int day) {
        return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
    }

    private static int daysIn(int year, int month) {
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        return month == 2 && leap ? 29 : DAYS[month - 1];
    }
}
