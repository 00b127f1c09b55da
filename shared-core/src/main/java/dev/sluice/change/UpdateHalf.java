package dev.sluice.change;

import dev.sluice.text.Slice;

/**
 * One of the two records that DataWorks can make of an update; both tell the same table and sequence.
 *
 * @param first the row before the update, else the row after it
 * @param change an update that has only this image
 * @param raw the message as received
 */
public record UpdateHalf(boolean first, RowChange change, Slice raw) {}
