package dev.sluice.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing byte array of UTF-8 text: the scratch space into which escaped strings are unfolded, and the place where an
 * output line is put together. Reused from message to message, so the hot path allocates nothing per value.
 */
public final class Utf8Buffer {
    private static final byte[] DATE_TIME = "yyyy-MM-ddTHH:mm:ss.SSS".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ZEROS = "00000000000000000000".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final long QUOTES = 0x2222222222222222L;
    private static final long BACKSLASHES = 0x5C5C5C5C5C5C5C5CL;
    private static final long SPACES = 0x2020202020202020L;
    private static final long ONES = 0x0101010101010101L;
    private static final int MAX = Integer.MAX_VALUE - 16;
    /** Digits of the largest long. */
    private static final int MOST_DIGITS = 19;

    private byte[] bytes;
    private int length;

    public Utf8Buffer(int capacity) {
        bytes = new byte[Math.max(16, capacity)];
    }

    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    /** Puts an ASCII character in place of one. */
    public void set(int at, char c) {
        bytes[at] = (byte) c;
    }

    public void truncate(int newLength) {
        length = newLength;
    }

    public void clear() {
        length = 0;
    }

    /** Drops bytes at the start; what stood behind them moves there. */
    public void removeFirst(int count) {
        System.arraycopy(bytes, count, bytes, 0, length - count);
        length -= count;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    public Slice slice(int from) {
        return Slice.of(bytes, from, length);
    }

    /** Room for {@code extra} more bytes, and eight of slack for whole-word stores. */
    private void reserve(int extra) {
        if (bytes.length - length < extra + 8) {
            long wanted = (long) length + extra + 8;
            if (wanted > MAX) {
                throw new OutOfMemoryError("a text of " + wanted + " bytes does not fit one array");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAX, Math.max(wanted, bytes.length * 2L)));
        }
    }

    /** Appends one ASCII character. */
    public Utf8Buffer append(char c) {
        reserve(1);
        bytes[length++] = (byte) c;
        return this;
    }

    public Utf8Buffer append(byte[] source) {
        return append(source, 0, source.length);
    }

    public Utf8Buffer append(Slice slice) {
        return append(slice.bytes(), slice.from(), slice.to());
    }

