package dev.sluice.archive;

import java.util.List;

/**
 * The files of an archive, before any of them is read.
 *
 * @param partitions by stream, partition and life of the log
 * @param faults of files whose paths do not tell what they are of
 */
public record ArchiveListing(List<PartitionFiles> partitions, List<ArchiveFault> faults) {
    public ArchiveListing {
        partitions = List.copyOf(partitions);
        faults = List.copyOf(faults);
    }
}
