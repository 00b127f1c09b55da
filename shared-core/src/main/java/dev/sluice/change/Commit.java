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
public record Commit(Slice lsn, Slice beginLsn, long sequence, Slice time) {}
