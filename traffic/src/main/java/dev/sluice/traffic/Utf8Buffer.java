package dev.sluice.traffic;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing UTF-8 text, made for one thing: JSON inside a string inside JSON inside a string. */
final class Utf8Buffer {
    /** A value in a row in data in the envelope. */
    private static final int DEEPEST = 3;

    /** In place of a number of strings: in one string, and a solidus stays as it is. */
    static final int BARE_SOLIDUS = DEEPEST + 1;

    /** {@code ESCAPED[n][c]}: the byte {@code c} after it went into a JSON string {@code n} times. */
    private static final byte[][][] ESCAPED = new byte[BARE_SOLIDUS + 1][256][];

    /** By unsigned byte: the same at every level. */
    private static final boolean[] PLAIN = new boolean[256];

    private static final int LONGEST;

    static {
        int longest = 0;
        for (int c = 0; c < 256; c++) {
            String text = String.valueOf((char) c);
            for (int times = 0; times <= DEEPEST; times++) {
                ESCAPED[times][c] = text.getBytes(StandardCharsets.ISO_8859_1);
                longest = Math.max(longest, text.length());
                text = escape(text);
            }
            PLAIN[c] = text.length() == 1;
            ESCAPED[BARE_SOLIDUS][c] = c == '/' ? ESCAPED[0][c] : ESCAPED[1][c];
        }
        LONGEST = longest;
    }

    private byte[] bytes = new byte[4096];
    private int length;

    void clear() {
        length = 0;
    }

    /**
     * Appends a text as it stands inside {@code times} strings. Above ASCII it is raw UTF-8 at every level.
     *
     * @param times 0 to 3, or {@link #BARE_SOLIDUS}
     */
    void append(String text, int times) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        reserve(utf8.length * LONGEST);
        byte[][] escaped = ESCAPED[times];
        byte[] to = bytes;
        int at = length;
        for (byte c : utf8) {
            if (PLAIN[c & 0xff]) {
                to[at++] = c;
            } else {
                for (byte b : escaped[c]) {
                    to[at++] = b;
                }
            }
        }
        length = at;
    }

    /** As {@link #append(String, int)}, for one ASCII character. */
    void append(char ascii, int times) {
        byte[] form = ESCAPED[times][ascii];
        reserve(form.length);
        for (byte b : form) {
            bytes[length++] = b;
        }
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> escaped.append(escape((char) c)));
        return escaped.toString();
    }

    private static String escape(char c) {
        return switch (c) {
            case '"', '\\', '/' -> "\\" + c; // SQL Server escapes the solidus too, at every level
            case '\b' -> "\\b";
            case '\t' -> "\\t";
            case '\n' -> "\\n";
            case '\f' -> "\\f";
            case '\r' -> "\\r";
            default -> c < ' ' ? "\\u00" + (c < 16 ? "0" : "1") + Character.forDigit(c & 15, 16) : String.valueOf(c);
        };
    }
}
