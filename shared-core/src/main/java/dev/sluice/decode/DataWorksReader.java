package dev.sluice.decode;

import static dev.sluice.decode.Envelope.PAYLOAD;
import static dev.sluice.decode.Envelope.SCHEMA;
import static dev.sluice.decode.Envelope.VERSION;

import dev.sluice.change.Commit;
import dev.sluice.change.ControlEvent;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Marks;
import dev.sluice.change.Operation;
import dev.sluice.change.RowChange;
import dev.sluice.change.RowImage;
import dev.sluice.change.UpdateHalf;
import dev.sluice.text.Slice;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message of a DataWorks synchronization, and the same of OceanBase's exporter (OMS, version 2.0), which has
 * other names for some members ({@link DataWorksSchema}):
 *
 * <pre>
 * {"schema":{…},
 *  "payload":{"before":{"dataColumn":{…}}|null,"after":{"dataColumn":{…}}|null,"sequenceId","scn","op",
 *             "timestamp":{"eventTime","systemTime","checkpointTime"},"ddl":{"text","ddlMeta"}|null},
 *  "version":"0.0.1"}
 * </pre>
 *
 * Members come in any order; rows of a full load have the payload first. {@code ddlMeta} is a serialized Java object and
 * stays the opaque text it is.
 */
final class DataWorksReader {
    private static final Names PAYLOAD_NAMES =
            Names.of("before", "after", "sequenceId", "timestamp", "op", "ddl", "scn", "source");
    private static final int BEFORE = 0;
    private static final int AFTER = 1;
    private static final int SEQUENCE_ID = 2;
    private static final int TIMESTAMP = 3;
    private static final int OP = 4;
    private static final int DDL = 5;
    private static final int SCN = 6;
    private static final int SOURCE = 7;
    private static final Names TIMESTAMP_NAMES = Names.of("eventTime", "systemTime", "checkpointTime");
    private static final int EVENT_TIME = 0;
    private static final int SYSTEM_TIME = 1;
    private static final int CHECKPOINT_TIME = 2;
    private static final Names DDL_NAMES = Names.of("text", "ddlMeta");
    private static final int TEXT = 0;
    private static final int DDL_META = 1;
    private static final Names SCHEMA_NAMES = Names.of("dataColumn", "primaryKey", "column", "pk");
    private static final Names WRAPPER_NAMES = Names.of("dataColumn", "data");

    private static final Set<Slice> HEARTBEATS = Set.of(Slice.of("MHEARTBEAT"), Slice.of("HEARTBEAT"));
    private static final Map<Slice, RowOp> ROW_OPS = Map.of(
            Slice.of("INSERT"), RowOp.INSERT,
            Slice.of("DELETE"), RowOp.DELETE,
            Slice.of("UPDATE"), RowOp.UPDATE,
            Slice.of("UPDATE_BEFOR"), RowOp.FIRST_HALF, // the documented spelling
            Slice.of("UPDATE_BEFORE"), RowOp.FIRST_HALF, // what a consumer of real data expects
            Slice.of("UPDATE_AFTER"), RowOp.SECOND_HALF);
    /** Rows of a full load all carry this one, so it identifies nothing. */
    private static final Slice FULL_LOAD = Slice.of("-1");

    /** A record of an update, in pair mode, has one of the images, and in one-record mode is a second half with both. */
    private enum RowOp {
        INSERT,
        UPDATE,
        FIRST_HALF,
        SECOND_HALF,
        DELETE
    }

    private final Limits limits;
    private final RowReader rows;
    private final Recent<DataWorksSchema> schemas = new Recent<>();
    private final Members payload = new Members(PAYLOAD_NAMES, this::readEarlyInPayload, 0);
    private final Members timestamp = new Members(TIMESTAMP_NAMES);
    private final Names.Reader wrapper = WRAPPER_NAMES.reader();

    /** The last operation, which is often the next one too. */
    private Slice latestName = Slice.EMPTY;

    private @Nullable RowOp latestOp;
    /** The schema of the message at hand, if it was known in front of the payload, and the images read by it. */
    private @Nullable DataWorksSchema early;

    private @Nullable RowImage earlyBefore;
    private @Nullable RowImage earlyAfter;

    DataWorksReader(Limits limits) {
        this.limits = limits;
        this.rows = new RowReader(limits);
    }

    /** What rows and control events share. */
    private record Context(
            Members message, JsonCursor c, Slice text, DataWorksSchema schema, Commit commit, Marks marks) {
        void checkUnread(Members payload) throws MalformedMessageException {
            payload.checkUnread(c, 2);
            message.checkUnread(c, 1);
        }
    }

    /** Reads the payload, and its rows too if the schema stands in front and is known. */
    boolean readEarly(Members before, JsonCursor c) {
        early = before.isObject(SCHEMA) ? schemas.find(before.slice(SCHEMA)) : null;
        try {
            payload.read(c, 1);
            return !payload.hasUnread();
        } catch (MalformedMessageException notNow) {
            return false;
        }
    }

