package dev.sluice.verify;

import dev.sluice.archive.Stretch;
import java.util.BitSet;
import java.util.TreeMap;

/** Offsets of the records of a log that were judged, as stretches. Serves one thread at a time. */
final class JudgedOffsets {
    private final TreeMap<Long, Stretch> stretches = new TreeMap<>();

    /** Adds the offsets of a block, behind those before. */
    synchronized void add(long start, BitSet offsets) {
        for (int from = offsets.nextSetBit(0); from >= 0; from = offsets.nextSetBit(offsets.nextClearBit(from))) {
            add(new Stretch(start + from, start + offsets.nextClearBit(from) - 1));
        }
    }

    private void add(Stretch next) {
        Stretch before = stretches.isEmpty() ? null : stretches.lastEntry().getValue();
        Stretch joined =
                before != null && before.last() + 1 == next.first() ? new Stretch(before.first(), next.last()) : next;
        stretches.put(joined.first(), joined);
    }

    synchronized boolean holds(long offset) {
        var stretch = stretches.floorEntry(offset);
        return stretch != null && offset <= stretch.getValue().last();
    }
}
