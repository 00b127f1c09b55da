package dev.sluice.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an archive has of a partition. */
public final class ArchivePartition {
    private final PartitionFiles listed;
    private final List<ScannedFile> files;
    private final long from;
    private final long to;

    ArchivePartition(PartitionFiles listed, List<ScannedFile> files, ArchiveFilter filter) {
        this.listed = listed;
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
        return listed.stream();
    }

    public int partition() {
        return listed.partition();
    }

    /** Life of the log, 0 if the archive does not tell. */
    public int epoch() {
        return listed.epoch();
    }

    /** Full identity of the log, null if the archive does not tell. */
    public @Nullable String log() {
        return listed.log();
    }

    /** How many files there are. */
    public int fileCount() {
        return files.size();
    }

    /** Records in the files, before they are merged and filtered. */
    public long recordCount() {
        return files.stream().mapToLong(file -> file.contents().records()).sum();
    }

    /** Records whose broker time cannot be read, in files that were read from end to end; all are, if times are asked for. */
    public long untimed() {
        return files.stream().mapToLong(file -> file.contents().untimed()).sum();
    }

    /**
     * Offsets that may be there and are wanted, ascending: from the first to the last of each file's records, stretches
     * that touch being one. Some between may be missing.
     */
    public List<Stretch> stretches() {
        List<Contents.Run> runs = files.stream()
                .flatMap(file -> file.contents().runs().stream())
                .sorted(Comparator.comparingLong(Contents.Run::first))
                .toList();
        List<Stretch> stretches = new ArrayList<>();
        for (Contents.Run run : runs) {
            long first = Math.max(run.first(), from);
            long last = Math.min(run.last(), to);
            Stretch before = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
            if (before != null && first <= before.last() + 1) {
                stretches.set(stretches.size() - 1, new Stretch(before.first(), Math.max(before.last(), last)));
            } else if (first <= last) {
                stretches.add(new Stretch(first, last));
            }
        }
        return stretches;
    }

    /** The files that hold records of a stretch. */
    public PartitionFiles filesOf(Stretch stretch) {
        return listed.with(files.stream()
                .filter(file -> file.contents().runs().stream()
                        .anyMatch(run -> run.first() <= stretch.last() && run.last() >= stretch.first()))
                .map(file -> new ArchiveFile(file.key(), file.size()))
                .toList());
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
        return new PartitionRecords(this, since);
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
