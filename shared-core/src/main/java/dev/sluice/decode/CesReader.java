package dev.sluice.decode;

import static dev.sluice.change.WireKind.ABSENT;
import static dev.sluice.change.WireKind.ESCAPED_STRING;
import static dev.sluice.change.WireKind.NESTED;
import static dev.sluice.change.WireKind.NULL;
import static dev.sluice.change.WireKind.NUMBER;
import static dev.sluice.change.WireKind.STRING;

import dev.sluice.change.EventAttributes;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Operation;
import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.change.Value;
import dev.sluice.change.WireKind;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import dev.sluice.text.Utf8Buffer;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Reads the envelope of a SQL Server change event: a structured-mode CloudEvents 1.0 JSON object whose {@code data}
 * holds the change as JSON text ({@link CesDataReader}). Attributes may be native or canonical strings, in any order,
 * with others among them. Three generations differ in how they say that an event came in one piece:
 *
 * <pre>
 * A   splitindex 0, splittotalcnt 0
 * B   segmentindex 1, finalsegment true
 * C   segmentindex 0, finalsegment true
 * </pre>
 *
 * Index 1 and final may also be the second of two pieces counted from 0: only parsing the data tells.
 */
final class CesReader {
    private static final int SPECVERSION = 0;
    private static final int TYPE = 1;
    private static final int SOURCE = 2;
    private static final int LOGICALID = 4;
    private static final int TIME = 5;
    private static final int DATACONTENTTYPE = 6;
    private static final int OPERATION = 7;
    private static final int SEGMENTINDEX = 8;
    private static final int FINALSEGMENT = 9;
    private static final int DATA = 10;
    private static final int DATA_BASE64 = 11;
    private static final int SPLITINDEX = 12;
    private static final int SPLITTOTALCNT = 13;
    private static final int PAYLOAD = 14;
    private static final int SCHEMA = 15;
    private static final int DATABASE = 16;
    private static final int BEFORE = 17;
    private static final int AFTER = 18;
    private static final Names ATTRIBUTES = Names.of(
            "specversion",
            "type",
            "source",
            "id",
            "logicalid",
            "time",
            "datacontenttype",
            "operation",
            "segmentindex",
            "finalsegment",
            "data",
            "data_base64",
            "splitindex",
            "splittotalcnt",
            "payload",
            "schema",
            "database",
            "before",
            "after");
    private static final int COUNT = 19;
    private static final byte[] OPEN = Utf8.bytes("{");
    private static final byte[] EVENTSOURCE = Utf8.bytes("\"eventsource\"");
    private static final byte[] EVENTROW = Utf8.bytes("\"eventrow\"");

    private final Limits limits;
    private final KnownTables tables = new KnownTables();
    private final CesDataReader dataReader;
    private final Utf8Buffer dataText = new Utf8Buffer(2048);
    private final Envelope envelope = new Envelope();

    CesReader(Limits limits) {
        this.limits = limits;
        this.dataReader = new CesDataReader(limits, tables);
    }

    void read(Slice message, int item, Items items) throws MalformedMessageException {
        Envelope e = envelope(message);
        checkType(e);
        Operation operation = CesAttributes.operation(e.text(OPERATION));
        checkData(e);
        Piece piece = piece(e);
        if (piece == null) {
            items.change(item, change(e, operation));
            return;
        }
        if (piece.mayBeWhole()) {
            try {
                items.change(item, change(e, operation));
                return;
            } catch (MalformedMessageException notWhole) {
                if (piece.index == 0 || !e.has(FINALSEGMENT) || beginsAnEvent(e)) {
                    throw notWhole;
                }
            }
        }
        items.segment(item, segment(e, piece, message));
    }

    /** The attributes that are there; the text of {@code data}, if it is a string, is unfolded on the way. */
    private Envelope envelope(Slice message) throws MalformedMessageException {
        JsonCursor c = new JsonCursor(message.bytes(), message.from(), message.to(), limits);
        Envelope e = envelope;
        e.begin(message.bytes());
        c.skipByteOrderMark();
        Names.Reader names = ATTRIBUTES.reader();
        dataText.clear();
        if (c.beginObject()) {
            do {
                int which = names.next(c);
                if (which == DATA && c.peek() == '"') {
                    e.known = tables.find(c.bytes, c.position() + 1, c.end);
                    c.unescapeString(
                            dataText, e.known == null ? 0 : e.known.wire().length(), "data");
                    e.set(DATA, STRING, c.from, c.to);
                } else {
                    c.value(1);
                    if (which != Names.UNKNOWN) {
                        e.set(which, c.kind, c.from, c.to);
                    }
                }
            } while (c.nextMember());
        }
        c.expectEnd();
        return e;
    }

