package dev.sluice.archive;

import dev.sluice.store.ListedObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Sorts the files of an archive by the partitions that their records are of. */
final class FilesByPartition {
    private final ArchiveFilter filter;
    private final Map<Key, Files> partitions = new TreeMap<>(
            Comparator.comparing(Key::stream).thenComparingInt(Key::partition).thenComparingInt(Key::epoch));
    private final Set<String> streams = new TreeSet<>();
    private final List<ArchiveFault> faults = new ArrayList<>();

    FilesByPartition(ArchiveFilter filter) {
        this.filter = filter;
    }

    /** A file and what its path tells. */
    record Placed(ListedObject file, ArchivePlace place) {}

    private record Key(String stream, int partition, int epoch) {}

    /** The files of a partition. */
    private static final class Files {
        private final List<ArchiveFile> listed = new ArrayList<>();
        private @Nullable String log;
        private boolean differ;

        void add(ArchiveFile file, @Nullable String ofLog) {
            differ |= log != null && ofLog != null && !log.equals(ofLog);
            log = log == null ? ofLog : log;
            listed.add(file);
        }
    }

    /**
     * Adds files by their paths. Where these tell nothing, the filter's names hold; but not beside files whose paths do, for
     * then a file is likely to be a stray one.
     */
    void addByPath(List<Placed> files) {
        boolean told = files.stream().anyMatch(file -> file.place.isWhole());
        for (Placed file : files) {
            String stream = file.place.stream() == null && !told ? filter.stream() : file.place.stream();
            Integer partition = file.place.partition() == null && !told ? filter.partition() : file.place.partition();
            if (stream == null || partition == null) {
                faults.add(new ArchiveFault(
                        file.file.key(),
                        "no_place",
                        "its path tells no stream and partition; give its layout, or its stream and partition"));
            } else {
                add(
                        new Key(stream, partition, file.place.epoch()),
                        new ArchiveFile(file.file.key(), file.file.size()),
                        file.place.log());
            }
        }
    }

    /**
     * Adds a file whose records tell themselves of which partitions they are, but not of which life of their log: as those of
     * a broker, they are of the newest one that the archive has.
     */
    void add(EventFile file) {
        faults.addAll(file.faults());
        for (ArchivePlace place : file.places()) {
            if (place.stream() != null && place.partition() != null) {
                int epoch = newest(place.stream(), place.partition());
                add(new Key(place.stream(), place.partition(), epoch), file.file(), place.log());
            }
        }
    }

    private int newest(String stream, int partition) {
        return partitions.keySet().stream()
                .filter(key -> key.stream.equals(stream) && key.partition == partition)
                .mapToInt(Key::epoch)
                .max()
                .orElse(0);
    }

    private void add(Key key, ArchiveFile file, @Nullable String log) {
        streams.add(key.stream);
        if (filter.takes(key.stream, key.partition)) {
            partitions.computeIfAbsent(key, none -> new Files()).add(file, log);
        }
    }

    /** @throws ArchiveChoiceException if the filter names what is not there, or there are two logs under one name */
    ArchiveListing listing() {
        if (partitions.isEmpty() && !streams.isEmpty()) {
            throw new ArchiveChoiceException(
                    "the archive holds no such stream and partition; its streams are " + String.join(", ", streams));
        }
        List<PartitionFiles> all = new ArrayList<>();
        partitions.forEach((key, files) -> {
            if (files.differ) {
                throw new ArchiveChoiceException("the archive holds hubs of the name " + key.stream
                        + " of several namespaces, or topics of several clusters; give a folder with one of them, or name"
                        + " the cluster (SLUICE_KAFKA_CLUSTER) if it is one");
            }
            all.add(new PartitionFiles(key.stream, key.partition, key.epoch, files.log, files.listed));
        });
        return new ArchiveListing(all, faults);
    }
}
