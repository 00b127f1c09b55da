package dev.sluice.lake;

import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.util.Arrays;

/** The lines of one batch that belong to one folder, in the order of the log, cut at any record. */
final class FolderLines {
    private final Utf8Buffer text = new Utf8Buffer(4096);
    private long[] offsets = new long[16];
    private int[] starts = new int[16];
    private int count;

    /** Appends the lines of one item; offsets come in ascending order. */
    void add(long offset, Slice lines) {
        if (count > 0 && offset < offsets[count - 1]) {
            throw new IllegalStateException("offset " + offset + " behind offset " + offsets[count - 1]);
        }
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, count * 2);
            starts = Arrays.copyOf(starts, count * 2);
        }
        offsets[count] = offset;
        starts[count] = text.length();
        count++;
        text.append(lines);
    }

    int size() {
        return count;
    }

    long offset(int index) {
        return offsets[index];
    }

    /** Index of the first item whose record lies behind this offset. */
    int firstAfter(long offset) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (offsets[middle] <= offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The lines of the items from {@code from} to {@code to}, exclusive. */
    Slice lines(int from, int to) {
        return Slice.of(text.bytes(), starts[from], to == count ? text.length() : starts[to]);
    }
}
