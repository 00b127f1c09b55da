package dev.sluice.decode;

import dev.sluice.change.Commit;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Marks;
import dev.sluice.change.Operation;
import dev.sluice.change.RowChange;
import dev.sluice.change.RowImage;
import dev.sluice.change.Table;
import dev.sluice.text.Slice;
import java.util.List;

/**
 * Reads a message that is one row, {@code {column: value}}, and nothing else: no operation, no types, no time. It is told
 * as a row that came to be.
 */
final class PlainRowReader {
    private final Limits limits;
    private final RowReader rows;
    private final Table table;

    PlainRowReader(Limits limits, Table table) {
        this.limits = limits;
        this.rows = new RowReader(limits);
        this.table = table;
    }

    Message read(Slice text) throws MalformedMessageException {
        JsonCursor c = new JsonCursor(text.bytes(), text.from(), text.to(), limits);
        c.skipByteOrderMark();
        RowImage row = rows.read(c, table.columns(), 0);
        c.expectEnd();
        if (row == null) {
            throw new MalformedMessageException("unknown_message", "an object without a column", "");
        }
        RowChange change = new RowChange(
                table,
                Operation.CREATE,
                Slice.EMPTY,
                Commit.at(Slice.EMPTY),
                null,
                row,
                List.of(),
                text,
                Marks.NONE,
                false);
        return (Message.Single) (item, items) -> items.change(item, change);
    }
}
