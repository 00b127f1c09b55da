package dev.sluice.decode;

import dev.sluice.change.Limits;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells by its content what a message is, and reads it. Nothing that arrives makes it throw: what cannot be read is
 * reported as malformed, with its bytes.
 *
 * <p>Holds scratch space and what it learned about tables, so one decoder serves one thread; make one per batch.
 */
public final class MessageDecoder {
    private final Limits limits;
    private final CesReader ces;

    public MessageDecoder(Limits limits) {
        this.limits = limits;
        this.ces = new CesReader(limits);
    }

    /** Reads one message body and tells {@code items} what is in it. */
    public void decode(Slice body, Items items) {
        int from = body.from() + JsonCursor.byteOrderMark(body.bytes(), body.from(), body.to());
        int first = firstByte(body, from);
        if (first < 0) {
            items.begin(1);
            items.skipped(0, "empty");
            return;
        }
        List<Slice> elements;
        try {
            elements = split(body, from, first);
        } catch (MalformedMessageException e) {
            items.begin(1);
            items.malformed(0, e, body);
            return;
        }
        items.begin(Math.max(1, elements.size()));
        if (elements.isEmpty()) {
            items.skipped(0, "empty");
        }
        for (int item = 0; item < elements.size(); item++) {
            try {
                ces.read(elements.get(item), item, items);
            } catch (MalformedMessageException e) {
                items.malformed(item, e, elements.get(item));
            }
        }
    }

    /** The events of a body: itself, or the elements if it is a JSON array of events. */
    private List<Slice> split(Slice body, int from, int first) throws MalformedMessageException {
        if (body.length() > limits.recordBytes()) {
            throw new MalformedMessageException(
                    "record_too_long",
                    "a record of " + body.length() + " bytes; at most " + limits.recordBytes()
                            + " are read (SLUICE_MAX_RECORD_BYTES)",
                    "");
        }
        if (first != '{' && first != '[') {
            throw notJson(body, from);
        }
        int bad = Utf8.firstMalformed(body.bytes(), from, body.to());
        if (bad >= 0) {
            throw new MalformedMessageException(
                    "not_utf8",
                    "bytes that are not UTF-8; was the message re-encoded on its way?",
                    "byte " + (bad - body.from()));
        }
        return first == '{' ? List.of(body) : elements(body);
    }

    private List<Slice> elements(Slice array) throws MalformedMessageException {
        JsonCursor cursor = new JsonCursor(array.bytes(), array.from(), array.to(), limits);
        cursor.skipByteOrderMark();
        List<Slice> elements = new ArrayList<>();
        if (cursor.beginArray()) {
            do {
                if (elements.size() == limits.items()) {
                    throw new MalformedMessageException(
                            "too_many_items",
                            "more than " + limits.items() + " events in one array (SLUICE_MAX_ITEMS)",
                            "");
                }
                cursor.peek();
                int start = cursor.position();
                cursor.skipValue();
                elements.add(Slice.of(array.bytes(), start, cursor.position()));
            } while (cursor.nextElement());
        }
        cursor.expectEnd();
        return elements;
    }

    private static MalformedMessageException notJson(Slice body, int from) {
        return startsWithAvro(body)
                ? new MalformedMessageException("unsupported_avro", "an Avro message; this version reads JSON only", "")
                : new MalformedMessageException(
                        "not_json", "the body does not begin with '{' or '['", "byte " + (from - body.from()));
    }

    /** The four ways in which an Avro message of this source can begin; see FORMATS.md. */
    private static boolean startsWithAvro(Slice body) {
        return starts(body, 'O', 'b', 'j', 1)
                || starts(body, 0xC3, 1)
                || starts(body, 0)
                || starts(body, 6, '1', '.', '0');
    }

    private static boolean starts(Slice body, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (i >= body.length() || (body.at(i) & 0xFF) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /** The first byte that is not white space, or -1. */
    private static int firstByte(Slice body, int from) {
        for (int i = from; i < body.to(); i++) {
            byte c = body.bytes()[i];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return c & 0xFF;
            }
        }
        return -1;
    }
}
