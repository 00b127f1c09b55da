package dev.sluice.lake;

import org.jspecify.annotations.Nullable;

/**
 * One partition of a stream.
 *
 * @param stream what the user calls the stream; names objects
 * @param log full identity of the broker's log, so that two logs are never taken for one
 */
public record StreamPartition(String stream, int partition, String log) {
    // Written out: to link what the compiler makes takes a process that starts some milliseconds.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StreamPartition that
                && partition == that.partition
                && stream.equals(that.stream)
                && log.equals(that.log);
    }

    @Override
    public int hashCode() {
        return (31 * stream.hashCode() + partition) * 31 + log.hashCode();
    }
}
