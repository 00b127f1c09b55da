package dev.sluice.decode;

import static dev.sluice.decode.Envelope.AFTER;
import static dev.sluice.decode.Envelope.BEFORE;
import static dev.sluice.decode.Envelope.DATA;
import static dev.sluice.decode.Envelope.DATABASE;
import static dev.sluice.decode.Envelope.OLD;
import static dev.sluice.decode.Envelope.PAYLOAD;
import static dev.sluice.decode.Envelope.SCHEMA;
import static dev.sluice.decode.Envelope.SOURCE;
import static dev.sluice.decode.Envelope.SPECVERSION;
import static dev.sluice.decode.Envelope.TYPE;

import dev.sluice.change.Connector;
import dev.sluice.change.JoinedChange;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Pieces;
import dev.sluice.change.Segment;
import dev.sluice.change.Table;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells by its content what a message is, and reads it. Nothing that arrives makes it throw: what cannot be read is
 * reported as malformed, with its bytes.
 *
 * <p>Holds scratch space and what it learned about tables, so one decoder serves one thread at a time.
 */
public final class MessageDecoder {
    private static final Set<String> UNREADABLE = Set.of("not_avro", "trailing_bytes", "implausible_avro");
    private static final int FINGERPRINT_PREFIX = 10;
    private static final int REGISTRY_PREFIX = 5;

    private final Limits limits;
    private final Set<Connector> dialects;
    private final CesReader ces;
    private final CesAvroReader avro;
    private final SplitEventReader splitEvents;
    private final DataWorksReader dataWorks;
    private final CanalReader canal;
    private final @Nullable PlainRowReader plainRow;

    /** Reads messages that tell by themselves what they are. */
    public MessageDecoder(Limits limits) {
        this(limits, null, Set.of(Connector.values()));
    }

    /**
     * Reads messages of some dialects.
     *
     * @param plainRows table of the messages that are rows without an envelope; null if there are none
     * @param dialects that are read, messages of others are malformed
     */
    public MessageDecoder(Limits limits, @Nullable Table plainRows, Set<Connector> dialects) {
        this.limits = limits;
        this.dialects = dialects;
        this.plainRow = plainRows == null ? null : new PlainRowReader(limits, plainRows);
        this.avro = new CesAvroReader(limits);
        this.ces = new CesReader(limits, this::readEarly);
        this.splitEvents = new SplitEventReader(limits, new CesDataReader(limits, new KnownTables()), avro);
        this.dataWorks = new DataWorksReader(limits);
        this.canal = new CanalReader(limits);
    }

    /**
     * One event in a body.
     *
     * @param text the event itself, without any prefix
     * @param raw the bytes to keep of it
     */
    private record Event(Slice text, Slice raw, boolean isAvro) {}

    /** Reads one message body and tells {@code items} what is in it. */
    public void decode(Slice body, Items items) {
        int from = body.from() + JsonCursor.byteOrderMark(body.bytes(), body.from(), body.to());
        int first = firstByte(body, from);
        if (first < 0) {
            items.begin(1);
            items.skipped(0, "empty");
            return;
        }
        List<Event> events;
        try {
            events = events(body, from, first);
        } catch (MalformedMessageException e) {
            items.begin(1);
            items.malformed(0, e, body);
            return;
        }
        if (events.isEmpty()) {
            items.begin(1);
            items.skipped(0, "empty");
        } else if (events.size() == 1) {
            tellOne(events.get(0), items);
        } else {
            tellAll(events, body, items);
        }
    }

    private void tellOne(Event event, Items items) {
        Message message;
        try {
            message = message(event);
        } catch (MalformedMessageException e) {
            items.begin(1);
            malformed(event, 0, e, items);
            return;
        }
        items.begin(message.items());
        tell(message, event, 0, items);
    }

