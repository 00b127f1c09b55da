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
    /** So many records are told one by one. */
    private static final int MOST_TOLD = 20;

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
     * A record that was found.
     *
     * @param place with epoch 0 where the archive does not tell the life of the log
     * @param brokerTime milliseconds since 1970, null if it has none
     */
    record Located(RecordPlace place, @Nullable Long brokerTime, Finding finding) {}

    /** What was found; of very many records the first ones, and how many there are. */
    static final class Found {
        private final List<Located> first = new ArrayList<>();
        private final List<Finding> faults = new ArrayList<>();
        private long count;

        private void add(Located record) {
            count++;
            if (first.size() < MOST_TOLD) {
                first.add(record);
            }
        }

        private void addFault(String file, String text) {
            faults.add(new Finding(Finding.Kind.ARCHIVE, file, 0, text));
        }

        List<Located> first() {
            return first;
        }

        /** The records, then what cannot be read, so that what was looked for may be there. */
        List<Finding> findings() {
            List<Finding> findings = new ArrayList<>();
            first.forEach(record -> findings.add(record.finding));
            if (count > first.size()) {
                String last = first.get(first.size() - 1).finding.object();
                findings.add(
                        new Finding(Finding.Kind.ARCHIVE, last, 0, "and " + (count - first.size()) + " more records"));
            }
            findings.addAll(faults);
            return findings;
        }
    }

    /** The records at some places. A place may have epoch 0, which is any; and so may a partition of the archive. */
    Found at(Collection<RecordPlace> places) throws IOException {
        Map<Log, NavigableSet<Long>> byLog = new TreeMap<>();
        for (RecordPlace place : places) {
            Log log = new Log(place.origin().stream(), place.origin().partition());
            byLog.computeIfAbsent(log, key -> new TreeSet<>()).add(place.offset());
        }
        Found found = new Found();
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
                search(
                        part,
                        found,
                        record -> offsets.contains(record.record.delivery().offset())
                                && places.stream().anyMatch(place -> isAt(record, place)));
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
        Found found = new Found();
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
            found.addFault("", String.valueOf(isNotThere.getMessage()));
            return;
        }
        plan.faults().forEach(fault -> found.addFault(fault.file(), fault.code() + ": " + fault.reason()));
        for (ArchivePartition partition : plan.partitions()) {
            Origin origin =
                    new Origin(name == null ? partition.stream() : name, partition.partition(), partition.epoch());
            try (PartitionRecords records = partition.records(Long.MIN_VALUE)) {
                for (ArchivedRecord record = records.next(); record != null; record = records.next()) {
                    if (isWanted.test(new Candidate(origin, record))) {
                        found.add(located(origin, record));
                    }
                }
                records.faults().forEach(fault -> found.addFault(fault.file(), fault.code() + ": " + fault.reason()));
            }
        }
    }

    private static Located located(Origin origin, ArchivedRecord record) {
        long offset = record.delivery().offset();
        Long time = record.delivery().brokerTime();
        String text = "the record of partition " + origin.partition() + " offset " + offset + " of stream "
                + origin.stream() + ", " + record.length() + " bytes"
                + (time == null ? "" : ", taken by the broker at " + Instant.ofEpochMilli(time));
        return new Located(
                new RecordPlace(origin, offset),
                time,
                new Finding(Finding.Kind.ARCHIVE, record.file(), (int) record.number(), text));
    }
}
