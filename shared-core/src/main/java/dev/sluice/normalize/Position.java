package dev.sluice.normalize;

/**
 * Place of an item in its partition's log.
 *
 * @param offset offset of the record (Event Hubs: the sequence number)
 * @param item number of the item within the record, from 0
 * @param items how many items the record has
 */
public record Position(long offset, int item, int items) {}
