package dev.sluice.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A view of some bytes of a larger array, {@code from} inclusive to {@code to} exclusive. It copies nothing, so it is
 * valid only as long as its owner leaves the array alone: row values that point into a decoder's scratch buffer are
 * valid until the next message is decoded.
 */
public final class Slice {
    public static final Slice EMPTY = new Slice(new byte[0], 0, 0);

    private final byte[] bytes;
    private final int from;
    private final int to;

    private Slice(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    public static Slice of(byte[] bytes) {
        return new Slice(bytes, 0, bytes.length);
    }

    public static Slice of(byte[] bytes, int from, int to) {
        return new Slice(bytes, from, to);
    }

    public static Slice of(String text) {
        return of(Utf8.bytes(text));
    }

    public byte[] bytes() {
        return bytes;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    public int length() {
        return to - from;
    }

    public byte at(int index) {
        return bytes[from + index];
    }

    public byte[] copy() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    public boolean same(byte[] other) {
        return Arrays.equals(bytes, from, to, other, 0, other.length);
    }

    public boolean startsWith(byte[] prefix) {
        return prefix.length <= length() && Arrays.equals(bytes, from, from + prefix.length, prefix, 0, prefix.length);
    }

    /** True when these bytes stand at {@code at} of another array, before {@code end}. */
    public boolean startsAt(byte[] other, int at, int end) {
        return length() <= end - at && Arrays.equals(bytes, from, to, other, at, at + length());
    }

    /** True when the slice is this word, ASCII letters compared without case. */
    public boolean isWord(String word) {
        if (word.length() != length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (lower(bytes[from + i]) != lower((byte) word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int lower(byte b) {
        return b >= 'A' && b <= 'Z' ? b + 32 : b;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Slice that
                && length() == that.length()
                && Arrays.equals(bytes, from, to, that.bytes, that.from, that.to);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    /** The bytes read as UTF-8. A lone surrogate (see {@link Utf8}) becomes one again. */
    @Override
    public String toString() {
        return Utf8.hasLoneSurrogate(bytes, from, to)
                ? Utf8.string(bytes, from, to)
                : new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
