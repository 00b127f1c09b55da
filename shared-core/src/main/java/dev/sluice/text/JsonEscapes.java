package dev.sluice.text;

/** The escapes of JSON strings (RFC 8259, section 7). */
public final class JsonEscapes {
    private static final byte[] UNESCAPED = unescapedTable();
    /** Length of {@code \\u00e9}. */
    private static final int LONGEST = 6;

    private JsonEscapes() {}

    /** What {@code \c} stands for, or 0 when {@code c} is not a one-letter escape. */
    public static byte unescaped(byte c) {
        return c < 0 ? 0 : UNESCAPED[c];
    }

    private static byte[] unescapedTable() {
        byte[] table = new byte[128];
        String letters = "\"\\/bfnrt";
        String characters = "\"\\/\b\f\n\r\t";
        for (int i = 0; i < letters.length(); i++) {
            table[letters.charAt(i)] = (byte) characters.charAt(i);
        }
        return table;
    }

    /** The letter that escapes {@code c}, or 0 when it takes the {@code \\u00xx} form. */
    static int letter(int c) {
        return switch (c) {
            case '"', '\\' -> c;
            case '\b' -> 'b';
            case '\f' -> 'f';
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            default -> 0;
        };
    }

    /** The UTF-16 unit of the four hex digits at {@code i}, or -1. */
    public static int unit(byte[] b, int i, int to) {
        if (i + 4 > to) {
            return -1;
        }
        int unit = 0;
        for (int k = 0; k < 4; k++) {
            int digit = Character.digit(b[i + k], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    /**
     * Where a part of a string's content has to end so that it cuts neither an escape nor a character in two.
     *
     * @param from where an escape or a character begins
     */
    public static int endOfWhole(byte[] b, int from, int to) {
        int end = Utf8.endOfWhole(b, from, to);
        for (int i = end - 1; i >= from && i > end - LONGEST; i--) {
            if (b[i] == '\\') {
                return isEscape(b, from, i) && !isWhole(b, i, end) ? i : end;
            }
        }
        return end;
    }

    /** True when the backslash begins an escape and is not what another one stands for. */
    private static boolean isEscape(byte[] b, int from, int backslash) {
        int run = backslash;
        while (run > from && b[run - 1] == '\\') {
            run--;
        }
        return (backslash - run) % 2 == 0;
    }

    private static boolean isWhole(byte[] b, int i, int end) {
        return i + 1 < end && (b[i + 1] != 'u' || i + LONGEST <= end);
    }
}