    private static void checkType(Envelope e) throws MalformedMessageException {
        if (CesAttributes.checkType(e.text(TYPE), e.has(SPECVERSION))) {
            return;
        }
        throw e.has(PAYLOAD) || e.has(DATABASE) || e.has(BEFORE) || e.has(AFTER) || e.has(SCHEMA)
                ? new MalformedMessageException(
                        "unsupported_dialect", "a change in a dialect that this version does not read", "")
                : new MalformedMessageException(
                        "unknown_message", "a JSON object without the attributes of a change event (no type)", "");
    }

    /** The payload stands in one place, in a form that can hold it. */
    private static void checkData(Envelope e) throws MalformedMessageException {
        if (e.has(DATA) && e.has(DATA_BASE64)) {
            throw new MalformedMessageException("two_data", "both data and data_base64", "/data_base64");
        }
        boolean inText = e.isString(DATA) || e.isString(DATA_BASE64);
        int length = e.has(DATA) ? e.slice(DATA).length() : e.slice(DATA_BASE64).length();
        boolean isThere = inText ? length > 0 : e.kinds[DATA] == NESTED;
        if (!isThere) {
            throw new MalformedMessageException(
                    "no_data", "expected data as text, as an object or as data_base64", "/data");
        }
    }

    /** Only the first piece of an event begins like one: a first piece is never a second. */
    private boolean beginsAnEvent(Envelope e) throws MalformedMessageException {
        if (e.known != null) {
            return true;
        }
        Slice text = e.isString(DATA) ? dataText.slice(0) : e.has(DATA) ? e.slice(DATA) : decodeFragment(e);
        JsonCursor c = new JsonCursor(text.bytes(), text.from(), text.to(), limits);
        return c.skip(OPEN) && (c.skip(EVENTSOURCE) || c.skip(EVENTROW));
    }

    private RowChange change(Envelope e, Operation operation) throws MalformedMessageException {
        boolean inText = e.isString(DATA);
        boolean inBase64 = e.has(DATA_BASE64);
        Slice content = e.slice(inBase64 ? DATA_BASE64 : DATA);
        Slice text = inText ? dataText.slice(0) : inBase64 ? decodeBase64(e) : content;
        try {
            return dataReader.read(text, e.known, inText, operation, e.text(LOGICALID), e.text(TIME), content);
        } catch (MalformedMessageException fault) {
            throw fault.inside(inBase64 ? "/data_base64" : "/data");
        }
    }

