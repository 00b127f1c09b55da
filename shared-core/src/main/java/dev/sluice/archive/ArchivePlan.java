package dev.sluice.archive;

import java.util.List;

/**
 * What an archive holds.
 *
 * @param partitions by stream, partition and life of the log; those of which there is no file are not among them
 * @param files that were read
 * @param faults of files, by their keys
 */
public record ArchivePlan(List<ArchivePartition> partitions, long files, List<ArchiveFault> faults) {
    public ArchivePlan {
        partitions = List.copyOf(partitions);
        faults = List.copyOf(faults);
    }
}
