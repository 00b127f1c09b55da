package dev.sluice.archive;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which records of an archive are wanted.
 *
 * @param stream as the archive calls it, null for all; also the name for files whose paths tell none
 * @param partition null for all; also the number for files whose paths tell none
 * @param fromOffset lowest offset
 * @param toOffset highest offset
 * @param fromTime the broker took them at or after this; null for no limit. Records are not left out by their own times: per
 *     partition the offsets from the first to the last record within the times are wanted
 * @param toTime the broker took them before this; null for no limit
 * @param readsAll files are read from end to end to know what is in them, as they are if times are asked for
 */
public record ArchiveFilter(
        @Nullable String stream,
        @Nullable Integer partition,
        long fromOffset,
        long toOffset,
        @Nullable Instant fromTime,
        @Nullable Instant toTime,
        boolean readsAll) {
    public static final ArchiveFilter ALL = new ArchiveFilter(null, null, 0, Long.MAX_VALUE, null, null);

    /** By glances at files, where these are enough. */
    public ArchiveFilter(
            @Nullable String stream,
            @Nullable Integer partition,
            long fromOffset,
            long toOffset,
            @Nullable Instant fromTime,
            @Nullable Instant toTime) {
        this(stream, partition, fromOffset, toOffset, fromTime, toTime, false);
    }

    public ArchiveFilter {
        if (fromOffset < 0 || toOffset < fromOffset) {
            throw new IllegalArgumentException("no offset is from " + fromOffset + " to " + toOffset);
        }
        if (fromTime != null && toTime != null && !fromTime.isBefore(toTime)) {
            throw new IllegalArgumentException("no time is from " + fromTime + " on and before " + toTime);
        }
        readsAll |= fromTime != null || toTime != null;
    }

    /** The same for one partition. */
    public ArchiveFilter of(String oneStream, int onePartition) {
        return new ArchiveFilter(oneStream, onePartition, fromOffset, toOffset, fromTime, toTime, readsAll);
    }

    /** The same without records that the broker took before a time. */
    public ArchiveFilter notBefore(Instant time) {
        return fromTime != null && fromTime.isAfter(time)
                ? this
                : new ArchiveFilter(stream, partition, fromOffset, toOffset, time, toTime);
    }

    boolean hasTimes() {
        return fromTime != null || toTime != null;
    }

    /** @param millis since 1970 */
    boolean isWithin(long millis) {
        return (fromTime == null || millis >= fromTime.toEpochMilli())
                && (toTime == null || millis < toTime.toEpochMilli());
    }

    boolean takes(String ofStream, int ofPartition) {
        return (stream == null || stream.equals(ofStream)) && (partition == null || partition == ofPartition);
    }
}
