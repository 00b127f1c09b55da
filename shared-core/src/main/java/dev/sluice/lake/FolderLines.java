package dev.sluice.lake;

import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of one batch that belong to one folder, in the order of the log, cut at any record.
 *
 * <p>What the source sent again is left out of an object that holds the copy before it, unless it would be the last in
 * it. So every object ends where its last line says, and what stands in it follows from its first and last event alone,
 * however the batches of its writer were cut.
 */
final class FolderLines {
    /** Where an item stands in the log. */
    record Place(long offset, int item) {}

    /** By an item that the source sent again: the copy before it. */
    private final Map<Place, Place> resends = new HashMap<>();

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

    /** Adds the lines of an item that the source sent before; the other copy may be in another folder. */
    void addResend(Place place, Slice lines, Place copy) {
        if (holds(copy)) {
            resends.put(place, copy);
        }
        add(place.offset, place.item, lines);
    }

    private boolean holds(Place place) {
        for (int i = firstAfter(place.offset - 1); i < count && offsets[i] == place.offset; i++) {
            if (items[i] == place.item) {
                return true;
            }
        }
        return false;
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

    /** What an object holds whose items are those from {@code from} to {@code to}, exclusive. */
    Slice object(int from, int to) {
        sort();
        if (resends.isEmpty()) {
            return lines(from, to);
        }
        Utf8Buffer object = new Utf8Buffer(4096);
        for (int i = from; i < to; i++) {
            if (isKept(from, to, i)) {
                object.append(lines(i, i + 1));
            }
        }
        return object.slice(0);
    }

    /** False for an item that an object of these items leaves out. */
    private boolean isKept(int from, int to, int index) {
        return index == to - 1 || !repeats(from, index);
    }

    /** True for an item that the source sent before, when an object that begins with {@code from} holds the copy. */
    boolean repeats(int from, int index) {
        Place copy = resends.get(place(index));
        return copy != null && copy.offset >= offsets[from];
    }

    /** What was sent again and stands in such an object nevertheless. */
    List<Place> resendsKept(int from, int to) {
        List<Place> kept = new ArrayList<>();
        for (int i = from; i < to && !resends.isEmpty(); i++) {
            if (isResend(i) && isKept(from, to, i)) {
                kept.add(place(i));
            }
        }
        return kept;
    }

    boolean isResend(int index) {
        return resends.containsKey(place(index));
    }

    private Slice lines(int from, int to) {
        return Slice.of(text.bytes(), starts[from], to == count ? text.length() : starts[to]);
    }

    Place place(int index) {
        return new Place(offsets[index], items[index]);
    }

    /** The same without the items that have lines already. */
    FolderLines without(FolderItems there) throws IOException {
        if (there.isEmpty()) {
            return this;
        }
        sort();
        FolderLines rest = new FolderLines();
        rest.resends.putAll(resends);
        for (int i = 0; i < count; i++) {
            if (!there.hold(lines(i, i + 1))) {
                rest.add(offsets[i], items[i], lines(i, i + 1));
            }
        }
        return rest;
    }
}
