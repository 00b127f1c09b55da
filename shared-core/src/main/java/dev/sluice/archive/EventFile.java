package dev.sluice.archive;

import dev.sluice.archive.EventDataReader.Event;
import dev.sluice.archive.KafkaEvent.Entry;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A file of JSON with Kafka events of AWS Lambda, or with what an event source mapping gave up. Its records tell themselves of
 * which partitions they are.
 */
final class EventFile {
    /** Each is opened for itself. */
    private static final int MOST_RUNS = 100;

    private final ObjectStore store;
    private final ArchiveFile file;
    private final Map<ArchivePlace, Contents> partitions = new HashMap<>();
    private final List<ArchiveFault> faults = new ArrayList<>();

    private EventFile(ObjectStore store, ArchiveFile file) {
        this.store = store;
        this.file = file;
    }

    /** Whether a file is one, by its name or its first bytes. */
    static boolean isOne(ObjectStore store, String key) throws IOException {
        if (key.endsWith(ArchiveLayout.SUFFIX)) {
            return false;
        }
        return isNamed(key) || beginsAsObject(store, key);
    }

    /** True if the name says JSON, so that something else in it is wrong. */
    static boolean isNamed(String key) {
        return key.endsWith(".json") || EventRecords.isLines(key);
    }

    private static boolean beginsAsObject(ObjectStore store, String key) throws IOException {
        try (InputStream in = store.open(key).orElse(InputStream.nullInputStream())) {
            for (byte b : in.readNBytes(1000)) {
                if (b > ' ') {
                    return b == '{';
                }
            }
            return false;
        }
    }

    /** Reads a file if it is one. Whatever is wrong with it, or with reading it, is a fault of the file. */
    static Optional<EventFile> find(
            ObjectStore store, ArchiveFile file, ArchiveFilter filter, @Nullable String cluster) {
        try {
            return isOne(store, file.key()) ? Optional.of(scan(store, file, filter, cluster)) : Optional.empty();
        } catch (IOException e) {
            return Optional.of(new EventFile(store, file).unreadable(e));
        }
    }

    /**
     * Reads a file from end to end.
     *
     * @param cluster what the cluster is called, null if like its ARN or its brokers
     */
    static EventFile scan(ObjectStore store, ArchiveFile file, ArchiveFilter filter, @Nullable String cluster) {
        EventFile scan = new EventFile(store, file);
        try (EventRecords records = EventRecords.open(store, file.key())) {
            for (Entry entry = records.next(); entry != null; entry = records.next()) {
                String log = (cluster == null ? records.cluster() : cluster) + "/" + entry.topic();
                scan.add(new ArchivePlace(entry.topic(), (int) entry.partition(), log, 0), entry, filter);
            }
            scan.faults.addAll(records.faults());
        } catch (IOException e) {
            return scan.unreadable(e);
        }
        return scan;
    }

    private EventFile unreadable(IOException e) {
        faults.add(new ArchiveFault(file.key(), ArchiveFault.UNREADABLE, "it could not be read: " + e.getMessage()));
        return this;
    }

    private void add(ArchivePlace place, Entry entry, ArchiveFilter filter) {
        Contents contents = partitions.computeIfAbsent(place, key -> new Contents(filter));
        if (contents.runs().size() <= MOST_RUNS) {
            contents.add(event(entry));
            if (contents.runs().size() > MOST_RUNS) {
                faults.add(new ArchiveFault(
                        file.key(),
                        "out_of_order",
                        "its offsets go back over " + MOST_RUNS + " times; behind offset " + entry.offset()
                                + ", partition " + place.partition() + " was not read"));
            }
        }
    }

    private static Event event(Entry entry) {
        return new Event(entry.offset(), entry.brokerTime(), entry.body());
    }

    ArchiveFile file() {
        return file;
    }

    Set<ArchivePlace> places() {
        return partitions.keySet();
    }

    List<ArchiveFault> faults() {
        return faults;
    }

    /** What is in it of a partition. */
    ScannedFile of(String stream, int partition, ArchiveFilter filter) {
        Contents contents = new Contents(filter);
        partitions.forEach((place, found) -> {
            if (Objects.equals(place.stream(), stream) && Objects.equals(place.partition(), partition)) {
                contents.add(found);
            }
        });
        return new ScannedFile(
                file.key(),
                file.size(),
                from -> new OfPartition(EventRecords.open(store, file.key()), file.key(), stream, partition),
                contents,
                List.of());
    }

    /** The records of one partition. */
    private record OfPartition(EventRecords records, String key, String stream, int partition) implements Events {
        @Override
        public Event next(LongPredicate wanted) throws IOException {
            for (Entry entry = records.next(); entry != null; entry = records.next()) {
                if (entry.topic().equals(stream) && entry.partition() == partition) {
                    return event(entry);
                }
            }
            throw Events.changed(key, null);
        }

        @Override
        public long number() {
            return records.number();
        }

        @Override
        public void close() throws IOException {
            records.close();
        }
    }
}
