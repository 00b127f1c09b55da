package dev.sluice.decode;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.text.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one message, each an item of its own.
 *
 * @param frame the message around them, if one of them is bad
 */
record CanalRows(List<Row> rows, RowFrame frame) implements Message {
    /** A bad row is kept with the message around it, as long as all of them together are not much longer than this. */
    private static final long FRAMES = 1 << 20;

    /**
     * A change, or why there is none.
     *
     * @param text of a bad row
     * @param old text of its old row, null if there is none
     */
    record Row(
            @Nullable RowChange change,
            @Nullable MalformedMessageException fault,
            Slice text,
            @Nullable Slice old) {
        static Row good(RowChange change) {
            return new Row(change, null, Slice.EMPTY, null);
        }

        static Row bad(MalformedMessageException fault, Slice text, @Nullable Slice old) {
            return new Row(null, fault, text, old);
        }
    }

    static boolean areGood(List<Row> rows) {
        for (Row row : rows) {
            if (row.fault != null) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int items() {
        return rows.size();
    }

    @Override
    public void tell(int first, Items items) {
        long bad = 0;
        for (Row row : rows) {
            bad += row.fault == null ? 0 : 1;
        }
        boolean framed = bad * frame.length() <= FRAMES;
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            if (row.change != null) {
                items.change(first + i, row.change);
            } else if (row.fault != null) {
                items.malformed(first + i, row.fault, framed ? frame.around(row.text, row.old) : row.text);
            }
        }
    }
}
