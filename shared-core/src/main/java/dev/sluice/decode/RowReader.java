package dev.sluice.decode;

import dev.sluice.change.Column;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowImage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one row, a JSON object of column to value, into an image that points at the values. */
final class RowReader {
    private final RowColumns names;
    private final RowImage.InMemory.Builder values = new RowImage.InMemory.Builder();

    RowReader(Limits limits) {
        this.names = new RowColumns(limits);
    }

    /**
     * Reads the object at the cursor; null if it is empty.
     *
     * @param depth levels that are open around the object
     */
    RowImage.@Nullable InMemory read(JsonCursor c, List<Column> columns, int depth) throws MalformedMessageException {
        if (!c.beginObject()) {
            return null;
        }
        names.begin(columns);
        values.begin();
        do {
            int column = names.next(c);
            c.value(depth + 1);
            names.took();
            values.add(column, c.kind, c.from, c.to);
        } while (c.nextMember());
        return values.build(c.bytes, columns, names.undeclared(), names.areWhole());
    }
}