    private boolean readEarlyInPayload(Members before, int which, JsonCursor c) {
        try {
            switch (which) {
                case TIMESTAMP -> {
                    timestamp.read(c, 2);
                    return !timestamp.hasUnread();
                }
                case BEFORE -> {
                    earlyBefore = early == null ? null : image(c, early, "");
                    return early != null;
                }
                case AFTER -> {
                    earlyAfter = early == null ? null : image(c, early, "");
                    return early != null;
                }
                default -> {
                    return false;
                }
            }
        } catch (MalformedMessageException notNow) {
            return false;
        }
    }

    /** Reads a message that has an object as its payload. */
    Message read(Members message, Slice text) throws MalformedMessageException {
        JsonCursor c = new JsonCursor(text.bytes(), text.from(), text.to(), limits);
        if (message.isUnread(PAYLOAD)) {
            early = null;
            message.open(PAYLOAD, c);
            payload.read(c, 1);
        }
        checkDialect(message, c);
        checkVersion(message);
        DataWorksSchema schema = schema(message, c);
        timestamp(c);
        int time = time();
        long millis = timestamp.integer(time);
        Context context = new Context(
                message,
                c,
                text,
                schema,
                Commit.at(millis > 0 ? timestamp.scalar(time) : Slice.EMPTY),
                Marks.ofDataWorks(millis > 0 ? millis : -1, payload.scalar(SEQUENCE_ID), scn(), schema.dbType()));
        Slice name = payload.text(OP);
        RowOp op = rowOp(name);
        if (op != null) {
            return row(op, context);
        }
        if (HEARTBEATS.contains(name)) {
            context.checkUnread(payload);
            return (Message.Single) (item, items) -> items.heartbeat(item, "heartbeat", context.marks.millis());
        }
        ControlEvent event = control(context);
        return (Message.Single) (item, items) -> items.control(item, event);
    }

    private @Nullable RowOp rowOp(Slice name) {
        if (!name.equals(latestName)) {
            latestName = Slice.of(name.copy());
            latestOp = ROW_OPS.get(latestName);
        }
        return latestOp;
    }

    /** True if the payload tells an operation; else it may be a column of a row without an envelope. */
    boolean hasOperation(Members message, Slice text) throws MalformedMessageException {
        JsonCursor c = new JsonCursor(text.bytes(), text.from(), text.to(), limits);
        c.moveTo(message.from(PAYLOAD)); // to be read for good by whoever takes the message
        payload.read(c, 1);
        return payload.text(OP).length() > 0;
    }

    /** Debezium's messages with their schema have the same two members at the top, one-letter operations and a source. */
    private void checkDialect(Members message, JsonCursor c) throws MalformedMessageException {
        boolean ours = payload.has(TIMESTAMP) || payload.has(SEQUENCE_ID);
        if (!ours && (payload.has(SOURCE) || payload.text(OP).length() == 1)) {
            payload.checkUnread(c, 2);
            message.checkUnread(c, 1);
            throw new MalformedMessageException(
                    "unsupported_dialect", "a change in Debezium's format, which is not read", "/payload");
        }
        if (payload.text(OP).length() == 0) {
            throw new MalformedMessageException("unknown_message", "a payload without an operation", "/payload/op");
        }
    }

    /** 0.0.1 and 1.0.0 are documented, 2.0 is OceanBase's; numbers and none at all are read too. */
    private static void checkVersion(Members message) throws MalformedMessageException {
        Slice version = message.scalar(VERSION);
        boolean known = version.length() == 0
                || (version.at(0) >= '0' && version.at(0) <= '2' && (version.length() == 1 || version.at(1) == '.'));
        if (!known) {
            throw new MalformedMessageException(
                    "unsupported_version", "a DataWorks message of a version other than 0, 1 and 2", "/version");
        }
    }

    private DataWorksSchema schema(Members message, JsonCursor c) throws MalformedMessageException {
        if (!message.has(SCHEMA)) {
            return DataWorksSchema.NONE;
        }
        if (!message.isObject(SCHEMA)) {
            throw new MalformedMessageException("unexpected_type", "expected an object", "/schema");
        }
        Slice text = message.slice(SCHEMA);
        DataWorksSchema known = early == null ? schemas.find(text) : early;
        if (known == null) {
            message.open(SCHEMA, c);
            known = DataWorksSchema.read(c, limits);
            schemas.remember(text, known);
        }
        message.markGood(SCHEMA);
        return known;
    }

    private void timestamp(JsonCursor c) throws MalformedMessageException {
        if (!payload.isObject(TIMESTAMP)) {
            timestamp.begin(c.bytes);
        } else if (payload.isUnread(TIMESTAMP)) {
            payload.open(TIMESTAMP, c);
            timestamp.read(c, 2);
            timestamp.checkUnread(c, 3);
        }
    }

