package dev.sluice.decode;

import dev.sluice.change.Column;
import dev.sluice.change.KeyColumn;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Value;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.List;

/** Reads the names of the columns of a primary key, {@code ["a","b"]}. */
final class KeyNames {
    private KeyNames() {}

    /** @param depth levels that are open around the names */
    static List<KeyColumn> read(JsonCursor c, List<Column> columns, Limits limits, int depth, String pointer)
            throws MalformedMessageException {
        List<KeyColumn> key = new ArrayList<>(2);
        if (c.beginArray()) {
            do {
                if (key.size() == limits.columns()) {
                    throw RowColumns.tooMany(limits).inside(pointer);
                }
                String where = pointer + "/" + key.size();
                Slice name = name(c, depth, where);
                for (KeyColumn other : key) {
                    if (other.column().name().equals(name)) {
                        throw new MalformedMessageException("duplicate_column", "the same key column twice", where);
                    }
                }
                key.add(KeyColumn.of(name, Value.ABSENT, columns));
            } while (c.nextElement());
        }
        return key;
    }

    private static Slice name(JsonCursor c, int depth, String where) throws MalformedMessageException {
        c.value(depth);
        return switch (c.kind) {
            case STRING, ESCAPED_STRING -> c.unescaped();
            case NULL, ABSENT ->
                throw new MalformedMessageException("no_column_name", "a key column without a name", where);
            case NUMBER, TRUE, FALSE, NESTED ->
                throw new MalformedMessageException("unexpected_type", "expected a string", where);
        };
    }
}
