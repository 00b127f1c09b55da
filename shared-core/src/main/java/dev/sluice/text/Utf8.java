package dev.sluice.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * UTF-8 as this product keeps it in memory. On the wire it must be well formed (RFC 3629); in memory a lone UTF-16
 * surrogate, which JSON can spell as an escape, is kept as its three-byte form {@code ED A0..BF xx}. Wire bytes are
 * checked first, so that form can only stem from an escape, and it leaves again as one.
 */
public final class Utf8 {
    static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /** The index of the first byte that is not well-formed UTF-8, or -1. */
    public static int firstMalformed(byte[] b, int from, int to) {
        int i = from;
        while (i < to) {
            i = skipAscii(b, i, to);
            if (i < to) {
                int length = sequenceLength(b, i, to);
                if (length == 0) {
                    return i;
                }
                i += length;
            }
        }
        return -1;
    }

    /** The index of the first byte that is not ASCII, or {@code to}. */
    static int skipAscii(byte[] b, int from, int to) {
        int i = from;
        while (i + 32 <= to) {
            long words = (long) WORD.get(b, i)
                    | (long) WORD.get(b, i + 8)
                    | (long) WORD.get(b, i + 16)
                    | (long) WORD.get(b, i + 24);
            if ((words & HIGH_BITS) != 0) {
                break;
            }
            i += 32;
        }
        while (i + 8 <= to && ((long) WORD.get(b, i) & HIGH_BITS) == 0) {
            i += 8;
        }
        if (i < to && i + 8 <= b.length && ((long) WORD.get(b, i) & HIGH_BITS & first(to - i)) == 0) {
            return to;
        }
        while (i < to && b[i] >= 0) {
            i++;
        }
        return i;
    }

    /** True when {@code count} bytes are the same in two places; names and values are short, so mostly without a call. */
    public static boolean same(byte[] a, int fromA, byte[] b, int fromB, int count) {
        if (count < 8 || count > 64) {
            return Arrays.equals(a, fromA, fromA + count, b, fromB, fromB + count);
        }
        for (int i = 0; i < count - 8; i += 8) {
            if ((long) WORD.get(a, fromA + i) != (long) WORD.get(b, fromB + i)) {
                return false;
            }
        }
        return (long) WORD.get(a, fromA + count - 8) == (long) WORD.get(b, fromB + count - 8);
    }

    /** A mask of the first bytes of a word; of all of them if {@code count} is 8 or more. */
    static long first(int count) {
        return count >= 8 ? -1L : (1L << (count << 3)) - 1;
    }

    /** Length of the well-formed multi-byte sequence at {@code i}, or 0 if there is none. */
    private static int sequenceLength(byte[] b, int i, int to) {
        int lead = b[i] & 0xFF;
        if (lead < 0xC2 || lead > 0xF4) {
            return 0;
        }
        int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if (i + length > to) {
            return 0;
        }
        int second = b[i + 1] & 0xFF;
        // the second byte excludes overlong forms, surrogates and what lies beyond U+10FFFF
        int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (second < low || second > high) {
            return 0;
        }
        for (int k = 2; k < length; k++) {
            if ((b[i + k] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    /** True when a lone surrogate's three-byte form begins at {@code i}. */
    static boolean isSurrogate(byte[] b, int i, int to) {
        return b[i] == (byte) 0xED && i + 2 < to && (b[i + 1] & 0xE0) == 0xA0;
    }

    static int surrogate(byte[] b, int i) {
        return 0xD000 | (tail(b[i + 1]) << 6) | tail(b[i + 2]);
    }

    /** The six bits that a continuation byte carries. */
    private static int tail(byte b) {
        return b & 0x3F;
    }

    /** Where a part of a text has to end so that it cuts no character in two; {@code to} if that is beyond saving. */
    public static int endOfWhole(byte[] b, int from, int to) {
        for (int i = to - 1; i >= from && i > to - 4; i--) {
            int lead = b[i] & 0xFF;
            if (lead >= 0xC0) {
                int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
                return i + length > to ? i : to;
            }
            if (lead < 0x80) {
                return to;
            }
        }
        return to;
    }

    public static boolean hasLoneSurrogate(byte[] b, int from, int to) {
        for (int i = from; i + 2 < to; i++) {
            if (isSurrogate(b, i, to)) {
                return true;
            }
        }
        return false;
    }

    /** Number of UTF-16 units of the text. */
    public static int utf16Length(byte[] b, int from, int to) {
        int units = 0;
        for (int i = from; i < to; i++) {
            int c = b[i] & 0xFF;
            if ((c & 0xC0) != 0x80) {
                units += c >= 0xF0 ? 2 : 1;
            }
        }
        return units;
    }

    /** UTF-8 of a string; a lone surrogate takes its three-byte form. */
    public static byte[] bytes(String text) {
        return new Utf8Buffer(text.length() + 16).append(text).toBytes();
    }

    static String string(byte[] b, int from, int to) {
        StringBuilder out = new StringBuilder(to - from);
        for (int i = from; i < to; ) {
            int c = b[i] & 0xFF;
            if (c < 0x80) {
                out.append((char) c);
                i += 1;
            } else if (c < 0xE0) {
                out.append((char) (((c & 0x1F) << 6) | tail(b[i + 1])));
                i += 2;
            } else if (c < 0xF0) {
                out.append((char) (((c & 0x0F) << 12) | (tail(b[i + 1]) << 6) | tail(b[i + 2])));
                i += 3;
            } else {
                out.appendCodePoint(
                        ((c & 0x07) << 18) | (tail(b[i + 1]) << 12) | (tail(b[i + 2]) << 6) | tail(b[i + 3]));
                i += 4;
            }
        }
        return out.toString();
    }
}
