package dev.sluice.lake;

import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The lines of one batch that belong to one folder, in the order of the log, cut at any record. */
final class FolderLines {
    private Utf8Buffer text = new Utf8Buffer(4096);
    private long[] offsets = new long[16];
    private int[] items = new int[16];
    private int[] starts = new int[16];
    private int count;
    private boolean inOrder = true;

    /** Adds the lines of one item; those whose fate is known late are put in order when all are there. */
    void add(long offset, int item, Slice lines) {
        inOrder &=
                count == 0 || offset > offsets[count - 1] || (offset == offsets[count - 1] && item >= items[count - 1]);
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, count * 2);
            items = Arrays.copyOf(items, count * 2);
            starts = Arrays.copyOf(starts, count * 2);
        }
        offsets[count] = offset;
        items[count] = item;
        starts[count] = text.length();
        count++;
        text.append(lines);
    }

    private void sort() {
        if (inOrder) {
            return;
        }
        List<Integer> order = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            order.add(i);
        }
        order.sort(Comparator.<Integer>comparingLong(i -> offsets[i]).thenComparingInt(i -> items[i]));
        FolderLines sorted = new FolderLines();
        for (int i : order) {
            int end = i + 1 == count ? text.length() : starts[i + 1];
            sorted.add(offsets[i], items[i], Slice.of(text.bytes(), starts[i], end));
        }
        text = sorted.text;
        offsets = sorted.offsets;
        items = sorted.items;
        starts = sorted.starts;
        inOrder = true;
    }

    int size() {
        return count;
    }

    long offset(int index) {
        sort();
        return offsets[index];
    }

    /** Index of the first item whose record lies behind this offset. */
    int firstAfter(long offset) {
        sort();
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
        sort();
        return Slice.of(text.bytes(), starts[from], to == count ? text.length() : starts[to]);
    }
}
