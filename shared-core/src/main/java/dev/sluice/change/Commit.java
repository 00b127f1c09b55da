package dev.sluice.change;

import dev.sluice.text.Slice;

/**
 * Where the change stands in the source's own log.
 *
 * @param lsn text of the commit position, empty if the message has none
 * @param beginLsn text of the position at which the transaction began, empty if the message has none
 * @param sequence number of the operation inside its transaction, -1 if the message has none
 * @param time the commit time exactly as the source wrote it, empty if the message has none
 */
public record Commit(Slice lsn, Slice beginLsn, long sequence, Slice time) {
    /** The same, in bytes of its own. */
    public Commit copy() {
        return new Commit(Slice.of(lsn.copy()), Slice.of(beginLsn.copy()), sequence, Slice.of(time.copy()));
    }

    /** The same with another time, if it has none. */
    public Commit orTime(Slice other) {
        return time.length() > 0 ? this : new Commit(lsn, beginLsn, sequence, other);
    }

    /** For a source that tells a time only. */
    public static Commit at(Slice time) {
        return new Commit(Slice.EMPTY, Slice.EMPTY, -1, time);
    }
}
