package dev.sluice.archive;

import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Files of Event Hubs Capture, or of an archive of our own, below a prefix of a store. */
public final class Archive {
    private static final String SUFFIX = ".avro";

    private final ObjectStore store;
    private final String prefix;
    private final ArchiveLayout layout;

    /** @param prefix "", a folder without its last slash, or the key of a file */
    public Archive(ObjectStore store, String prefix, ArchiveLayout layout) {
        this.store = store;
        this.prefix = prefix;
        this.layout = layout;
    }

    private record Placed(ListedObject file, ArchivePlace place) {}

    private record Key(String stream, int partition, int epoch) {}

    /** The files of a partition. */
    private static final class Files {
        private final List<ArchiveFile> listed = new ArrayList<>();
        private @Nullable String log;
        private boolean differ;

        void add(Placed file) {
            differ |= !listed.isEmpty() && !Objects.equals(log, file.place.log());
            log = file.place.log();
            listed.add(new ArchiveFile(file.file.key(), file.file.size()));
        }
    }

    /**
     * Lists the files and reads all those that the filter takes, see {@link #list} and {@link #scan}.
     *
     * @throws ArchiveChoiceException if the filter names a stream or partition that is not there, or the archive has two logs
     *     under one name
     */
    public ArchivePlan plan(ArchiveFilter filter, int threads, LongConsumer progress) throws IOException {
        return scan(list(filter), filter, threads, progress);
    }

    /**
     * Reads files from end to end, so that it is known which of their records are whole. Memory holds some hundred bytes per
     * file.
     *
     * @param threads partitions that are read at a time
     * @param progress told the size of each file when it was read, from any thread
     */
    public ArchivePlan scan(ArchiveListing listing, ArchiveFilter filter, int threads, LongConsumer progress)
            throws IOException {
        List<Callable<ArchivePartition>> scans = new ArrayList<>();
        for (PartitionFiles partition : listing.partitions()) {
            scans.add(() -> {
                List<ScannedFile> scanned = new ArrayList<>();
                for (ArchiveFile file : partition.files()) {
                    scanned.add(FileScan.scan(store, file, filter));
                    progress.accept(file.size());
                }
                return new ArchivePartition(store, partition, scanned, filter);
            });
        }
        List<ArchivePartition> found = SideBySide.all(scans, threads);
        List<ArchiveFault> faults = new ArrayList<>(listing.faults());
        found.forEach(partition -> partition.files().forEach(file -> faults.addAll(file.faults())));
        faults.sort(Comparator.comparing(ArchiveFault::file));
        return new ArchivePlan(
                found, found.stream().mapToLong(ArchivePartition::fileCount).sum(), faults);
    }

    /**
     * Lists the files that the filter takes by their paths.
     *
     * @throws ArchiveChoiceException if the filter names a stream or partition that is not there, or the archive has two logs
     *     under one name
     */
    public ArchiveListing list(ArchiveFilter filter) throws IOException {
        List<ArchiveFault> faults = new ArrayList<>();
        List<PartitionFiles> partitions = new ArrayList<>();
        partitions(placed(), filter, faults)
                .forEach((key, files) -> partitions.add(
                        new PartitionFiles(key.stream, key.partition, key.epoch, files.log, files.listed)));
        return new ArchiveListing(partitions, faults);
    }

    private List<Placed> placed() throws IOException {
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
        boolean below =
                prefix.isEmpty() || file.key().equals(prefix) || file.key().startsWith(prefix + "/");
        return below && (file.size() > 0 || file.key().endsWith(SUFFIX));
    }

    /**
     * Where paths tell nothing, the filter's names hold; but not beside files whose paths do, for then a file is likely to be
     * a stray one.
     */
    private static Map<Key, Files> partitions(List<Placed> listed, ArchiveFilter filter, List<ArchiveFault> faults) {
        boolean told = listed.stream().anyMatch(file -> file.place.isWhole());
        Map<Key, Files> partitions = new TreeMap<>(Comparator.comparing(Key::stream)
                .thenComparingInt(Key::partition)
                .thenComparingInt(Key::epoch));
        Set<String> streams = new TreeSet<>();
        for (Placed file : listed) {
            String stream = file.place.stream() == null && !told ? filter.stream() : file.place.stream();
            Integer partition = file.place.partition() == null && !told ? filter.partition() : file.place.partition();
            if (stream == null || partition == null) {
                faults.add(new ArchiveFault(
                        file.file.key(),
                        "no_place",
                        "its path tells no stream and partition; give its layout, or its stream and partition"));
                continue;
            }
            streams.add(stream);
            if (filter.takes(stream, partition)) {
                partitions
                        .computeIfAbsent(new Key(stream, partition, file.place.epoch()), key -> new Files())
                        .add(file);
            }
        }
        requireOneLog(partitions);
        if (partitions.isEmpty() && !streams.isEmpty()) {
            throw new ArchiveChoiceException(
                    "the archive holds no such stream and partition; its streams are " + String.join(", ", streams));
        }
        return partitions;
    }

    private static void requireOneLog(Map<Key, Files> partitions) {
        partitions.forEach((key, files) -> {
            if (files.differ) {
                throw new ArchiveChoiceException("the archive holds hubs of the name " + key.stream
                        + " of several namespaces; give a folder with one of them");
            }
        });
    }
}
