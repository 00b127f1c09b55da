package dev.sluice.decode;

import dev.sluice.change.Column;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowImage;
import dev.sluice.change.WireKind;
import dev.sluice.text.Slice;
import java.util.ArrayList;
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
        int declared = columns.size();
        WireKind[] kinds = new WireKind[declared];
        Arrays.fill(kinds, WireKind.ABSENT);
        int[] from = new int[declared];
        int[] to = new int[declared];
        List<Column> undeclared = List.of();
        int expected = 0;
        int present = 0;
        do {
            int column = column(c, columns, expected);
            if (column == columns.size()) {
                undeclared = undeclared.isEmpty() ? new ArrayList<>() : undeclared;
                column += add(undeclared, c.unescaped(), declared, c);
                if (column >= kinds.length) {
                    kinds = Arrays.copyOf(kinds, column * 2 + 1);
                    from = Arrays.copyOf(from, kinds.length);
                    to = Arrays.copyOf(to, kinds.length);
                }
            } else {
                if (kinds[column] != WireKind.ABSENT) {
                    throw c.duplicateName();
                }
                present++;
                expected = column + 1;
            }
            c.value(depth + 1);
            kinds[column] = c.kind;
            from[column] = c.from;
            to[column] = c.to;
        } while (c.nextMember());
        return new RowImage(c.bytes, kinds, from, to, declared, undeclared, present == declared);
    }

    /** Reads a name; the place of the declared column that has it, or the number of declared columns. */
    private static int column(JsonCursor c, List<Column> columns, int expected) throws MalformedMessageException {
        if (expected < columns.size() && c.skip(columns.get(expected).member())) {
            return expected;
        }
        c.name();
        Slice name = c.unescaped();
        for (int i = expected; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        for (int i = 0; i < expected; i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        return columns.size();
    }

    private int add(List<Column> undeclared, Slice name, int declared, JsonCursor c) throws MalformedMessageException {
        if (declared + undeclared.size() >= limits.columns()) {
            throw tooManyColumns(limits);
        }
        for (Column other : undeclared) {
            if (other.name().equals(name)) {
                throw c.duplicateName();
            }
        }
        undeclared.add(Column.undeclared(name));
        return undeclared.size() - 1;
    }

    static MalformedMessageException tooManyColumns(Limits limits) {
        return new MalformedMessageException(
                "too_many_columns", "more than " + limits.columns() + " columns (SLUICE_MAX_COLUMNS)", "");
    }
}
