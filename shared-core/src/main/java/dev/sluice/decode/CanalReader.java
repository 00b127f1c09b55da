package dev.sluice.decode;

import static dev.sluice.decode.Envelope.DATA;
import static dev.sluice.decode.Envelope.DATABASE;
import static dev.sluice.decode.Envelope.ES;
import static dev.sluice.decode.Envelope.GTID;
import static dev.sluice.decode.Envelope.ID;
import static dev.sluice.decode.Envelope.IS_DDL;
import static dev.sluice.decode.Envelope.IS_HEARTBEAT;
import static dev.sluice.decode.Envelope.MYSQL_TYPE;
import static dev.sluice.decode.Envelope.OLD;
import static dev.sluice.decode.Envelope.PK_NAMES;
import static dev.sluice.decode.Envelope.SQL;
import static dev.sluice.decode.Envelope.SQL_TYPE;
import static dev.sluice.decode.Envelope.TIDB;
import static dev.sluice.decode.Envelope.TS;
import static dev.sluice.decode.Envelope.TYPE;

import dev.sluice.change.Commit;
import dev.sluice.change.ControlEvent;
import dev.sluice.change.ControlEvent.Kind;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Marks;
import dev.sluice.change.Operation;
import dev.sluice.text.Slice;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON messages of Canal (its FlatMessage) and of those who write like it: TiCDC, OceanBase's exporter, Tencent
 * CKafka, Huawei DRS, Flink, InLong. One message is one event of the binlog, with any number of rows:
 *
 * <pre>
 * {"data":[{column: "text"|null}],"old":[{…}]|null,"type":"UPDATE","database","table","pkNames":["…"]|null,
 *  "mysqlType":{column: "int(11)"},"sqlType":{…},"es":ms,"ts":ms,"gtid","id","isDdl":false,"sql":""}
 * </pre>
 *
 * Anything but {@code data} and {@code type} may be missing.
 */
final class CanalReader {
    private static final Map<Slice, Operation> ROW_TYPES = Map.of(
            Slice.of("INSERT"), Operation.CREATE,
            Slice.of("UPDATE"), Operation.UPDATE,
            Slice.of("DELETE"), Operation.DELETE,
            Slice.of("INIT"), Operation.READ, // Huawei: a row of the full load
            Slice.of("ROW"), Operation.CREATE); // as a consumer reads it
    private static final Set<Slice> DDL_TYPES = Set.of(Slice.of("DDL"), Slice.of("INIT_DDL"));
    private static final Slice WATERMARK = Slice.of("TIDB_WATERMARK");
    private static final Names TIDB_NAMES = Names.of("commitTs", "onlyHandleKey", "claimCheckLocation", "watermarkTs");
    private static final int ONLY_HANDLE_KEY = 1;
    private static final int CLAIM_CHECK_LOCATION = 2;

    private final Limits limits;
    private final CanalRowsReader rows;
    /** The last type, which is often the next one too. */
    private Slice latestType = Slice.EMPTY;

    private @Nullable Operation latestOperation;

    CanalReader(Limits limits) {
        this.limits = limits;
        this.rows = new CanalRowsReader(limits);
    }

    /** True for a message with the members of this dialect. Of a statement there are no rows. */
    static boolean reads(Members message) {
        boolean statement = !message.has(DATA)
                && (message.has(DATABASE)
                        || message.has(IS_DDL)
                        || message.has(SQL)
                        || message.has(MYSQL_TYPE)
                        || message.has(SQL_TYPE)
                        || message.has(PK_NAMES)
                        || message.has(OLD)
                        || message.has(ES)
                        || message.has(TIDB));
        return message.isString(TYPE) && (message.isArray(DATA) || statement);
    }

    /** Reads the rows of a message that is likely to be of the table of the one before. */
    boolean readEarly(int which, JsonCursor c) {
        return rows.readEarly(which, c);
    }

    Message read(Members message, Slice text) throws MalformedMessageException {
        JsonCursor c = new JsonCursor(text.bytes(), text.from(), text.to(), limits);
        Slice type = message.text(TYPE);
        int time = message.integer(ES) > 0 ? ES : TS;
        long millis = millis(message.integer(time));
        if (message.isTrue(IS_HEARTBEAT) || type.equals(WATERMARK)) {
            message.checkUnread(c, 1);
            String reason = type.equals(WATERMARK) ? "watermark" : "heartbeat";
            return (Message.Single) (item, items) -> items.heartbeat(item, reason, millis);
        }
        checkWhole(message, c);
        Commit commit = Commit.at(millis > 0 ? message.scalar(time) : Slice.EMPTY);
        Marks marks = Marks.ofCanal(millis, message.text(GTID), message.scalar(ES));
        Operation operation = operation(type);
        boolean hasRows = message.isArray(DATA) || (operation == Operation.DELETE && message.isArray(OLD));
        if (operation == null || !hasRows) {
            message.checkUnread(c, 1);
            ControlEvent event = control(message, operation != null, commit, marks, text);
            return (Message.Single) (item, items) -> items.control(item, event);
        }
        return rows.read(message, c, text, operation, commit, marks);
    }

    private @Nullable Operation operation(Slice type) {
        if (!type.equals(latestType)) {
            latestType = Slice.of(type.copy());
            latestOperation = ROW_TYPES.get(latestType);
        }
        return latestOperation;
    }

    /** Milliseconds; of ten digits they are seconds, as Tencent writes them. */
    private static long millis(long time) {
        return time <= 0 ? -1 : time >= 1_000_000_000L && time < 10_000_000_000L ? time * 1000 : time;
    }

    /** TiCDC can send the key alone, or a note where the message is; neither must be taken for the row. */
    private static void checkWhole(Members message, JsonCursor c) throws MalformedMessageException {
        if (!message.isObject(TIDB)) {
            return;
        }
        Members tidb = new Members(TIDB_NAMES);
        message.open(TIDB, c);
        tidb.read(c, 1);
        tidb.checkUnread(c, 2);
        if (tidb.isTrue(ONLY_HANDLE_KEY)) {
            throw incomplete("the row has its key columns only", "/_tidb/onlyHandleKey");
        }
        boolean isEmpty = tidb.isString(CLAIM_CHECK_LOCATION)
                && tidb.text(CLAIM_CHECK_LOCATION).length() == 0;
        if (tidb.has(CLAIM_CHECK_LOCATION) && !isEmpty) {
            throw incomplete("the row stands in another store", "/_tidb/claimCheckLocation");
        }
    }

    private static MalformedMessageException incomplete(String reason, String where) {
        return new MalformedMessageException("incomplete_row", reason, where);
    }

    private static ControlEvent control(Members message, boolean rowType, Commit commit, Marks marks, Slice text) {
        Slice type = message.text(TYPE);
        Kind kind = rowType ? Kind.STATEMENT : ControlOps.kind(type); // of statement-based replication
        boolean mayBeDdl = kind == Kind.UNKNOWN || rowType;
        if (mayBeDdl && (message.isTrue(IS_DDL) || DDL_TYPES.contains(type))) {
            kind = Kind.DDL;
        }
        Slice sql = message.text(SQL);
        Detail detail =
                new Detail().add("id", message, ID).add("ts", message, TS).add("_tidb", message, TIDB);
        if (kind == Kind.UNKNOWN) {
            detail.add("message", DataWorksReader.withoutByteOrderMark(text));
        }
        return new ControlEvent(
                kind,
                type.toString(),
                CanalTable.named(message, List.of()),
                commit,
                marks,
                sql.length() == 0 ? null : sql,
                detail.json());
    }
}
