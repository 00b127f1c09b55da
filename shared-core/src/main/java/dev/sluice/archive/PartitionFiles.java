package dev.sluice.archive;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Files of a partition, as a listing tells.
 *
 * @param stream as the archive calls it
 * @param epoch life of the log, 0 if paths do not tell
 * @param log full identity of the log, null if paths do not tell
 */
public record PartitionFiles(
        String stream, int partition, int epoch, @Nullable String log, List<ArchiveFile> files) {
    public PartitionFiles {
        files = List.copyOf(files);
    }

    /** The same with some of the files. */
    public PartitionFiles with(List<ArchiveFile> some) {
        return new PartitionFiles(stream, partition, epoch, log, some);
    }
}
