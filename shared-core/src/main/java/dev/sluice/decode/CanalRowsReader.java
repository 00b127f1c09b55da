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
    private final Recent<CanalTable> tables = new Recent<>();

    CanalRowsReader(Limits limits) {
        this.limits = limits;
        this.rows = new RowReader(limits);
    }

    /**
     * An element of {@code data} or {@code old}.
     *
     * @param image null if it is empty, null or wrong
     */
    private record Element(
            Slice text,
            @Nullable RowImage image,
            boolean isNull,
            @Nullable MalformedMessageException fault) {}

    Message read(Members message, JsonCursor c, Slice text, Operation operation, Commit commit, Marks marks)
            throws MalformedMessageException {
        boolean latin1 = message.has(ID) && message.integer(ES) >= LEAST_MILLIS;
        CanalTable table = CanalTable.read(message, c, latin1, limits, tables);
        int which = message.has(DATA) ? DATA : OLD; // an older writer tells a deleted row in old
        List<Element> data = elements(message, which, c, table);
        if (data.isEmpty() && operation == Operation.DELETE && message.isArray(OLD)) {
            which = OLD;
            data = elements(message, which, c, table);
        }
        if (table.hasLatin1() && hasTypedValues(data)) {
            table = CanalTable.read(message, c, false, limits, tables);
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
        return new CanalRows(
                changes(data, old, operation, table, commit, marks, text), RowFrame.of(message, which, text));
    }

    private List<Element> elements(Members message, int which, JsonCursor c, CanalTable table)
            throws MalformedMessageException {
        List<Element> elements = new ArrayList<>();
        message.open(which, c);
        if (c.beginArray()) {
            do {
                if (elements.size() == limits.items()) {
                    throw new MalformedMessageException(
                            "too_many_items",
                            "more than " + limits.items() + " rows in one message (SLUICE_MAX_ITEMS)",
                            "");
                }
                elements.add(element(c, table, which, elements.size()));
            } while (c.nextElement());
        }
        return elements;
    }

    private Element element(JsonCursor c, CanalTable table, int which, int index) throws MalformedMessageException {
        boolean isNull = c.peek() == 'n';
        int start = c.position();
        try {
            RowImage image = null;
            if (isNull) {
                c.value(2);
            } else {
                image = rows.read(c, table.table().columns(), 2);
            }
            return new Element(Slice.of(c.bytes, start, c.position()), image, isNull, null);
        } catch (MalformedMessageException e) {
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
        boolean[] typed = {false};
        for (Element row : data) {
            if (row.image != null) {
                row.image.forEach((column, kind, bytes, from, to) -> typed[0] |=
                        kind != WireKind.NULL && kind != WireKind.STRING && kind != WireKind.ESCAPED_STRING);
            }
        }
        return typed[0];
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
            RowImage before = oldRow == null || oldRow.isNull
                    ? null
                    : new OldRow(row.image, oldRow.image, table.table().columns());
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

    private static @Nullable MalformedMessageException fault(Element row, @Nullable Element old, int index) {
        if (row.isNull) {
            return new MalformedMessageException("unexpected_type", "null where a row was expected", "/data/" + index);
        }
        return row.fault != null || old == null ? row.fault : old.fault;
    }
}