    public Utf8Buffer append(byte[] source, int from, int to) {
        int count = to - from;
        reserve(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
        return this;
    }

    /** Appends text as UTF-8, a lone surrogate in its three-byte form. Nothing is escaped. */
    public Utf8Buffer append(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                append(c);
            } else {
                appendUnit(c);
            }
        }
        return this;
    }

    /** Appends a number in decimal digits. */
    public Utf8Buffer append(long number) {
        if (number < 0) {
            return append(Long.toString(number));
        }
        int digits = 1;
        for (long power = 10; digits < MOST_DIGITS && number >= power; power *= 10) {
            digits++;
        }
        return appendPadded(number, digits);
    }

    /** Appends {@code yyyy-MM-ddTHH:mm:ss.SSS}. */
    public Utf8Buffer appendDateTime(int year, int month, int day, int secondOfDay, int millis) {
        int end = length + DATE_TIME.length;
        append(DATE_TIME);
        setTwo(end - 23, year / 100);
        setTwo(end - 21, year % 100);
        setTwo(end - 18, month);
        setTwo(end - 15, day);
        setTwo(end - 12, secondOfDay / 3600);
        setTwo(end - 9, secondOfDay / 60 % 60);
        setTwo(end - 6, secondOfDay % 60);
        setTwo(end - 3, millis / 10);
        bytes[end - 1] = (byte) ('0' + millis % 10);
        return this;
    }

    private void setTwo(int at, int number) {
        bytes[at] = (byte) ('0' + number / 10);
        bytes[at + 1] = (byte) ('0' + number % 10);
    }

    /** A number that is not negative, in exactly {@code digits} digits with leading zeros. */
    public Utf8Buffer appendPadded(long number, int digits) {
        append(ZEROS, 0, digits);
        int i = length;
        int first = i - digits;
        long large = number;
        while (large > Integer.MAX_VALUE && i > first) {
            bytes[--i] = (byte) ('0' + large % 10);
            large /= 10;
        }
        int rest = (int) large; // whose division is much faster
        while (rest > 0 && i > first) {
            bytes[--i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return this;
    }

    /** One UTF-16 unit; a low surrogate right behind a lone high one joins it to a four-byte character. */
    public void appendUnit(int unit) {
        if (unit >= 0xDC00 && unit <= 0xDFFF && endsWithHighSurrogate()) {
            int high = Utf8.surrogate(bytes, length - 3);
            int point = 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
            length -= 3;
            reserve(4);
            bytes[length++] = (byte) (0xF0 | (point >> 18));
            bytes[length++] = (byte) (0x80 | (point >> 12 & 0x3F));
            bytes[length++] = (byte) (0x80 | (point >> 6 & 0x3F));
            bytes[length++] = (byte) (0x80 | (point & 0x3F));
            return;
        }
        reserve(3);
        if (unit < 0x80) {
            bytes[length++] = (byte) unit;
        } else if (unit < 0x800) {
            bytes[length++] = (byte) (0xC0 | unit >> 6);
            bytes[length++] = (byte) (0x80 | (unit & 0x3F));
        } else {
            bytes[length++] = (byte) (0xE0 | unit >> 12);
            bytes[length++] = (byte) (0x80 | (unit >> 6 & 0x3F));
            bytes[length++] = (byte) (0x80 | (unit & 0x3F));
        }
    }

    /** True when the text ends with a lone high surrogate. */
    public boolean endsWithHighSurrogate() {
        return length >= 3
                && bytes[length - 3] == (byte) 0xED
                && (bytes[length - 2] & 0xF0) == 0xA0
                && (bytes[length - 1] & 0xC0) == 0x80;
    }

    /**
     * Appends what the content of a JSON string stands for, from {@code from} up to its closing quote.
     *
     * @return the index of the closing quote; or, for a string that is not valid, -1 - the index of the byte at fault
     *     (a raw control character, a wrong escape, or {@code to} when the quote is missing)
     */
    public int appendUnescaped(byte[] source, int from, int to) {
        int i = endsWithHighSurrogate() ? joinLow(source, from, to) : from;
        reserve(to - i + 4); // nothing is longer than its escape
        byte[] out = bytes;
        int n = length;
        while (true) {
            if (i + 8 <= to) {
                long word = (long) Utf8.WORD.get(source, i);
                Utf8.WORD.set(out, n, word);
                long special = special(word);
                if (special == 0) {
                    i += 8;
                    n += 8;
                    continue;
                }
                int plain = Long.numberOfTrailingZeros(special) >>> 3;
                i += plain;
                n += plain;
            } else {
                while (i < to && !isSpecial(source[i])) {
                    out[n++] = source[i++];
                }
                if (i == to) {
                    length = n;
                    return -1 - to;
                }
            }
            byte c = source[i];
            if (c == '\\' && i + 1 < to) {
                byte plain = JsonEscapes.unescaped(source[i + 1]);
                if (plain > 0) {
                    do { // one escape often follows another: \\\" is how text inside text writes a quote
                        out[n++] = plain;
                        i += 2;
                        plain = i + 1 < to && source[i] == '\\' ? JsonEscapes.unescaped(source[i + 1]) : 0;
                    } while (plain > 0);
                    continue;
                }
                length = n;
                int unit = source[i + 1] == 'u' ? JsonEscapes.unit(source, i + 2, to) : -1;
                if (unit < 0) {
                    return -1 - i;
                }
                appendUnit(unit);
                i += 6;
                if (Character.isHighSurrogate((char) unit)) {
                    i = joinLow(source, i, to);
                }
                out = bytes;
                n = length;
                continue;
            }
            length = n;
            return c == '"' ? i : c == '\\' ? -1 - to : -1 - i;
        }
    }

    /** Joins a low surrogate that stands in the source in its three-byte form to the high one that ends this buffer. */
    private int joinLow(byte[] source, int from, int to) {
        if (from < to && Utf8.isSurrogate(source, from, to)) {
            appendUnit(Utf8.surrogate(source, from));
            return from + 3;
        }
        return from;
    }

    /** Appends text; a low surrogate at its start joins a lone high one that ends this buffer. */
    public Utf8Buffer appendJoined(Slice text) {
        int from = endsWithHighSurrogate() ? joinLow(text.bytes(), text.from(), text.to()) : text.from();
        return append(text.bytes(), from, text.to());
    }

    private static boolean isSpecial(byte c) {
        return c == '"' || c == '\\' || (c >= 0 && c < 0x20);
    }

    /** The high bit of the first byte that is a quote, a backslash or below a space; higher bits may be noise. */
    static long special(long word) {
        long quote = word ^ QUOTES;
        long backslash = word ^ BACKSLASHES;
        return (((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) | ((word - SPACES) & ~word))
                & Utf8.HIGH_BITS;
    }

    /** Index of the next quote, backslash or control character in the source, or {@code to}. */
    public static int skipPlain(byte[] source, int from, int to) {
        int i = from;
        while (i + 8 <= to) {
            long special = special((long) Utf8.WORD.get(source, i));
            if (special != 0) {
                return i + (Long.numberOfTrailingZeros(special) >>> 3);
            }
            i += 8;
        }
        if (i < to && i + 8 <= source.length) {
            long special = special((long) Utf8.WORD.get(source, i)) & Utf8.first(to - i);
            return special == 0 ? to : i + (Long.numberOfTrailingZeros(special) >>> 3);
        }
        while (i < to && !isSpecial(source[i])) {
            i++;
        }
        return i;
    }

    /** Appends text as a JSON string with its quotes; escapes only what must be escaped. */
    public Utf8Buffer appendQuoted(byte[] source, int from, int to) {
        if (skipPlain(source, from, to) == to && Utf8.skipAscii(source, from, to) == to) {
            return appendInQuotes(source, from, to);
        }
        append('"');
        int i = from;
        while (i < to) {
            int start = i;
            i = skipPlain(source, i, to);
            appendWithSurrogates(source, start, i);
            if (i < to) {
                appendEscape(source[i]);
                i++;
            }
        }
        return append('"');
    }

    /** Appends text between quotes that is known to need no escapes. */
    public Utf8Buffer appendInQuotes(byte[] source, int from, int to) {
        int count = to - from;
        reserve(count + 2);
        bytes[length] = '"';
        System.arraycopy(source, from, bytes, length + 1, count);
        bytes[length + 1 + count] = '"';
        length += count + 2;
        return this;
    }

    /** Appends text as a JSON string that is known to hold no quote, backslash or control character. */
    public Utf8Buffer appendQuotedPlain(byte[] source, int from, int to) {
        append('"');
        appendWithSurrogates(source, from, to);
        return append('"');
    }

    public Utf8Buffer appendQuoted(Slice text) {
        return appendQuoted(text.bytes(), text.from(), text.to());
    }

    public Utf8Buffer appendQuoted(String text) {
        return appendQuoted(Slice.of(text));
    }

    private void appendEscape(int c) {
        int letter = JsonEscapes.letter(c);
        append('\\');
        if (letter > 0) {
            append((char) letter);
        } else {
            appendHex4(c);
        }
    }

    private void appendHex4(int unit) {
        reserve(5);
        bytes[length++] = 'u';
        bytes[length++] = HEX[unit >> 12 & 15];
        bytes[length++] = HEX[unit >> 8 & 15];
        bytes[length++] = HEX[unit >> 4 & 15];
        bytes[length++] = HEX[unit & 15];
    }

    /** Text without quotes, backslashes and controls: copied, but lone surrogates leave as escapes. */
    private void appendWithSurrogates(byte[] source, int from, int to) {
        int start = from;
        for (int i = Utf8.skipAscii(source, from, to); i < to; i++) {
            if (source[i] == (byte) 0xED && Utf8.isSurrogate(source, i, to)) {
                append(source, start, i);
                append('\\');
                appendHex4(Utf8.surrogate(source, i));
                start = i + 3;
                i += 2;
            }
        }
        append(source, start, to);
    }

    @Override
    public String toString() {
        return slice(0).toString();
    }
}
