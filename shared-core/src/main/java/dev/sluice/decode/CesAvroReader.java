package dev.sluice.decode;

import dev.sluice.change.Column;
import dev.sluice.change.Commit;
import dev.sluice.change.Connector;
import dev.sluice.change.EventAttributes;
import dev.sluice.change.KeyColumn;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Operation;
import dev.sluice.change.RowChange;
import dev.sluice.change.RowImage;
import dev.sluice.change.Segment;
import dev.sluice.change.SqlType;
import dev.sluice.change.Table;
import dev.sluice.change.Value;
import dev.sluice.change.WireKind;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads SQL Server change events in Avro ("Binary" encoding). Two schemas nest: the envelope, whose {@code data} is a
 * datum of the other one. No schema id stands on the wire, and the inner schema exists in two versions, of which one
 * read with the other can look like a success. So the newer is tried, then the older, and a reading counts only if it
 * uses every byte and what it read is plausible.
 */
final class CesAvroReader {
    private final Limits limits;
    private final RowReader rows;
    private final Utf8Buffer escaped = new Utf8Buffer(256);

    CesAvroReader(Limits limits) {
        this.limits = limits;
        this.rows = new RowReader(limits);
    }

    /** Fields of the envelope, in the order of its schema. */
    static final List<String> FIELDS = List.of(
            "specversion string",
            "type string",
            "source string",
            "id string",
            "logicalid string",
            "time string",
            "datacontenttype string",
            "operation string",
            "segmentindex int",
            "finalsegment boolean",
            "data bytes");

    private record Envelope(EventAttributes attributes, Slice logicalId, long segmentIndex, boolean last, Slice data) {}

    /** The datums that stand one behind the other in a block of a container file. */
    static List<Slice> split(Slice block) throws MalformedMessageException {
        AvroCursor c = new AvroCursor(block);
        List<Slice> datums = new ArrayList<>();
        while (c.remaining() > 0) {
            int start = c.position();
            envelope(c);
            datums.add(Slice.of(block.bytes(), start, c.position()));
        }
        return datums;
    }

    /**
     * Reads one event, or a piece of one.
     *
     * @param datum the envelope, without any prefix
     * @param raw the message to keep
     */
    void read(Slice datum, Slice raw, int item, Items items) throws MalformedMessageException {
        AvroCursor c = new AvroCursor(datum);
        Envelope e = envelope(c);
        if (c.remaining() > 0) {
            throw new MalformedMessageException(
                    "trailing_bytes", c.remaining() + " bytes behind the end of the event", "");
        }
        CesAttributes.checkType(Slice.of(e.attributes.type()), true);
        int index = CesAttributes.index(e.segmentIndex, limits, "/segmentindex");
        Operation operation = CesAttributes.operation(Slice.of(e.attributes.operation()));
        if (e.last && index <= 1) {
            try {
                items.change(item, data(e.data, operation, e.logicalId, Slice.of(e.attributes.time())));
                return;
            } catch (MalformedMessageException notWhole) {
                if (index == 0) {
                    throw notWhole.inside("/data");
                }
            }
        }
        if (e.logicalId.length() == 0 || e.data.length() == 0) {
            throw new MalformedMessageException(
                    "bad_segment", "a piece of a split event without a logicalid or without data", "");
        }
        items.segment(item, new Segment(e.logicalId, index, e.last, 0, e.attributes, true, e.data, raw));
    }

    private static Envelope envelope(AvroCursor c) throws MalformedMessageException {
        Slice version = c.text("specversion");
        if (version.length() < 2 || version.at(0) != '1' || version.at(1) != '.') {
            throw new MalformedMessageException(
                    "unsupported_dialect", "not an event of CloudEvents 1 (specversion)", "/specversion");
        }
        String type = c.text("type").toString();
        String source = c.text("source").toString();
        c.text("id");
        Slice logicalId = c.text("logicalid");
        String time = c.text("time").toString();
        String contentType = c.text("datacontenttype").toString();
        String operation = c.text("operation").toString();
        long index = c.number("segmentindex");
        boolean last = c.bool("finalsegment");
        Slice data = c.bytes("data");
        EventAttributes attributes =
                new EventAttributes(type, source, operation, time, CesAttributes.mediaType(contentType));
        return new Envelope(attributes, logicalId, index, last, data);
    }

    /** The table that a datum begins with, {@code db.schema.table}. */
    static String table(Slice data) throws MalformedMessageException {
        AvroCursor c = new AvroCursor(data);
        return c.text("db") + "." + c.text("schema") + "." + c.text("tbl");
    }

    /** Reads the inner datum. */
    RowChange data(Slice datum, Operation operation, Slice logicalId, Slice time) throws MalformedMessageException {
        try {
            return data(datum, true, operation, logicalId, time);
        } catch (MalformedMessageException notNewer) {
            try {
                return data(datum, false, operation, logicalId, time);
            } catch (MalformedMessageException notOlder) {
                throw notNewer;
            }
        }
    }

