package dev.sluice.replay;

import dev.sluice.archive.Extent;
import dev.sluice.lake.StreamPartition;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What a replay did with a partition.
 *
 * @param extent of what it gave to the pipeline and is durable
 * @param isNew the lake had nothing of the partition before
 * @param earlier records of an earlier life of the log, which were left out
 * @param failure why it did not come to the end; null if it did
 */
public record ReplayedPartition(
        StreamPartition source,
        Extent extent,
        boolean isNew,
        long earlier,
        @Nullable IOException failure) {}
