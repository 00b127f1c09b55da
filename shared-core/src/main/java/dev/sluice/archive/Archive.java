package dev.sluice.archive;

import dev.sluice.archive.FilesByPartition.Placed;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files of Event Hubs Capture, or of an archive of our own, below a prefix of a store; and files of JSON beside them that hold
 * Kafka events of AWS Lambda.
 */
public final class Archive {
    private static final int READ_AT_A_TIME = 8;

    private final ObjectStore store;
    private final String prefix;
    private final ArchiveLayout layout;
    private final @Nullable String cluster;

    /** @param prefix "", a folder without its last slash, or the key of a file */
    public Archive(ObjectStore store, String prefix, ArchiveLayout layout) {
        this(store, prefix, layout, null);
    }

    /** @param cluster what the cluster of Lambda's events is called, null if like its ARN or its brokers */
    public Archive(ObjectStore store, String prefix, ArchiveLayout layout, @Nullable String cluster) {
        this.store = store;
        this.prefix = prefix;
        this.layout = layout;
        this.cluster = cluster;
    }

    /**
     * Lists the files and looks into those that the filter takes, see {@link #list} and {@link #scan}.
     *
     * @throws ArchiveChoiceException if the filter names a stream or partition that is not there, or the archive has two logs
     *     under one name
     */
    public ArchivePlan plan(ArchiveFilter filter, int threads, LongConsumer progress) throws IOException {
        List<Placed> files = files();
        Map<String, EventFile> events = events(files, filter);
        return scan(list(files, events, filter), events, filter, threads, progress);
    }

    /**
     * Finds out which records are in the files. Of a file of Capture that looks as it should, this takes the headers of its
     * blocks and the last one of them; what is wrong inside of the others shows when they are read, and is told by
     * {@link PartitionRecords#faults}. Any other file, and each if there are times in the filter, is read from end to end.
     * Memory holds some hundred bytes per file.
     *
     * @param threads partitions that are read at a time
     * @param progress told the size of each file when it was looked into, from any thread
     */
    public ArchivePlan scan(ArchiveListing listing, ArchiveFilter filter, int threads, LongConsumer progress)
            throws IOException {
        return scan(listing, Map.of(), filter, threads, progress);
    }

    private ArchivePlan scan(
            ArchiveListing listing,
            Map<String, EventFile> events,
            ArchiveFilter filter,
            int threads,
            LongConsumer progress)
            throws IOException {
        List<Callable<ArchivePartition>> scans = new ArrayList<>();
        for (PartitionFiles partition : listing.partitions()) {
            scans.add(() -> {
                List<ScannedFile> scanned = new ArrayList<>();
                for (ArchiveFile file : partition.files()) {
                    scanned.add(scan(file, partition, events.get(file.key()), filter));
                    progress.accept(file.size());
                }
                return new ArchivePartition(partition, scanned, filter);
            });
        }
        List<ArchivePartition> found = SideBySide.all(scans, threads);
        List<ArchiveFault> faults = new ArrayList<>(listing.faults());
        found.forEach(partition -> partition.files().forEach(file -> faults.addAll(file.faults())));
        faults.sort(Comparator.comparing(ArchiveFault::file));
        long files = found.stream()
                .flatMap(partition -> partition.files().stream())
                .map(ScannedFile::key)
                .distinct()
                .count();
        return new ArchivePlan(found, files, faults);
    }

    /** @param known the file, if it is one of events and was read already */
    private ScannedFile scan(
            ArchiveFile file, PartitionFiles partition, @Nullable EventFile known, ArchiveFilter filter)
            throws IOException {
        if (known == null && !EventFile.isOne(store, file.key())) {
            return FileScan.scan(store, file, filter);
        }
        EventFile events = known == null ? EventFile.scan(store, file, filter, cluster) : known;
        return events.of(partition.stream(), partition.partition(), filter);
    }

    /**
     * Lists the files that the filter takes by their paths, or by the records in them where these are JSON.
     *
     * @throws ArchiveChoiceException if the filter names a stream or partition that is not there, or the archive has two logs
     *     under one name
     */
    public ArchiveListing list(ArchiveFilter filter) throws IOException {
        List<Placed> files = files();
        return list(files, events(files, filter), filter);
    }

    private static ArchiveListing list(List<Placed> files, Map<String, EventFile> events, ArchiveFilter filter) {
        FilesByPartition partitions = new FilesByPartition(filter);
        partitions.addByPath(files.stream()
                .filter(file -> !events.containsKey(file.file().key()))
                .toList());
        events.values().forEach(partitions::add);
        return partitions.listing();
    }

    /** By key, the files of events among those whose paths tell nothing. */
    private Map<String, EventFile> events(List<Placed> files, ArchiveFilter filter) throws IOException {
        List<Callable<Optional<EventFile>>> reads = new ArrayList<>();
        for (Placed placed : files) {
            if (!placed.place().isWhole()) {
                ArchiveFile file =
                        new ArchiveFile(placed.file().key(), placed.file().size());
                reads.add(() -> EventFile.find(store, file, filter, cluster));
            }
        }
        Map<String, EventFile> events = new TreeMap<>();
        for (Optional<EventFile> read : SideBySide.all(reads, READ_AT_A_TIME)) {
            read.ifPresent(file -> events.put(file.file().key(), file));
        }
        return events;
    }

    private List<Placed> files() throws IOException {
        try (Stream<ListedObject> objects = store.list(prefix)) {
            return objects.filter(this::isBelow)
                    .map(file -> new Placed(file, layout.place(file.key())))
                    .toList();
        } catch (UncheckedIOException e) {
            throw new IOException("the archive cannot be listed: " + e.getMessage(), e);
        }
    }

    /** Some stores list a folder as an object without bytes. */
    private boolean isBelow(ListedObject file) {
        String key = file.key();
        boolean below = prefix.isEmpty() || key.equals(prefix) || key.startsWith(prefix + "/");
        return below && (file.size() > 0 || key.endsWith(ArchiveLayout.SUFFIX) || EventFile.isNamed(key));
    }
}