    private RowChange data(Slice datum, boolean finalEvent, Operation operation, Slice logicalId, Slice time)
            throws MalformedMessageException {
        AvroCursor c = new AvroCursor(datum);
        ChangeSource source = source(c, finalEvent);
        Slice old = c.text("old");
        Slice current = c.text("current");
        if (c.remaining() > 0) {
            throw new MalformedMessageException(
                    "trailing_bytes", c.remaining() + " bytes behind the end of the data", "");
        }
        if (!isRow(old) || !isRow(current)) {
            throw implausible();
        }
        List<Column> columns = source.table().columns();
        return new RowChange(
                source.table(),
                operation,
                logicalId,
                source.commit().orTime(time),
                row(old, columns, "/eventrow/old"),
                row(current, columns, "/eventrow/current"),
                source.key(),
                datum);
    }

    /**
     * All that stands in front of the rows.
     *
     * @param finalEvent the schema has the field finalevent
     */
    ChangeSource source(AvroCursor c, boolean finalEvent) throws MalformedMessageException {
        escaped.clear();
        String db = c.text("db").toString();
        String schema = c.text("schema").toString();
        String name = c.text("tbl").toString();
        List<Integer> indexes = new ArrayList<>();
        List<Column> columns = columns(c, indexes);
        List<KeyColumn> key = key(c, columns);
        Slice lsn = c.text("commitlsn");
        Slice beginLsn = c.text("beginlsn");
        long sequence = c.number("sequencenumber");
        if (finalEvent) {
            c.bool("finalevent");
        }
        Slice time = c.text("committime");
        if (!isDate(time)) {
            throw implausible();
        }
        if (name.isEmpty()) {
            throw new MalformedMessageException("no_table", "an event without the name of its table", "/tbl");
        }
        Table table =
                new Table(Connector.CES, db, schema, name, columns, CesDataReader.hasGaps(indexes, columns.size()));
        return new ChangeSource(table, key, new Commit(lsn, beginLsn, sequence < 0 ? -1 : sequence, time), -1);
    }

    static MalformedMessageException implausible() {
        return new MalformedMessageException("implausible_avro", "the data reads as neither version of its schema", "");
    }

    /** Read with the wrong schema, the commit time becomes empty and the rows become something else. */
    private static boolean isDate(Slice time) {
        return time.length() >= 10 && time.at(4) == '-' && time.at(7) == '-';
    }

    private static boolean isRow(Slice text) {
        return text.length() == 0 || text.at(0) == '{';
    }

    private List<Column> columns(AvroCursor c, List<Integer> indexes) throws MalformedMessageException {
        List<Column> columns = new ArrayList<>();
        Set<Slice> seen = new HashSet<>();
        for (long left = c.blockCount("columns", limits.columns());
                left > 0;
                left = c.blockCount("columns", limits.columns() - columns.size())) {
            for (long i = 0; i < left; i++) {
                Slice name = c.text("a column's name");
                String type = c.text("a column's type").toString();
                long index = c.number("a column's index");
                if (index >= 0 && index < Integer.MAX_VALUE) {
                    indexes.add((int) index);
                }
                Column column = new Column(name, type, SqlType.ofSqlServer(type));
                if (!seen.add(column.name())) {
                    throw new MalformedMessageException(
                            "duplicate_column", "the same column twice", "/cols/" + columns.size());
                }
                columns.add(column);
            }
        }
        return columns;
    }

    private List<KeyColumn> key(AvroCursor c, List<Column> columns) throws MalformedMessageException {
        List<KeyColumn> key = new ArrayList<>(2);
        for (long left = c.blockCount("key columns", limits.columns());
                left > 0;
                left = c.blockCount("key columns", limits.columns() - key.size())) {
            for (long i = 0; i < left; i++) {
                Slice name = c.text("a key column's name");
                Value value = value(c.text("a key column's value"));
                for (KeyColumn other : key) {
                    if (other.column().name().equals(name)) {
                        throw new MalformedMessageException(
                                "duplicate_column", "the same key column twice", "/pkkey/" + key.size());
                    }
                }
                key.add(KeyColumn.of(name, value, columns));
            }
        }
        return key;
    }

    /** A text as a JSON string would hold it, which is how values are kept. */
    private Value value(Slice text) {
        int start = escaped.length();
        escaped.appendQuoted(text);
        Slice quoted = escaped.slice(start);
        return new Value(WireKind.ESCAPED_STRING, Slice.of(quoted.bytes(), quoted.from() + 1, quoted.to() - 1));
    }

    private @Nullable RowImage row(Slice text, List<Column> columns, String pointer) throws MalformedMessageException {
        try {
            JsonCursor c = new JsonCursor(text.bytes(), text.from(), text.to(), limits);
            if (c.peek() < 0) {
                return null;
            }
            RowImage row = rows.read(c, columns, 0);
            c.expectEnd();
            return row;
        } catch (MalformedMessageException e) {
            throw e.inside(pointer);
        }
    }
}
