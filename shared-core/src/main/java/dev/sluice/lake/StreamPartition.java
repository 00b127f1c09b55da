package dev.sluice.lake;

/**
 * One partition of a stream.
 *
 * @param stream what the user calls the stream; names objects
 * @param log full identity of the broker's log, so that two logs are never taken for one
 */
public record StreamPartition(String stream, int partition, String log) {}
