package dev.sluice.normalize;

import dev.sluice.normalize.NormalizeOptions.Decimals;
import dev.sluice.normalize.NormalizeOptions.Integers;
import dev.sluice.text.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers as text: read by their characters, never through a double, no digit rounded. What is not a number of the
 * wanted kind is not certain, and each method then appends nothing and returns false.
 */
final class NumberText {
    private static final byte[] SAFE_LIMIT = "9007199254740991".getBytes(StandardCharsets.US_ASCII);
    /** A literal whose digits before and behind the point are fewer than this neither overflows a double nor vanishes. */
    private static final int PLAIN_DIGITS = 300;

    private NumberText() {}

    /** Digits with an optional sign; {@code +5} and {@code 007} leave as 5 and 7. */
    static boolean appendInteger(byte[] b, int from, int to, Integers mode, int maxLength, Utf8Buffer out) {
        int digits = from < to && isSign(b[from]) ? from + 1 : from;
        if (digits == to || Digits.skip(b, digits, to) != to || to - from > maxLength) {
            return false;
        }
        int first = skipZeros(b, digits, to);
        boolean negative = b[from] == '-' && !(first == to - 1 && b[first] == '0');
        boolean quoted = mode == Integers.STRING || (mode == Integers.SAFE && isBeyondDouble(b, first, to));
        if (quoted) {
            out.append('"');
        }
        if (negative) {
            out.append('-');
        }
        out.append(b, first, to);
        if (quoted) {
            out.append('"');
        }
        return true;
    }

    private static boolean isBeyondDouble(byte[] b, int first, int to) {
        int length = to - first;
        if (length != SAFE_LIMIT.length) {
            return length > SAFE_LIMIT.length;
        }
        return Arrays.compare(b, first, to, SAFE_LIMIT, 0, length) > 0;
    }

    /** A decimal literal: as text exactly as it stands, or as a number. */
    static boolean appendDecimal(byte[] b, int from, int to, Decimals mode, int maxLength, Utf8Buffer out) {
        if (mode == Decimals.NUMBER) {
            return appendFloat(b, from, to, maxLength, out);
        }
        if (!isDecimal(b, from, to)) {
            return false;
        }
        out.appendInQuotes(b, from, to);
        return true;
    }

    /**
     * A decimal literal as a JSON number; {@code .5} and {@code 1.} leave as 0.5 and 1.0. False also for one that a
     * double cannot hold: too large, or so small that it becomes 0.
     */
    static boolean appendFloat(byte[] b, int from, int to, int maxLength, Utf8Buffer out) {
        if (!isDecimal(b, from, to) || to - from > maxLength || !fitsDouble(b, from, to)) {
            return false;
        }
        int whole = isSign(b[from]) ? from + 1 : from;
        int point = Digits.skip(b, whole, to);
        if (b[from] == '-') {
            out.append('-');
        }
        if (point == whole) {
            out.append('0');
        } else {
            out.append(b, skipZeros(b, whole, point), point);
        }
        int fraction = point;
        if (point < to && b[point] == '.') {
            fraction = Digits.skip(b, point + 1, to);
            out.append(b, point, fraction);
            if (fraction == point + 1) {
                out.append('0');
            }
        }
        out.append(b, fraction, to);
        return true;
    }

    /** {@code [+-] digits [. digits] [e [+-] digits]}, with at least one digit before or behind the point. */
    private static boolean isDecimal(byte[] b, int from, int to) {
        int whole = from < to && isSign(b[from]) ? from + 1 : from;
        int i = Digits.skip(b, whole, to);
        int digits = i - whole;
        if (i < to && b[i] == '.') {
            int fraction = Digits.skip(b, i + 1, to);
            digits += fraction - i - 1;
            i = fraction;
        }
        if (digits == 0) {
            return false;
        }
        if (i < to && (b[i] == 'e' || b[i] == 'E')) {
            int exponent = i + 1 < to && isSign(b[i + 1]) ? i + 2 : i + 1;
            i = Digits.skip(b, exponent, to);
            return i == to && i > exponent;
        }
        return i == to;
    }

    private static boolean fitsDouble(byte[] b, int from, int to) {
        boolean exponent = false;
        boolean nonZero = false;
        for (int i = from; i < to; i++) {
            exponent |= b[i] == 'e' || b[i] == 'E';
            nonZero |= !exponent && b[i] >= '1' && b[i] <= '9';
        }
        if (!nonZero || (!exponent && to - from < PLAIN_DIGITS)) {
            return true;
        }
        double value = Double.parseDouble(new String(b, from, to - from, StandardCharsets.US_ASCII));
        return value != 0 && !Double.isInfinite(value);
    }

    private static boolean isSign(byte c) {
        return c == '+' || c == '-';
    }

    /** Index of the first digit that counts; the last digit counts even if it is a zero. */
    private static int skipZeros(byte[] b, int from, int to) {
        int i = from;
        while (i < to - 1 && b[i] == '0') {
            i++;
        }
        return i;
    }
}
