package dev.sluice.pipeline;

import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;

/** Takes what a whole log becomes. */
public interface LogSink extends LineSink {
    /** Takes a split event that is whole, whatever partitions its pieces stood in. */
    void split(JoinedEvent event);

    /**
     * Takes the line that a sweep may have made of the first half of an update whose second half is not in the log: it is in
     * the lake if the second half stands elsewhere and changed the key.
     */
    void oldKey(NormalizedChange change, Position position, Slice lines);

    /** Split events come by {@link #split}. */
    @Override
    default boolean joined(JoinedEvent event) {
        return false;
    }
}
