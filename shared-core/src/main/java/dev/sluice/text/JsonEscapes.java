package dev.sluice.text;

/** The escapes of JSON strings (RFC 8259, section 7). */
public final class JsonEscapes {
    private static final byte[] UNESCAPED = unescapedTable();

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
}
