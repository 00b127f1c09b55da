package dev.sluice.decode;

import static dev.sluice.decode.Envelope.DATA;
import static dev.sluice.decode.Envelope.ES;
import static dev.sluice.decode.Envelope.ID;
import static dev.sluice.decode.Envelope.OLD;

import dev.sluice.change.Commit;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Marks;
import dev.sluice.change.Operation;
import dev.sluice.change.RowChange;
import dev.sluice.change.RowImage;
import dev.sluice.change.WireKind;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a Canal message. A row that is wrong is a bad item; its siblings are not. */
final class CanalRowsReader {
    /** A time in milliseconds, as Canal itself always writes it, has 13 digits from 2001 to 2286. */
    private static final long LEAST_MILLIS = 1_000_000_000_000L;

    private final Limits limits;
    private final RowReader rows;
    private final CanalTables tables;
    private final Early earlyData = new Early();
    private final Early earlyOld = new Early();

    CanalRowsReader(Limits limits) {
        this.limits = limits;
        this.rows = new RowReader(limits);
        this.tables = new CanalTables(limits);
    }

    /**
     * An element of {@code data} or {@code old}.
     *
     * @param image null if it is empty, null or wrong
     */
    private record Element(
            Slice text,
            RowImage.@Nullable InMemory image,
            boolean isNull,
            @Nullable MalformedMessageException fault) {}

    /** Rows read before their table was known for certain. */
    private static final class Early {
        private @Nullable CanalTable table;
        private List<Element> rows = List.of();

        @SuppressWarnings("ReferenceEquality") // columns are the same as the objects that they are
        private boolean isOf(CanalTable other) {
            return table == other;
        }
    }

    private Early early(int which) {
        return which == DATA ? earlyData : earlyOld;
    }

    /** Reads the rows at the cursor as if they were of the table of the message before; false if they do not fit it. */
    boolean readEarly(int which, JsonCursor c) {
        CanalTable table = tables.latest();
        if (table == null) {
            return false;
        }
        Early early = early(which);
        early.table = table;
        try {
            early.rows = elements(c, which, table, true);
            return true;
        } catch (MalformedMessageException notNow) {
            early.table = null;
            return false;
        }
    }

    Message read(Members message, JsonCursor c, Slice text, Operation operation, Commit commit, Marks marks)
            throws MalformedMessageException {
        boolean latin1 = message.has(ID) && message.integer(ES) >= LEAST_MILLIS;
        CanalTable table = tables.of(message, c, latin1);
        int which = message.has(DATA) ? DATA : OLD; // an older writer tells a deleted row in old
        List<Element> data = elements(message, which, c, table);
        if (data.isEmpty() && operation == Operation.DELETE && message.isArray(OLD)) {
            which = OLD;
            data = elements(message, which, c, table);
        }
        if (table.hasLatin1() && hasTypedValues(data)) {
            table = tables.of(message, c, false);
            data = elements(message, which, c, table);
        }
        List<Element> old = List.of();
        if (operation == Operation.UPDATE && message.isArray(OLD)) {
            old = elements(message, OLD, c, table);
        }
        message.checkUnread(c, 1);
        if (data.isEmpty()) {
            return (Message.Single) (item, items) -> items.skipped(item, "empty");
        }
        List<CanalRows.Row> changes = changes(data, old, operation, table, commit, marks, text);
        return new CanalRows(changes, CanalRows.areGood(changes) ? RowFrame.NONE : RowFrame.of(message, which, text));
    }

    private List<Element> elements(Members message, int which, JsonCursor c, CanalTable table)
            throws MalformedMessageException {
        Early early = early(which);
        if (!message.isUnread(which) && early.isOf(table)) {
            return early.rows;
        }
        message.open(which, c);
        return elements(c, which, table, false);
    }

    /** @param mustFit only good rows without undeclared columns will do */
    private List<Element> elements(JsonCursor c, int which, CanalTable table, boolean mustFit)
            throws MalformedMessageException {
        List<Element> elements = new ArrayList<>();
        if (c.beginArray()) {
            do {
                if (elements.size() == limits.items()) {
                    throw new MalformedMessageException(
                            "too_many_items",
                            "more than " + limits.items() + " rows in one message (SLUICE_MAX_ITEMS)",
                            "");
                }
                elements.add(element(c, table, which, elements.size(), mustFit));
            } while (c.nextElement());
        }
        return elements;
    }

