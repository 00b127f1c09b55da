package dev.sluice.change;

import dev.sluice.text.Slice;
import java.util.List;

/**
 * One side of a change, before or after: per column how its value stands on the wire and which bytes it is.
 * Positions 0 to {@code columns - 1} are the columns that the message declares, in that order; behind them stand
 * columns that the row holds although the message does not declare them.
 *
 * <p>The bytes belong to the decoder and are valid until it reads the next message.
 */
public final class RowImage {
    private final byte[] bytes;
    private final WireKind[] kinds;
    private final int[] from;
    private final int[] to;
    private final int declared;
    private final List<Column> undeclared;
    private final boolean whole;

    /**
     * @param declared number of declared columns
     * @param whole every declared column is there
     */
    public RowImage(
            byte[] bytes,
            WireKind[] kinds,
            int[] from,
            int[] to,
            int declared,
            List<Column> undeclared,
            boolean whole) {
        this.bytes = bytes;
        this.kinds = kinds;
        this.from = from;
        this.to = to;
        this.declared = declared;
        this.undeclared = undeclared;
        this.whole = whole;
    }

    /** Columns that this row holds beyond the declared ones. */
    public List<Column> undeclared() {
        return undeclared;
    }

    public boolean isWhole() {
        return whole;
    }

    public WireKind kind(int column) {
        return kinds[column];
    }

    public byte[] bytes() {
        return bytes;
    }

    public int from(int column) {
        return from[column];
    }

    public int to(int column) {
        return to[column];
    }

    public Value value(int column) {
        return new Value(kinds[column], Slice.of(bytes, from[column], to[column]));
    }

    /** The value of a column that is not declared, ABSENT if the row does not hold it. */
    public Value undeclared(Slice name) {
        for (int i = 0; i < undeclared.size(); i++) {
            if (undeclared.get(i).name().equals(name)) {
                return value(declared + i);
            }
        }
        return Value.ABSENT;
    }
}
