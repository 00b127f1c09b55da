package dev.sluice.normalize;

/**
 * Where the records of a batch come from.
 *
 * @param stream name of the hub or topic, or what the user calls it
 * @param epoch life of the partition's log, counted from 1; the log begins anew when a hub is created again
 */
public record Origin(String stream, int partition, int epoch) {}
