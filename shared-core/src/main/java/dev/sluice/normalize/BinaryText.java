package dev.sluice.normalize;

import dev.sluice.change.SqlType;
import dev.sluice.normalize.NormalizeOptions.Binary;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Binary values as text. How CES writes them is not published, so every plausible form is read, and a text that could
 * be two different values is not certain. DataWorks writes base64.
 */
final class BinaryText {
    private BinaryText() {}

    /** The bytes that the text stands for, or null if that is not certain. */
    static byte @Nullable [] decode(byte[] b, int from, int to, SqlType type, Binary mode) {
        if (type.family() == SqlType.Family.BASE64) {
            return base64(b, from, to);
        }
        if (type.family() == SqlType.Family.LATIN1) {
            return latin1(b, from, to, type);
        }
        return switch (mode) {
            case HEX -> hex(b, hasPrefix(b, from, to) ? from + 2 : from, to);
            case BASE64 -> base64(b, from, to);
            case AUTO -> auto(b, from, to, type);
        };
    }

    /**
     * Canal writes each byte as the character of that number. A character beyond 255, more bytes than the column can
     * hold, and {@code 0x} with hex are marks of a producer that writes another form.
     */
    private static byte @Nullable [] latin1(byte[] b, int from, int to, SqlType type) {
        if (hasPrefix(b, from, to) && to - from > 2 && hex(b, from + 2, to) != null) {
            return null;
        }
        byte[] value = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            int c = b[i] & 0xFF;
            if (c >= 0xC4) {
                return null;
            }
            if (c >= 0xC2) {
                i++;
                c = (c & 3) << 6 | (b[i] & 0x3F);
            }
            value[length++] = (byte) c;
        }
        return length <= type.length() ? Arrays.copyOf(value, length) : null;
    }

    /** {@code 0x} and hex is certain; bare text is when just one reading fits the declared length. */
    private static byte @Nullable [] auto(byte[] b, int from, int to, SqlType type) {
        if (hasPrefix(b, from, to)) {
            byte[] prefixed = hex(b, from + 2, to);
            if (prefixed != null) {
                return prefixed;
            }
        }
        byte[] hex = fitting(hex(b, from, to), type);
        byte[] base64 = fitting(base64(b, from, to), type);
        if (hex == null || base64 == null) {
            return hex == null ? base64 : hex;
        }
        return Arrays.equals(hex, base64) ? hex : null;
    }

    private static byte @Nullable [] fitting(byte @Nullable [] value, SqlType type) {
        boolean fits = value != null && (type.fixed() ? value.length == type.length() : value.length <= type.length());
        return fits ? value : null;
    }

    private static boolean hasPrefix(byte[] b, int from, int to) {
        return to - from >= 2 && b[from] == '0' && (b[from + 1] == 'x' || b[from + 1] == 'X');
    }

    private static byte @Nullable [] hex(byte[] b, int from, int to) {
        if ((to - from) % 2 != 0) {
            return null;
        }
        byte[] value = new byte[(to - from) / 2];
        for (int i = 0; i < value.length; i++) {
            int high = Character.digit(b[from + 2 * i], 16);
            int low = Character.digit(b[from + 2 * i + 1], 16);
            if (high < 0 || low < 0) {
                return null;
            }
            value[i] = (byte) (high << 4 | low);
        }
        return value;
    }

    /** Padded base64 in its one canonical spelling. */
    private static byte @Nullable [] base64(byte[] b, int from, int to) {
        if ((to - from) % 4 != 0) {
            return null;
        }
        byte[] text = Arrays.copyOfRange(b, from, to);
        try {
            byte[] value = Base64.getDecoder().decode(text);
            return Arrays.equals(Base64.getEncoder().encode(value), text) ? value : null;
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }
}