    private static Slice decodeBase64(Envelope e) throws MalformedMessageException {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(e.text(DATA_BASE64).copy());
        } catch (IllegalArgumentException notBase64) {
            throw new MalformedMessageException("not_base64", "data_base64 is not base64", "/data_base64");
        }
        Slice text = Slice.of(bytes);
        checkUtf8(text, "/data_base64");
        return text;
    }

    /** How the event was cut, or null if it says that it was not. */
    private @Nullable Piece piece(Envelope e) throws MalformedMessageException {
        if (e.has(SEGMENTINDEX) || e.has(FINALSEGMENT)) {
            int index = e.has(SEGMENTINDEX) ? index(e, SEGMENTINDEX, "/segmentindex") : 0;
            if (!e.has(FINALSEGMENT) && index > 1) {
                throw new MalformedMessageException(
                        "bad_segment", "a piece that does not say whether it is the last one", "/finalsegment");
            }
            return new Piece(index, !e.has(FINALSEGMENT) || bool(e, FINALSEGMENT, "/finalsegment"), 0);
        }
        int total = e.has(SPLITTOTALCNT) ? index(e, SPLITTOTALCNT, "/splittotalcnt") : 0;
        return total <= 1 ? null : new Piece(index(e, SPLITINDEX, "/splitindex"), false, total);
    }

    private record Piece(int index, boolean last, int total) {
        boolean mayBeWhole() {
            return last && index <= 1;
        }
    }

    private int index(Envelope e, int which, String where) throws MalformedMessageException {
        return CesAttributes.index(CesAttributes.integer(e.value(which)), limits, where);
    }

    private static boolean bool(Envelope e, int which, String where) throws MalformedMessageException {
        if (e.kinds[which] == WireKind.TRUE || e.text(which).isWord("true")) {
            return true;
        }
        if (e.kinds[which] == WireKind.FALSE || e.text(which).isWord("false")) {
            return false;
        }
        throw new MalformedMessageException("bad_segment", "expected true or false", where);
    }

    private Segment segment(Envelope e, Piece piece, Slice message) throws MalformedMessageException {
        if (e.text(LOGICALID).length() == 0) {
            throw new MalformedMessageException(
                    "bad_segment", "a piece of a split event without a logicalid", "/logicalid");
        }
        Slice fragment = e.kinds[DATA] == STRING ? wholeText(e) : e.has(DATA_BASE64) ? decodeFragment(e) : Slice.EMPTY;
        if (fragment.length() == 0) {
            throw new MalformedMessageException("no_data", "a piece of a split event without data", "/data");
        }
        return new Segment(
                e.text(LOGICALID),
                piece.index,
                piece.last,
                piece.total,
                attributes(e),
                !e.isString(DATA),
                fragment,
                message);
    }

    private static EventAttributes attributes(Envelope e) {
        return new EventAttributes(
                e.text(TYPE).toString(),
                e.text(SOURCE).toString(),
                e.text(OPERATION).toString(),
                e.text(TIME).toString(),
                CesAttributes.mediaType(e.text(DATACONTENTTYPE).toString()));
    }

    /** The table that a text begins to describe, {@code db.schema.table}, if its name stands in what is there. */
    String table(Slice data) throws MalformedMessageException {
        return dataReader.table(data);
    }

    private static void checkUtf8(Slice text, String where) throws MalformedMessageException {
        int bad = Utf8.firstMalformed(text.bytes(), text.from(), text.to());
        if (bad >= 0) {
            throw new MalformedMessageException(
                    "not_utf8", "bytes that are not UTF-8", where + " byte " + (bad - text.from()));
        }
    }

    /** The text of {@code data}, with the description of the table that was not unfolded at first. */
    private Slice wholeText(Envelope e) {
        if (e.known != null) {
            dataText.clear();
            dataText.appendUnescaped(e.bytes, e.from[DATA], e.to[DATA] + 1);
        }
        return dataText.slice(0);
    }

    private static Slice decodeFragment(Envelope e) throws MalformedMessageException {
        try {
            return Slice.of(Base64.getDecoder().decode(e.text(DATA_BASE64).copy()));
        } catch (IllegalArgumentException notBase64) {
            throw new MalformedMessageException("not_base64", "data_base64 is not base64", "/data_base64");
        }
    }

    /** Which attributes the message at hand has, and where; an attribute that is null counts as absent (CloudEvents 1.0). */
    private static final class Envelope {
        private byte[] bytes = new byte[0];
        /** The table that the data begins to describe, if it was described so before. */
        private KnownTables.@Nullable Known known;

        private final WireKind[] kinds = new WireKind[COUNT];
        private final int[] from = new int[COUNT];
        private final int[] to = new int[COUNT];

        private void begin(byte[] message) {
            bytes = message;
            known = null;
            Arrays.fill(kinds, ABSENT);
        }

        private void set(int which, WireKind kind, int start, int end) {
            kinds[which] = kind == NULL ? ABSENT : kind;
            from[which] = start;
            to[which] = end;
        }

        private boolean has(int which) {
            return kinds[which] != ABSENT;
        }

        private boolean isString(int which) {
            return kinds[which] == STRING || kinds[which] == ESCAPED_STRING;
        }

        private Slice slice(int which) {
            return Slice.of(bytes, from[which], to[which]);
        }

        private Value value(int which) {
            return isString(which) ? new Value(STRING, text(which)) : new Value(kinds[which], slice(which));
        }

        /** The attribute's text, escapes unfolded; empty if it is absent or no string. */
        private Slice text(int which) {
            return switch (kinds[which]) {
                case STRING -> slice(which);
                case ESCAPED_STRING -> {
                    Utf8Buffer out = new Utf8Buffer(to[which] - from[which]);
                    out.appendUnescaped(bytes, from[which], to[which] + 1);
                    yield out.slice(0);
                }
                case ABSENT, NULL, NUMBER, TRUE, FALSE, NESTED -> Slice.EMPTY;
            };
        }
    }
}
