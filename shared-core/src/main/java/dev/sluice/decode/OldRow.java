package dev.sluice.decode;

import dev.sluice.change.Column;
import dev.sluice.change.KeyColumn;
import dev.sluice.change.RowImage;
import dev.sluice.change.Value;
import dev.sluice.change.WireKind;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The row before an update as Canal tells it: {@code old} holds the values of the changed columns, null if one was NULL,
 * and the columns that it leaves out did not change. (It may hold unchanged ones too: Canal gathers the changed columns
 * over all rows of a message, TiCDC writes the whole row.)
 */
final class OldRow implements RowImage {
    private final @Nullable RowImage row;
    private final @Nullable RowImage old;
    private final List<Column> declared;

    /** Either may be null, for a row without columns. */
    OldRow(@Nullable RowImage row, @Nullable RowImage old, List<Column> declared) {
        this.row = row;
        this.old = old;
        this.declared = declared;
    }

    @Override
    public boolean isWhole() {
        if ((row != null && row.isWhole()) || (old != null && old.isWhole())) {
            return true;
        }
        Set<Column> missing = Collections.newSetFromMap(new IdentityHashMap<>());
        missing.addAll(declared);
        forEach((column, kind, bytes, from, to) -> missing.remove(column));
        return missing.isEmpty();
    }

    @Override
    public Value value(KeyColumn key) {
        Value told = old == null ? Value.ABSENT : old.value(key);
        return told.kind() == WireKind.ABSENT && row != null ? row.value(key) : told;
    }

    @Override
    public void forEach(Visitor visitor) {
        Told told = new Told();
        if (old != null) {
            old.forEach(told);
        }
        if (row != null) {
            row.forEach((column, kind, bytes, from, to) -> {
                Told.Entry entry = told.take(column);
                if (entry == null) {
                    visitor.value(column, kind, bytes, from, to);
                } else {
                    entry.show(visitor);
                }
            });
        }
        told.rest(visitor);
    }

    /** The values of {@code old} that are not yet shown. They usually come in the order of the row. */
    private static final class Told implements Visitor {
        private record Entry(Column column, Value value) {
            void show(Visitor visitor) {
                Slice text = value.text();
                visitor.value(column, value.kind(), text.bytes(), text.from(), text.to());
            }
        }

        /** Up to so many names, looking at each of them is faster than hashing. */
        private static final int FEW = 32;

        private final List<@Nullable Entry> entries = new ArrayList<>();
        /** Where the entries stand, if they are more than a few. */
        private final Map<Slice, Integer> places = new HashMap<>(0);

        private int next;

        @Override
        public void value(Column column, WireKind kind, byte[] bytes, int from, int to) {
            entries.add(new Entry(column, new Value(kind, Slice.of(bytes, from, to))));
        }

        private @Nullable Entry take(Column column) {
            int at = next < entries.size() && isOf(entries.get(next), column) ? next : find(column);
            if (at < 0) {
                return null;
            }
            next = at + 1;
            return entries.set(at, null);
        }

        private int find(Column column) {
            if (entries.size() > FEW) {
                if (places.isEmpty()) {
                    for (int i = 0; i < entries.size(); i++) {
                        Entry entry = entries.get(i);
                        if (entry != null) {
                            places.put(entry.column.name(), i);
                        }
                    }
                }
                return places.getOrDefault(column.name(), -1);
            }
            for (int i = 0; i < entries.size(); i++) {
                if (isOf(entries.get(i), column)) {
                    return i;
                }
            }
            return -1;
        }

        private static boolean isOf(@Nullable Entry entry, Column column) {
            return entry != null
                    && (entry.column == column || entry.column.name().equals(column.name()));
        }

        private void rest(Visitor visitor) {
            for (Entry entry : entries) {
                if (entry != null) {
                    entry.show(visitor);
                }
            }
        }
    }
}
