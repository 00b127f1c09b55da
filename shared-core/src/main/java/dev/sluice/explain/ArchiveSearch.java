package dev.sluice.explain;

import dev.sluice.archive.Archive;
import dev.sluice.archive.ArchiveChoiceException;
import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.ArchivePartition;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.archive.ArchivedRecord;
import dev.sluice.archive.PartitionRecords;
import dev.sluice.lake.RecordPlace;
import dev.sluice.normalize.Origin;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks for the records of an event in an archive, where they are as they came. */
public final class ArchiveSearch {
    private final Archive archive;
    private final ArchiveFilter filter;
    private final @Nullable String name;
    private final LongConsumer progress;

    /**
     * Searches a part of an archive.
     *
     * @param name what live traffic calls the stream, null if it is called as in the archive
     * @param progress told the size of each file when it was read, from any thread
     */
    public ArchiveSearch(Archive archive, ArchiveFilter filter, @Nullable String name, LongConsumer progress) {
        this.archive = archive;
        this.filter = filter;
        this.name = name;
        this.progress = progress;
    }

    /** A partition, whatever the life of its log. */
    private record Log(String stream, int partition) implements Comparable<Log> {
        @Override
        public int compareTo(Log other) {
            int order = stream.compareTo(other.stream);
            return order == 0 ? Integer.compare(partition, other.partition) : order;
        }
    }

    /**
     * What was found.
     *
     * @param records as findings, in the order of their places
     * @param faults of files that cannot be read in whole, so that what was looked for may be there
     */
    record Found(List<RecordPlace> places, List<Finding> records, List<Finding> faults) {}

    /** The records at some places. A place may have epoch 0, which is any; and so may a partition of the archive. */
    Found at(Collection<RecordPlace> places) throws IOException {
        Map<Log, NavigableSet<Long>> byLog = new TreeMap<>();
        for (RecordPlace place : places) {
            Log log = new Log(place.origin().stream(), place.origin().partition());
            byLog.computeIfAbsent(log, key -> new TreeSet<>()).add(place.offset());
        }
        Found found = new Found(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Map.Entry<Log, NavigableSet<Long>> wanted : byLog.entrySet()) {
            Log log = wanted.getKey();
            NavigableSet<Long> offsets = wanted.getValue();
            long first = Math.max(filter.fromOffset(), offsets.first());
            long last = Math.min(filter.toOffset(), offsets.last());
            boolean isTaken = filter.partition() == null || filter.partition() == log.partition;
            if (first <= last && isTaken) {
                ArchiveFilter part = new ArchiveFilter(
                        name == null ? log.stream : filter.stream(),
                        log.partition,
                        first,
                        last,
                        filter.fromTime(),
                        filter.toTime());
                search(part, found, record -> places.stream().anyMatch(place -> isAt(record, place)));
            }
        }
        return found;
    }

    private static boolean isAt(Candidate record, RecordPlace place) {
        Origin origin = place.origin();
        return record.record.delivery().offset() == place.offset()
                && record.origin.stream().equals(origin.stream())
                && record.origin.partition() == origin.partition()
                && (origin.epoch() == 0 || record.origin.epoch() == 0 || origin.epoch() == record.origin.epoch());
    }

    /** The records whose bodies hold a text as it stands. */
    Found holding(String text) throws IOException {
        byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
        Found found = new Found(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        search(filter, found, candidate -> {
            Slice body = candidate.record.delivery().body();
            return body != null && holds(body, wanted);
        });
        return found;
    }

    private static boolean holds(Slice body, byte[] wanted) {
        for (int i = 0; i <= body.length() - wanted.length; i++) {
            if (body.at(i) == wanted[0]
                    && Slice.of(body.bytes(), body.from() + i, body.to()).startsWith(wanted)) {
                return true;
            }
        }
        return false;
    }

    private record Candidate(Origin origin, ArchivedRecord record) {}

    private void search(ArchiveFilter part, Found found, Predicate<Candidate> isWanted) throws IOException {
        ArchivePlan plan;
        try {
            plan = archive.plan(part, 1, progress);
        } catch (ArchiveChoiceException isNotThere) {
            return;
        }
        plan.faults()
                .forEach(fault -> found.faults.add(finding(fault.file(), 0, fault.code() + ": " + fault.reason())));
        for (ArchivePartition partition : plan.partitions()) {
            Origin origin =
                    new Origin(name == null ? partition.stream() : name, partition.partition(), partition.epoch());
            try (PartitionRecords records = partition.records(Long.MIN_VALUE)) {
                for (ArchivedRecord record = records.next(); record != null; record = records.next()) {
                    if (isWanted.test(new Candidate(origin, record))) {
                        found.places.add(
                                new RecordPlace(origin, record.delivery().offset()));
                        found.records.add(finding(record.file(), record.number(), text(origin, record)));
                    }
                }
                records.faults()
                        .forEach(fault ->
                                found.faults.add(finding(fault.file(), 0, fault.code() + ": " + fault.reason())));
            }
        }
    }

    private static String text(Origin origin, ArchivedRecord record) {
        Long time = record.delivery().brokerTime();
        return "the record of partition " + origin.partition() + " offset "
                + record.delivery().offset() + " of stream " + origin.stream() + ", " + record.length() + " bytes"
                + (time == null ? "" : ", taken by the broker at " + Instant.ofEpochMilli(time));
    }

    private static Finding finding(String file, long number, String text) {
        return new Finding(Finding.Kind.ARCHIVE, file, (int) number, text);
    }
}
