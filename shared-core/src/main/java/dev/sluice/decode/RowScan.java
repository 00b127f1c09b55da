package dev.sluice.decode;

import dev.sluice.change.Column;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowImage;
import java.io.IOException;
import java.util.List;

/** Reads a row that may be longer than memory, value by value; {@link RowReader} reads those that are in memory. */
final class RowScan {
    private final List<Column> columns;
    private final Limits limits;

    RowScan(List<Column> columns, Limits limits) {
        this.columns = columns;
        this.limits = limits;
    }

    /**
     * Reads the object at the window.
     *
     * @param depth levels that are open around it
     */
    EventRows.Found read(TextWindow text, int depth, RowImage.Visitor visitor)
            throws IOException, MalformedMessageException {
        boolean more = text.step(JsonCursor::beginObject);
        if (!more) {
            return EventRows.Found.NOTHING;
        }
        RowColumns names = new RowColumns(limits);
        names.begin(columns);
        while (more) {
            more = text.step(c -> {
                names.next(c);
                c.value(depth + 1);
                boolean next = c.nextMember();
                Column column = names.column();
                names.took();
                visitor.value(column, c.kind, c.bytes, c.from, c.to);
                return next;
            });
            text.checkLength((int) Math.min(Integer.MAX_VALUE, names.undeclaredBytes()));
        }
        return names.areWhole() ? EventRows.Found.WHOLE : EventRows.Found.PARTIAL;
    }
}
