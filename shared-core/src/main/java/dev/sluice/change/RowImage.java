package dev.sluice.change;

import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One side of a change, before or after: its values, in the order in which the row holds them. The bytes belong to the
 * decoder and are valid until it reads on.
 */
public interface RowImage {
    /** Every declared column is there. */
    boolean isWhole();

    /** The value of a key column, ABSENT if the row does not hold it. */
    Value value(KeyColumn key);

    /** Shows all values, those of columns that the message does not declare among them; at any time again. */
    void forEach(Visitor visitor);

    /** Takes the values of a row. */
    interface Visitor {
        /** Takes a value that is there; its bytes, from inclusive to exclusive, are valid during the call only. */
        void value(Column column, WireKind kind, byte[] bytes, int from, int to);
    }

    /** An image that is in memory as a whole: how each value stands on the wire, and which bytes it is. */
    final class InMemory implements RowImage {
        /** Numbers of a value in {@code cells}: column and kind, its first byte, the first byte behind it. */
        private static final int CELL = 3;

        private static final int KIND_BITS = 4;
        private static final WireKind[] KINDS = WireKind.values();

        private final byte[] bytes;
        private final List<Column> declared;
        private final List<Column> undeclared;
        private final int[] cells;
        private final int count;
        private final boolean whole;

        private InMemory(
                byte[] bytes, List<Column> declared, List<Column> undeclared, int[] cells, int count, boolean whole) {
            this.bytes = bytes;
            this.declared = declared;
            this.undeclared = undeclared;
            this.cells = cells;
            this.count = count;
            this.whole = whole;
        }

        @SuppressWarnings("EnumOrdinal") // it leaves this object as a kind only
        private static int columnAndKind(int column, WireKind kind) {
            return column << KIND_BITS | kind.ordinal();
        }

        /** Gathers the values of a row; serves one row after the other. */
        public static final class Builder {
            private int[] cells = new int[CELL * 16];
            private int count;

            /** Forgets the values. */
            public void begin() {
                count = 0;
            }

            /**
             * Adds a value.
             *
             * @param column place of its column among the declared ones, behind which the undeclared ones are counted
             */
            public void add(int column, WireKind kind, int from, int to) {
                int at = CELL * count++;
                if (at == cells.length) {
                    cells = Arrays.copyOf(cells, 2 * at);
                }
                cells[at] = columnAndKind(column, kind);
                cells[at + 1] = from;
                cells[at + 2] = to;
            }

            /** The row with these values. */
            public InMemory build(byte[] bytes, List<Column> declared, List<Column> undeclared, boolean whole) {
                return new InMemory(bytes, declared, undeclared, Arrays.copyOf(cells, CELL * count), count, whole);
            }
        }

        /** A row without values. */
        public static InMemory empty(List<Column> declared) {
            return new InMemory(new byte[0], declared, List.of(), new int[0], 0, declared.isEmpty());
        }

        /** True if the message does not declare all columns of the row. */
        public boolean hasUndeclared() {
            return !undeclared.isEmpty();
        }

        public int count() {
            return count;
        }

        public byte[] bytes() {
            return bytes;
        }

        /** The column of a value, counted from 0 in the order of the row. */
        public Column column(int value) {
            int column = place(value);
            return column < declared.size() ? declared.get(column) : undeclared.get(column - declared.size());
        }

        private int place(int value) {
            return cells[CELL * value] >> KIND_BITS;
        }

        public WireKind kind(int value) {
            return KINDS[cells[CELL * value] & (1 << KIND_BITS) - 1];
        }

        public int from(int value) {
            return cells[CELL * value + 1];
        }

        public int to(int value) {
            return cells[CELL * value + 2];
        }

        /** True if a value is of the same declared column as that of another row. */
        public boolean isOfSameColumn(int value, InMemory other, int otherValue) {
            int place = place(value);
            return place == other.place(otherValue) && declared == other.declared && place < declared.size();
        }

        /** True if a value is, byte for byte, that of another row. */
        public boolean isSame(int value, InMemory other, int otherValue) {
            int from = from(value);
            int to = to(value);
            int otherFrom = other.from(otherValue);
            int otherTo = other.to(otherValue);
            return to - from == otherTo - otherFrom
                    && kind(value) == other.kind(otherValue)
                    && ((bytes == other.bytes && from == otherFrom)
                            || Utf8.same(bytes, from, other.bytes, otherFrom, to - from));
        }

        @Override
        public boolean isWhole() {
            return whole;
        }

        @Override
        public Value value(KeyColumn key) {
            for (int i = 0; i < count; i++) {
                if (key.isOf(column(i))) {
                    return new Value(kind(i), Slice.of(bytes, from(i), to(i)));
                }
            }
            return Value.ABSENT;
        }

        @Override
        public void forEach(Visitor visitor) {
            for (int i = 0; i < count; i++) {
                visitor.value(column(i), kind(i), bytes, from(i), to(i));
            }
        }

        /**
         * This row with the values of another in place of its own; columns that only the other has come behind.
         *
         * @param other a row of the same table in the same bytes
         */
        public InMemory with(InMemory other) {
            if (other.bytes != bytes || other.declared != declared) {
                throw new IllegalArgumentException("rows of two messages");
            }
            List<Column> columns = undeclared;
            int[] places = new int[0]; // of the other's undeclared columns among these
            if (!other.undeclared.isEmpty()) {
                columns = new ArrayList<>(undeclared);
                places = addAll(other.undeclared, columns);
            }
            int[] valueOf = new int[declared.size() + columns.size()]; // counted from 1, 0 is none
            for (int i = 0; i < count; i++) {
                valueOf[place(i)] = i + 1;
            }
            int[] merged = Arrays.copyOf(cells, cells.length + other.cells.length);
            int size = count;
            for (int i = 0; i < other.count; i++) {
                int theirs = other.place(i);
                int place = theirs < declared.size() ? theirs : declared.size() + places[theirs - declared.size()];
                if (valueOf[place] == 0) {
                    valueOf[place] = ++size;
                }
                int at = CELL * (valueOf[place] - 1);
                merged[at] = columnAndKind(place, other.kind(i));
                merged[at + 1] = other.from(i);
                merged[at + 2] = other.to(i);
            }
            boolean all = size - columns.size() == declared.size();
            return new InMemory(bytes, declared, columns, merged, size, all);
        }

        /** Adds the columns that are not there; the places of all. */
        private static int[] addAll(List<Column> added, List<Column> columns) {
            Map<Slice, Integer> known = new HashMap<>();
            for (Column column : columns) {
                known.put(column.name(), known.size());
            }
            int[] places = new int[added.size()];
            for (int i = 0; i < places.length; i++) {
                Column column = added.get(i);
                Integer place = known.putIfAbsent(column.name(), columns.size());
                places[i] = place == null ? columns.size() : place;
                if (place == null) {
                    columns.add(column);
                }
            }
            return places;
        }
    }
}
