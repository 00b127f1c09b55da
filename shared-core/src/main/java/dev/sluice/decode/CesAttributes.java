package dev.sluice.decode;

import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Operation;
import dev.sluice.change.Value;
import dev.sluice.change.WireKind;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import java.util.Locale;

/** What the attributes of a SQL Server change event mean, the same in JSON and in Avro. */
final class CesAttributes {
    private static final String TYPE_PREFIX = "com.microsoft.SQL.CES.";
    private static final String DML_V1 = TYPE_PREFIX + "DML.V1";
    private static final byte[] TYPE = Utf8.bytes(DML_V1);
    private static final byte[] PREFIX = Utf8.bytes(TYPE_PREFIX);
    /** More digits than any number here needs, and fewer than a long can hold. */
    private static final int MOST_DIGITS = 18;

    private CesAttributes() {}

    /**
     * True for the one type that is known.
     *
     * @param cloudEvent the message has the attributes of a CloudEvent
     * @throws MalformedMessageException for another type of this source, and for a CloudEvent of another source
     */
    static boolean checkType(Slice type, boolean cloudEvent) throws MalformedMessageException {
        if (type.same(TYPE)) {
            return true;
        }
        if (type.startsWith(PREFIX)) {
            throw new MalformedMessageException(
                    "unsupported_version", "a change event of a type other than " + DML_V1, "/type");
        }
        if (cloudEvent) {
            throw new MalformedMessageException(
                    "foreign_event", "a CloudEvent of another producer; expected type " + DML_V1, "/type");
        }
        return false;
    }

    static Operation operation(Slice operation) throws MalformedMessageException {
        if (operation.isWord("UPD")) {
            return Operation.UPDATE;
        }
        if (operation.isWord("INS")) {
            return Operation.CREATE;
        }
        if (operation.isWord("DEL")) {
            return Operation.DELETE;
        }
        throw new MalformedMessageException("unknown_operation", "expected INS, UPD or DEL", "/operation");
    }

    /** The index of a piece, or a number of pieces. */
    static int index(long number, Limits limits, String where) throws MalformedMessageException {
        if (number < 0) {
            throw new MalformedMessageException("bad_segment", "expected a whole number from 0", where);
        }
        if (number > limits.segments()) {
            throw new MalformedMessageException(
                    "too_many_segments",
                    "more than " + limits.segments() + " segments in one event (SLUICE_MAX_SEGMENTS)",
                    where);
        }
        return (int) number;
    }

    /** A number from 0, native or as text, {@code 1.0} too; -1 if it is none. */
    static long integer(Value value) {
        Slice text = value.text();
        return integer(value.kind(), text.bytes(), text.from(), text.to());
    }

    static long integer(WireKind kind, byte[] b, int from, int to) {
        if (kind != WireKind.NUMBER && kind != WireKind.STRING) {
            return -1;
        }
        int i = from;
        long number = 0;
        while (i < to && i < from + MOST_DIGITS && b[i] >= '0' && b[i] <= '9') {
            number = number * 10 + (b[i] - '0');
            i++;
        }
        boolean whole = i == to;
        if (!whole && i > from && b[i] == '.') {
            whole = true;
            for (int k = i + 1; k < to; k++) {
                whole &= b[k] == '0';
            }
        }
        return i > from && whole ? number : -1;
    }

    /** A media type in lower case and without its parameters. */
    static String mediaType(String contentType) {
        int parameters = contentType.indexOf(';');
        return contentType
                .substring(0, parameters < 0 ? contentType.length() : parameters)
                .strip()
                .toLowerCase(Locale.ROOT);
    }
}
