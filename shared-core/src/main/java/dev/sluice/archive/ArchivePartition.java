package dev.sluice.archive;

import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an archive has of a partition. */
public final class ArchivePartition {
    private final ObjectStore store;
    private final String stream;
    private final int partition;
    private final int epoch;
    private final @Nullable String log;
    private final List<ScannedFile> files;
    private final long from;
    private final long to;

    ArchivePartition(
            ObjectStore store,
            String stream,
            int partition,
            int epoch,
            @Nullable String log,
            List<ScannedFile> files,
            ArchiveFilter filter) {
        this.store = store;
        this.stream = stream;
        this.partition = partition;
        this.epoch = epoch;
        this.log = log;
        this.files = List.copyOf(files);
        long lowest = Long.MAX_VALUE;
        long highest = -1;
        for (ScannedFile file : files) {
            lowest = Math.min(lowest, file.contents().lowest());
            highest = Math.max(highest, file.contents().highest());
        }
        this.from = filter.hasTimes() ? Math.max(filter.fromOffset(), lowest) : filter.fromOffset();
        this.to = filter.hasTimes() ? Math.min(filter.toOffset(), highest) : filter.toOffset();
    }

    /** The stream as the archive calls it. */
    public String stream() {
        return stream;
    }

    public int partition() {
        return partition;
    }

    /** Life of the log, 0 if the archive does not tell. */
    public int epoch() {
        return epoch;
    }

    /** Full identity of the log, null if the archive does not tell. */
    public @Nullable String log() {
        return log;
    }

    /** How many files there are. */
    public int fileCount() {
        return files.size();
    }

    /** Records in the files, before they are merged and filtered. */
    public long recordCount() {
        return files.stream().mapToLong(file -> file.contents().records()).sum();
    }

    /** Records whose broker time cannot be read. */
    public long untimed() {
        return files.stream().mapToLong(file -> file.contents().untimed()).sum();
    }

    List<ScannedFile> files() {
        return files;
    }

    /** Lowest offset that is wanted. */
    long from() {
        return from;
    }

    /** Highest offset that is wanted. */
    long to() {
        return to;
    }

    /**
     * The records that are wanted.
     *
     * @param since milliseconds since 1970; records that the broker took before are of an earlier life of the log, and are
     *     left out
     */
    public PartitionRecords records(long since) {
        return new PartitionRecords(store, this, since);
    }

    /** Reads what is wanted, and tells of it. */
    public Extent extent() throws IOException {
        Extent extent = new Extent();
        try (PartitionRecords records = records(Long.MIN_VALUE)) {
            for (ArchivedRecord record = records.next(); record != null; record = records.next()) {
                extent.add(record);
            }
            extent.addFaults(records.faults());
        }
        return extent;
    }
}