    private Element element(JsonCursor c, CanalTable table, int which, int index, boolean mustFit)
            throws MalformedMessageException {
        boolean isNull = c.peek() == 'n';
        int start = c.position();
        try {
            RowImage.InMemory image = null;
            if (isNull) {
                c.value(2);
            } else {
                image = rows.read(c, table.table().columns(), 2);
            }
            if (mustFit && image != null && image.hasUndeclared()) {
                throw new MalformedMessageException("too_many_columns", "a row of another table", "");
            }
            return new Element(Slice.of(c.bytes, start, c.position()), image, isNull, null);
        } catch (MalformedMessageException e) {
            if (mustFit) {
                throw e;
            }
            c.moveTo(start);
            c.skipValue(); // behind a row that is no JSON no other can be trusted
            Slice text = Slice.of(c.bytes, start, c.position());
            String pointer = (which == DATA ? "/data/" : "/old/") + index;
            return new Element(text, null, false, fault(text, table, e).inside(pointer));
        }
    }

    /** The fault, in the bytes of its row. */
    private MalformedMessageException fault(Slice text, CanalTable table, MalformedMessageException fault) {
        try {
            JsonCursor c = new JsonCursor(text.bytes(), text.from(), text.to(), limits);
            rows.read(c, table.table().columns(), 2);
            return fault;
        } catch (MalformedMessageException inside) {
            return inside;
        }
    }

    /** Canal writes every value as text. Who does not, writes binary values in another form too. */
    private static boolean hasTypedValues(List<Element> data) {
        for (Element row : data) {
            for (int i = 0; row.image != null && i < row.image.count(); i++) {
                WireKind kind = row.image.kind(i);
                if (kind != WireKind.NULL && kind != WireKind.STRING && kind != WireKind.ESCAPED_STRING) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<CanalRows.Row> changes(
            List<Element> data,
            List<Element> old,
            Operation operation,
            CanalTable table,
            Commit commit,
            Marks marks,
            Slice text) {
        // shorter, it was written by a Canal that left out empty entries, and which ones cannot be told
        boolean oldIsKnown = old.size() == data.size();
        boolean deleted = operation == Operation.DELETE;
        List<CanalRows.Row> changes = new ArrayList<>(data.size());
        for (int i = 0; i < data.size(); i++) {
            Element row = data.get(i);
            Element oldRow = oldIsKnown ? old.get(i) : null;
            MalformedMessageException fault = fault(row, oldRow, i);
            if (fault != null) {
                changes.add(CanalRows.Row.bad(fault, row.text, oldRow == null ? null : oldRow.text));
                continue;
            }
            RowImage before = oldRow == null || oldRow.isNull ? null : before(row, oldRow, table);
            changes.add(CanalRows.Row.good(new RowChange(
                    table.table(),
                    operation,
                    Slice.EMPTY,
                    commit,
                    deleted ? row.image : before,
                    deleted ? null : row.image,
                    table.key(),
                    text,
                    marks,
                    false)));
        }
        return changes;
    }

    /**
     * The row before an update: {@code old} holds the values of the changed columns, null if one was NULL, and what it
     * leaves out did not change. (It may hold unchanged ones too: Canal gathers the changed columns over all rows of a
     * message, TiCDC writes the whole row.)
     */
    private static RowImage before(Element row, Element old, CanalTable table) {
        if (row.image != null && old.image != null) {
            return row.image.with(old.image);
        }
        RowImage only = row.image == null ? old.image : row.image;
        return only == null ? RowImage.InMemory.empty(table.table().columns()) : only;
    }

    private static @Nullable MalformedMessageException fault(Element row, @Nullable Element old, int index) {
        if (row.isNull) {
            return new MalformedMessageException("unexpected_type", "null where a row was expected", "/data/" + index);
        }
        return row.fault != null || old == null ? row.fault : old.fault;
    }
}
