package dev.sluice.change;

import dev.sluice.text.Slice;

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
        private final byte[] bytes;
        private final Column[] columns;
        private final WireKind[] kinds;
        private final int[] from;
        private final int[] to;
        private final int count;
        private final boolean whole;

        /**
         * @param columns the columns of the values; the arrays may be longer than the {@code count} values are many
         * @param whole every declared column is there
         */
        public InMemory(
                byte[] bytes, Column[] columns, WireKind[] kinds, int[] from, int[] to, int count, boolean whole) {
            this.bytes = bytes;
            this.columns = columns;
            this.kinds = kinds;
            this.from = from;
            this.to = to;
            this.count = count;
            this.whole = whole;
        }

        @Override
        public boolean isWhole() {
            return whole;
        }

        @Override
        public Value value(KeyColumn key) {
            for (int i = 0; i < count; i++) {
                if (key.isOf(columns[i])) {
                    return new Value(kinds[i], Slice.of(bytes, from[i], to[i]));
                }
            }
            return Value.ABSENT;
        }

        @Override
        public void forEach(Visitor visitor) {
            for (int i = 0; i < count; i++) {
                visitor.value(columns[i], kinds[i], bytes, from[i], to[i]);
            }
        }
    }
}
