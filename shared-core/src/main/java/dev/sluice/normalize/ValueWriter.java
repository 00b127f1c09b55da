package dev.sluice.normalize;

import dev.sluice.change.Connector;
import dev.sluice.change.SqlType;
import dev.sluice.change.WireKind;
import dev.sluice.text.Utf8;
import dev.sluice.text.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;

/**
 * Writes one value as JSON: typed by the declared type where the text allows only one value, else as the text it is.
 * Holds scratch space; serves one thread.
 */
final class ValueWriter {
    /** Result bits. */
    static final int TYPED = 0;

    static final int UNTYPED = 1;
    static final int TRUNCATED = 2;

    private static final byte[] NULL = ascii("null");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");
    /** CES cuts a value at 1 MB; of which unit, and whether inside a character, is not documented. */
    private static final int CUT = 1 << 20;

    private final NormalizeOptions options;
    private final int maxNumberLength;
    private final Utf8Buffer text = new Utf8Buffer(256);
    private ZoneId zone = ZoneOffset.UTC;
    /** The source cuts long values; and its rows are text inside text, so a string may stem from one with escapes. */
    private boolean ces;

    ValueWriter(NormalizeOptions options, int maxNumberLength) {
        this.options = options;
        this.maxNumberLength = maxNumberLength;
    }

    /**
     * Turns to the values of a table.
     *
     * @param sourceZone in which its source reads and writes times without a zone
     */
    void turnTo(Connector connector, ZoneId sourceZone) {
        zone = sourceZone;
        ces = connector == Connector.CES;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Appends a value that is there (not ABSENT) and tells how it went. */
    int write(SqlType type, WireKind kind, byte[] b, int from, int to, Utf8Buffer out) {
        return switch (kind) {
            case ABSENT -> throw new IllegalStateException("a value that is absent cannot be written");
            case NULL -> {
                out.append(NULL);
                yield TYPED;
            }
            case STRING -> {
                if (type.family() == SqlType.Family.TEXT) {
                    if (!ces) {
                        out.appendInQuotes(b, from, to);
                        yield TYPED;
                    }
                    out.appendQuotedPlain(b, from, to);
                    yield cut(b, from, to);
                }
                yield writeText(type, b, from, to, out);
            }
            case ESCAPED_STRING -> {
                text.clear();
                text.appendUnescaped(b, from, to + 1);
                yield writeText(type, text.bytes(), 0, text.length(), out);
            }
            case NUMBER, TRUE, FALSE -> {
                if (type.family() == SqlType.Family.EPOCH_MILLIS) {
                    yield instant(b, from, to, out);
                }
                boolean typed = literal(type, b, from, to, out);
                yield typed ? TYPED : untyped(b, from, to, out);
            }
            case NESTED -> untyped(b, from, to, out);
        };
    }

    private int instant(byte[] b, int from, int to, Utf8Buffer out) {
        int result = EpochMillis.append(b, from, to, zone, out);
        return result < 0 ? untyped(b, from, to, out) : result;
    }

    private static int untyped(byte[] b, int from, int to, Utf8Buffer out) {
        out.appendQuoted(b, from, to);
        return UNTYPED;
    }

    /** A JSON number or boolean. */
    private boolean literal(SqlType type, byte[] b, int from, int to, Utf8Buffer out) {
        return switch (type.family()) {
            case INTEGER -> NumberText.appendInteger(b, from, to, options.integers(), maxNumberLength, out);
            case DECIMAL -> NumberText.appendDecimal(b, from, to, options.decimals(), maxNumberLength, out);
            case FLOAT, DOUBLE -> NumberText.appendFloat(b, from, to, maxNumberLength, out);
            case BOOLEAN -> appendBoolean(b, from, to, out);
            case DATE, TIME, DATETIME, DATETIME_OFFSET, EPOCH_MILLIS, BINARY, BASE64, LATIN1, TEXT, UNKNOWN -> false;
        };
    }

    private int writeText(SqlType type, byte[] b, int from, int to, Utf8Buffer out) {
        boolean typed = false;
        switch (type.family()) {
            case TEXT -> {
                out.appendQuoted(b, from, to);
                return cut(b, from, to);
            }
            case INTEGER -> typed = NumberText.appendInteger(b, from, to, options.integers(), maxNumberLength, out);
            case DECIMAL, DOUBLE ->
                typed = NumberText.appendDecimal(b, from, to, options.decimals(), maxNumberLength, out);
            case FLOAT -> typed = NumberText.appendFloat(b, from, to, maxNumberLength, out);
            case BOOLEAN -> typed = appendBoolean(b, from, to, out);
            case DATE -> typed = DateTimeText.appendDate(b, from, to, out);
            case TIME -> typed = DateTimeText.appendTime(b, from, to, out);
            case DATETIME -> typed = DateTimeText.appendDateTime(b, from, to, out);
            case DATETIME_OFFSET -> typed = DateTimeText.appendDateTimeOffset(b, from, to, out);
            case BINARY, BASE64, LATIN1 -> {
                return writeBinary(type, b, from, to, out);
            }
            case EPOCH_MILLIS, UNKNOWN -> {}
        }
        return typed ? TYPED : untyped(b, from, to, out) | cut(b, from, to);
    }

    private int writeBinary(SqlType type, byte[] b, int from, int to, Utf8Buffer out) {
        byte[] value = BinaryText.decode(b, from, to, type, options.binary());
        if (value == null) {
            return untyped(b, from, to, out) | cut(b, from, to);
        }
        out.append('"').append(Base64.getEncoder().encode(value)).append('"');
        return ces && value.length > CUT - 4 && value.length <= CUT ? TRUNCATED : cut(b, from, to);
    }

    private static boolean appendBoolean(byte[] b, int from, int to, Utf8Buffer out) {
        boolean yes = (to - from == 1 && b[from] == '1') || isWord(b, from, to, TRUE);
        boolean no = (to - from == 1 && b[from] == '0') || isWord(b, from, to, FALSE);
        if (yes || no) {
            out.append(yes ? TRUE : FALSE);
        }
        return yes || no;
    }

    private static boolean isWord(byte[] b, int from, int to, byte[] lowerCase) {
        if (to - from != lowerCase.length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            if ((b[from + i] | 0x20) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    /** TRUNCATED for a text as long as the source cuts at, counted in UTF-8 bytes or in UTF-16 bytes. */
    private int cut(byte[] b, int from, int to) {
        int length = to - from;
        if (!ces || length < CUT / 2 - 1) {
            return TYPED;
        }
        if (length > CUT - 4 && length <= CUT) {
            return TRUNCATED;
        }
        int utf16Bytes = 2 * Utf8.utf16Length(b, from, to);
        return utf16Bytes > CUT - 3 && utf16Bytes <= CUT ? TRUNCATED : TYPED;
    }
}