    /** The event time; rows of a full load have -1 there, and only the time at which the task read them. */
    private int time() {
        return timestamp.integer(EVENT_TIME) > 0 ? EVENT_TIME : SYSTEM_TIME;
    }

    /** OceanBase's exporter writes the text null for none. */
    private Slice scn() {
        Slice scn = payload.scalar(SCN);
        return scn.isWord("null") ? Slice.EMPTY : scn;
    }

    private Message row(RowOp op, Context context) throws MalformedMessageException {
        if (context.schema.table().name().isEmpty()) {
            throw new MalformedMessageException(
                    "no_table", "a row without the name of its table", "/schema/source/tableName");
        }
        RowImage before = image(context, BEFORE, earlyBefore, "/payload/before");
        RowImage after = image(context, AFTER, earlyAfter, "/payload/after");
        context.checkUnread(payload);
        RowChange change = new RowChange(
                context.schema.table(),
                operation(op),
                Slice.EMPTY,
                context.commit,
                before,
                after,
                context.schema.key(),
                context.text,
                context.marks,
                false);
        boolean half = (op == RowOp.FIRST_HALF && after == null) || (op == RowOp.SECOND_HALF && before == null);
        if (half) {
            UpdateHalf one = new UpdateHalf(op == RowOp.FIRST_HALF, change, context.text);
            return (Message.Single) (item, items) -> items.half(item, one);
        }
        return (Message.Single) (item, items) -> items.change(item, change);
    }

    private Operation operation(RowOp op) {
        return switch (op) {
            case INSERT -> payload.scalar(SEQUENCE_ID).equals(FULL_LOAD) ? Operation.READ : Operation.CREATE;
            case UPDATE, FIRST_HALF, SECOND_HALF -> Operation.UPDATE;
            case DELETE -> Operation.DELETE;
        };
    }

    /** @param earlier the image, if it was read on the way */
    private @Nullable RowImage image(Context context, int which, @Nullable RowImage earlier, String pointer)
            throws MalformedMessageException {
        if (!payload.has(which)) {
            return null;
        }
        if (!payload.isObject(which)) {
            throw new MalformedMessageException("unexpected_type", "expected an object", pointer);
        }
        if (!payload.isUnread(which)) {
            return earlier;
        }
        payload.open(which, context.c);
        return image(context.c, context.schema, pointer);
    }

    /** A row stands in a wrapper; null, no wrapper and an empty row all mean that there is none. */
    private @Nullable RowImage image(JsonCursor c, DataWorksSchema schema, String pointer)
            throws MalformedMessageException {
        RowImage row = null;
        wrapper.begin();
        if (c.beginObject()) {
            do {
                boolean known = wrapper.next(c) != Names.UNKNOWN;
                if (!known || c.peek() == 'n') {
                    c.value(3);
                } else if (row != null) {
                    throw new MalformedMessageException(
                            "duplicate_name", "the same thing under both of its names", pointer);
                } else {
                    row = rows.read(c, schema.table().columns(), 3);
                }
            } while (c.nextMember());
        }
        return row;
    }

    private ControlEvent control(Context context) throws MalformedMessageException {
        JsonCursor c = context.c;
        Slice op = payload.text(OP);
        ControlEvent.Kind kind = ControlOps.kind(op);
        Slice text = null;
        Detail detail = new Detail();
        detail.add("systemTime", timestamp, SYSTEM_TIME).add("checkpointTime", timestamp, CHECKPOINT_TIME);
        if (payload.isString(DDL)) {
            text = payload.text(DDL);
        }
        if (payload.isObject(DDL)) {
            Members ddl = new Members(DDL_NAMES);
            payload.open(DDL, c);
            ddl.read(c, 2);
            ddl.checkUnread(c, 3);
            text = ddl.isString(TEXT) ? ddl.text(TEXT) : null;
            detail.add("ddlMeta", ddl, DDL_META);
        }
        if (context.message.isObject(SCHEMA)) {
            Members schema = new Members(SCHEMA_NAMES);
            context.message.open(SCHEMA, c);
            schema.read(c, 1);
            for (int which = 0; which < SCHEMA_NAMES.size(); which++) {
                detail.add(SCHEMA_NAMES.name(which), schema, which);
            }
        }
        context.checkUnread(payload);
        if (kind == ControlEvent.Kind.UNKNOWN) {
            detail.add("message", withoutByteOrderMark(context.text)); // nobody knows what in it matters
        }
        return new ControlEvent(
                kind, op.toString(), context.schema.table(), context.commit, context.marks, text, detail.json());
    }

    static Slice withoutByteOrderMark(Slice text) {
        return Slice.of(
                text.bytes(), text.from() + JsonCursor.byteOrderMark(text.bytes(), text.from(), text.to()), text.to());
    }
}
