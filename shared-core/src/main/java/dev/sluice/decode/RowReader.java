package dev.sluice.decode;

import dev.sluice.change.Column;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowImage;
import dev.sluice.change.WireKind;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one row, a JSON object of column to value, into an image that points at the values. */
final class RowReader {
    private final Limits limits;

    RowReader(Limits limits) {
        this.limits = limits;
    }

    /**
     * Reads the object at the cursor; null if it is empty.
     *
     * @param depth levels that are open around the object
     */
    @Nullable
    RowImage read(JsonCursor c, List<Column> columns, int depth) throws MalformedMessageException {
        if (!c.beginObject()) {
            return null;
        }
        RowColumns names = new RowColumns(columns, limits);
        int room = columns.size();
        Column[] found = new Column[room];
        WireKind[] kinds = new WireKind[room];
        int[] from = new int[room];
        int[] to = new int[room];
        int count = 0;
        do {
            Column column = names.next(c);
            c.value(depth + 1);
            names.took(column);
            if (count == room) {
                room = count * 2 + 1;
                found = Arrays.copyOf(found, room);
                kinds = Arrays.copyOf(kinds, room);
                from = Arrays.copyOf(from, room);
                to = Arrays.copyOf(to, room);
            }
            found[count] = column;
            kinds[count] = c.kind;
            from[count] = c.from;
            to[count] = c.to;
            count++;
        } while (c.nextMember());
        return new RowImage.InMemory(c.bytes, found, kinds, from, to, count, names.areWhole());
    }
}
