package dev.sluice.decode;

import static dev.sluice.change.WireKind.NESTED;
import static dev.sluice.change.WireKind.STRING;
import static dev.sluice.decode.Envelope.DATA;
import static dev.sluice.decode.Envelope.DATACONTENTTYPE;
import static dev.sluice.decode.Envelope.DATA_BASE64;
import static dev.sluice.decode.Envelope.FINALSEGMENT;
import static dev.sluice.decode.Envelope.LOGICALID;
import static dev.sluice.decode.Envelope.OPERATION;
import static dev.sluice.decode.Envelope.SEGMENTINDEX;
import static dev.sluice.decode.Envelope.SOURCE;
import static dev.sluice.decode.Envelope.SPLITINDEX;
import static dev.sluice.decode.Envelope.SPLITTOTALCNT;
import static dev.sluice.decode.Envelope.TIME;
import static dev.sluice.decode.Envelope.TYPE;

import dev.sluice.change.EventAttributes;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Operation;
import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.change.WireKind;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import dev.sluice.text.Utf8Buffer;
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
    private static final byte[] OPEN = Utf8.bytes("{");
    private static final byte[] EVENTSOURCE = Utf8.bytes("\"eventsource\"");
    private static final byte[] EVENTROW = Utf8.bytes("\"eventrow\"");

    private final Limits limits;
    private final KnownTables tables = new KnownTables();
    private final CesDataReader dataReader;
    private final Utf8Buffer dataText = new Utf8Buffer(2048);
    private final Members envelope;
    /** The table that the data of the message at hand begins to describe, if it was described so before. */
    private KnownTables.@Nullable Known known;

    /** @param early reads members of other dialects */
    CesReader(Limits limits, Members.EarlyReader early) {
        this.limits = limits;
        this.envelope = new Members(Envelope.NAMES, early, Envelope.REPEATING);
        this.dataReader = new CesDataReader(limits, tables);
    }

    /** Reads a message whose members are those of a CES event. */
    void read(Members e, Slice message, int item, Items items) throws MalformedMessageException {
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

    /**
     * What stands at the top of a message of any dialect. The text of {@code data}, if it is a string, is unfolded on the
     * way: it is most of a CES event.
     */
    Members envelope(Slice message) throws MalformedMessageException {
        try {
            JsonCursor c = new JsonCursor(message.bytes(), message.from(), message.to(), limits);
            c.skipByteOrderMark();
            members(c);
            c.expectEnd();
        } catch (MalformedMessageException fault) {
            if (envelope.hasLeapt()) {
                checkAll(message);
            }
            throw fault;
        }
        return envelope;
    }

    private void members(JsonCursor c) throws MalformedMessageException {
        envelope.begin(c.bytes);
        dataText.clear();
        known = null;
        if (c.beginObject()) {
            do {
                int which = envelope.next(c);
                int first = which == DATA ? c.peek() : 0;
                if (first == '"') {
                    known = tables.find(c.bytes, c.position() + 1, c.end);
                    c.unescapeString(dataText, known == null ? 0 : known.wire().length(), "data");
                    envelope.set(DATA, STRING, c.from, c.to);
                } else if (first == '{') {
                    c.value(1);
                    envelope.set(DATA, c.kind, c.from, c.to);
                } else {
                    envelope.take(which, c, 1);
                }
            } while (c.nextMember());
        }
    }

    /** Reads a message from its start without leaping, to find its first fault. */
    void checkAll(Slice message) throws MalformedMessageException {
        JsonCursor c = new JsonCursor(message.bytes(), message.from(), message.to(), limits);
        c.skipByteOrderMark();
        c.value(0);
        c.expectEnd();
    }

    /** The payload stands in one place, in a form that can hold it. */
    private static void checkData(Members e) throws MalformedMessageException {
        if (e.has(DATA) && e.has(DATA_BASE64)) {
            throw new MalformedMessageException("two_data", "both data and data_base64", "/data_base64");
        }
        boolean inText = e.isString(DATA) || e.isString(DATA_BASE64);
        int length = e.has(DATA) ? e.slice(DATA).length() : e.slice(DATA_BASE64).length();
        boolean isThere = inText ? length > 0 : e.kind(DATA) == NESTED;
        if (!isThere) {
            throw new MalformedMessageException(
                    "no_data", "expected data as text, as an object or as data_base64", "/data");
        }
    }

    /** Only the first piece of an event begins like one: a first piece is never a second. */
    private boolean beginsAnEvent(Members e) throws MalformedMessageException {
        if (known != null) {
            return true;
        }
        Slice text = e.isString(DATA) ? dataText.slice(0) : e.has(DATA) ? e.slice(DATA) : decodeFragment(e);
        JsonCursor c = new JsonCursor(text.bytes(), text.from(), text.to(), limits);
        return c.skip(OPEN) && (c.skip(EVENTSOURCE) || c.skip(EVENTROW));
    }

    private RowChange change(Members e, Operation operation) throws MalformedMessageException {
        boolean inText = e.isString(DATA);
        boolean inBase64 = e.has(DATA_BASE64);
        Slice content = e.slice(inBase64 ? DATA_BASE64 : DATA);
        Slice text = inText ? dataText.slice(0) : inBase64 ? decodeBase64(e) : content;
        try {
            return dataReader.read(text, known, inText, operation, e.text(LOGICALID), e.text(TIME), content);
        } catch (MalformedMessageException fault) {
            throw fault.inside(inBase64 ? "/data_base64" : "/data");
        }
    }

    private static Slice decodeBase64(Members e) throws MalformedMessageException {
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
    private @Nullable Piece piece(Members e) throws MalformedMessageException {
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

    private int index(Members e, int which, String where) throws MalformedMessageException {
        return CesAttributes.index(e.integer(which), limits, where);
    }

    private static boolean bool(Members e, int which, String where) throws MalformedMessageException {
        if (e.isTrue(which)) {
            return true;
        }
        if (e.kind(which) == WireKind.FALSE || e.text(which).isWord("false")) {
            return false;
        }
        throw new MalformedMessageException("bad_segment", "expected true or false", where);
    }

    private Segment segment(Members e, Piece piece, Slice message) throws MalformedMessageException {
        if (e.text(LOGICALID).length() == 0) {
            throw new MalformedMessageException(
                    "bad_segment", "a piece of a split event without a logicalid", "/logicalid");
        }
        Slice fragment = e.kind(DATA) == STRING ? wholeText(e) : e.has(DATA_BASE64) ? decodeFragment(e) : Slice.EMPTY;
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

    private static EventAttributes attributes(Members e) {
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
    private Slice wholeText(Members e) {
        if (known != null) {
            dataText.clear();
            Slice content = e.slice(DATA);
            dataText.appendUnescaped(content.bytes(), content.from(), content.to() + 1);
        }
        return dataText.slice(0);
    }

    private static Slice decodeFragment(Members e) throws MalformedMessageException {
        try {
            return Slice.of(Base64.getDecoder().decode(e.text(DATA_BASE64).copy()));
        } catch (IllegalArgumentException notBase64) {
            throw new MalformedMessageException("not_base64", "data_base64 is not base64", "/data_base64");
        }
    }
}