    /** How many items there are has to be told first, so all are looked at twice. */
    private void tellAll(List<Event> events, Slice body, Items items) {
        int[] counts = new int[events.size()];
        long total = 0;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = count(events.get(i));
            total += counts[i];
        }
        if (total > limits.items()) {
            items.begin(1);
            items.malformed(0, tooManyItems("array"), body);
            return;
        }
        items.begin((int) total);
        int first = 0;
        for (int i = 0; i < counts.length; i++) {
            try {
                tell(message(events.get(i)), events.get(i), first, items);
            } catch (MalformedMessageException e) {
                malformed(events.get(i), first, e, items);
            }
            first += counts[i];
        }
    }

    private int count(Event event) {
        try {
            return message(event).items();
        } catch (MalformedMessageException e) {
            return 1;
        }
    }

    private void tell(Message message, Event event, int first, Items items) {
        try {
            message.tell(first, items);
        } catch (MalformedMessageException e) {
            malformed(event, first, e, items);
        }
    }

    private static void malformed(Event event, int item, MalformedMessageException fault, Items items) {
        items.malformed(item, event.isAvro ? explained(fault, event.raw) : fault, event.raw);
    }

    private Message message(Event event) throws MalformedMessageException {
        if (event.isAvro) {
            checkDialect(Connector.CES);
            return (Message.Single) (item, items) -> avro.read(event.text, event.raw, item, items);
        }
        Members members = ces.envelope(event.text);
        try {
            return message(members, event.text);
        } catch (MalformedMessageException fault) {
            if (members.hasLeapt()) {
                ces.checkAll(event.text); // what is wrong first is told first
            }
            throw fault;
        }
    }

    private boolean readEarly(Members before, int which, JsonCursor c) {
        return switch (which) {
            case PAYLOAD -> dataWorks.readEarly(before, c);
            case DATA, OLD -> canal.readEarly(which, c);
            default -> false;
        };
    }

    /** The members at its top tell what an object is, wherever they stand. */
    private Message message(Members members, Slice text) throws MalformedMessageException {
        if (CesAttributes.checkType(members.text(TYPE), members.has(SPECVERSION))) {
            checkUnread(members, text);
            checkDialect(Connector.CES);
            return (Message.Single) (item, items) -> ces.read(members, text, item, items);
        }
        if (members.isObject(PAYLOAD) && (plainRow == null || dataWorks.hasOperation(members, text))) {
            Message message = dataWorks.read(members, text);
            checkDialect(Connector.DATAWORKS);
            return message;
        }
        if (CanalReader.reads(members) && (plainRow == null || members.isArray(DATA))) {
            Message message = canal.read(members, text);
            checkDialect(Connector.CANAL);
            return message;
        }
        checkUnread(members, text);
        if (plainRow != null) {
            checkDialect(Connector.DATAWORKS);
            return plainRow.read(text);
        }
        throw unknown(members);
    }

    private void checkDialect(Connector dialect) throws MalformedMessageException {
        if (!dialects.contains(dialect)) {
            throw new MalformedMessageException(
                    "other_dialect", "a message of the dialect " + dialect.label() + ", which is not read here", "");
        }
    }

    private void checkUnread(Members message, Slice text) throws MalformedMessageException {
        if (message.hasUnread()) {
            message.checkUnread(new JsonCursor(text.bytes(), text.from(), text.to(), limits), 1);
        }
    }

    private static MalformedMessageException unknown(Members message) {
        boolean change = message.has(PAYLOAD)
                || message.has(SCHEMA)
                || message.has(DATABASE)
                || message.has(BEFORE)
                || message.has(AFTER)
                || message.isObject(SOURCE); // Debezium's truncate and logical messages have no images
        return change
                ? new MalformedMessageException(
                        "unsupported_dialect", "a change in a dialect that this version does not read", "")
                : new MalformedMessageException(
                        "unknown_message",
                        "a JSON object without the attributes of a change event;"
                                + " if it is a row, name its table (SLUICE_PLAIN_ROWS)",
                        "");
    }

    /**
     * Reads an event that came in pieces.
     *
     * @param pieces all of them, in order; not decoded with this decoder
     * @throws MalformedMessageException if they do not agree, or their payloads do not make an event
     */
    public JoinedChange join(Pieces pieces) throws IOException, MalformedMessageException {
        return splitEvents.read(pieces);
    }

    /**
     * The table of an event, {@code db.schema.table}, as far as its first piece tells.
     *
     * @return {@code ""} if it does not
     */
    public String table(Segment first) {
        try {
            if (first.binary()) {
                return first.index() == 0
                        ? CesAvroReader.table(first.fragment())
                        : ""; // a middle reads like one by chance
            }
            return ces.table(first.fragment());
        } catch (MalformedMessageException e) {
            return "";
        }
    }

    /** The events of a body: itself, the elements of a JSON array, or the records of an Avro container file. */
    private List<Event> events(Slice body, int from, int first) throws MalformedMessageException {
        if (body.length() > limits.recordBytes()) {
            throw new MalformedMessageException(
                    "record_too_long",
                    "a record of " + body.length() + " bytes; at most " + limits.recordBytes()
                            + " are read (SLUICE_MAX_RECORD_BYTES)",
                    "");
        }
        if (first == '{' || first == '[') {
            checkUtf8(body, from);
            return first == '{' ? List.of(new Event(body, body, false)) : elements(body);
        }
        if (starts(body, 'O', 'b', 'j', 1)) {
            return records(body);
        }
        int prefix = avroPrefix(body);
        if (prefix < 0) {
            throw new MalformedMessageException(
                    "not_json",
                    "the body begins neither with '{' or '[' nor like an Avro message",
                    "byte " + (from - body.from()));
        }
        return List.of(new Event(Slice.of(body.bytes(), body.from() + prefix, body.to()), body, true));
    }

    private static void checkUtf8(Slice body, int from) throws MalformedMessageException {
        int bad = Utf8.firstMalformed(body.bytes(), from, body.to());
        if (bad >= 0) {
            throw new MalformedMessageException(
                    "not_utf8",
                    "bytes that are not UTF-8; was the message re-encoded on its way?",
                    "byte " + (bad - body.from()));
        }
    }

    private List<Event> elements(Slice array) throws MalformedMessageException {
        JsonCursor cursor = new JsonCursor(array.bytes(), array.from(), array.to(), limits);
        cursor.skipByteOrderMark();
        List<Event> elements = new ArrayList<>();
        if (cursor.beginArray()) {
            do {
                if (elements.size() == limits.items()) {
                    throw tooManyItems("array");
                }
                cursor.peek();
                int start = cursor.position();
                cursor.skipValue();
                Slice element = Slice.of(array.bytes(), start, cursor.position());
                elements.add(new Event(element, element, false));
            } while (cursor.nextElement());
        }
        cursor.expectEnd();
        return elements;
    }

    private MalformedMessageException tooManyItems(String what) {
        return new MalformedMessageException(
                "too_many_items", "more than " + limits.items() + " events in one " + what + " (SLUICE_MAX_ITEMS)", "");
    }

    private List<Event> records(Slice file) throws MalformedMessageException {
        List<Event> records = new ArrayList<>();
        try {
            for (Slice block : AvroContainer.blocks(file, CesAvroReader.FIELDS, limits.recordBytes())) {
                for (Slice datum : CesAvroReader.split(block)) {
                    if (records.size() == limits.items()) {
                        throw tooManyItems("container file");
                    }
                    records.add(new Event(datum, datum, true));
                }
            }
        } catch (MalformedMessageException e) {
            throw explained(e, file);
        }
        return records;
    }

    /**
     * How many bytes stand in front of an Avro datum: none, a marker and the fingerprint of the schema (single-object
     * encoding), or a zero and the id of the schema in a registry; -1 if it does not begin like Avro.
     */
    private static int avroPrefix(Slice body) {
        if (starts(body, 6, '1', '.')) {
            return 0;
        }
        if (starts(body, 0xC3, 1) && body.length() >= FINGERPRINT_PREFIX) {
            return FINGERPRINT_PREFIX;
        }
        return starts(body, 0) && body.length() >= REGISTRY_PREFIX ? REGISTRY_PREFIX : -1;
    }

    /** Binary that went through a text binding has the replacement character where a byte was no text. */
    private static MalformedMessageException explained(MalformedMessageException fault, Slice raw) {
        if (!UNREADABLE.contains(fault.code())) {
            return fault;
        }
        for (int i = 0; i + 2 < raw.length(); i++) {
            if (raw.at(i) == (byte) 0xEF && raw.at(i + 1) == (byte) 0xBF && raw.at(i + 2) == (byte) 0xBD) {
                return new MalformedMessageException(
                        "damaged_by_text_binding",
                        "the Avro bytes were turned into text on their way (EF BF BD stands in them);"
                                + " bind the trigger as binary and send the message again",
                        "byte " + i);
            }
        }
        return fault;
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
