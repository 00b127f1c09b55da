package dev.sluice.replay;

import dev.sluice.archive.Archive;
import dev.sluice.archive.ArchiveFault;
import dev.sluice.archive.ArchiveFile;
import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.ArchiveListing;
import dev.sluice.archive.ArchivePartition;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.archive.PartitionFiles;
import dev.sluice.archive.Stretch;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a replay into steps that can be done side by side. First by the paths of files into groups; then each group, once it
 * is known which records are in it, into stretches of the log, each with a range of its own in the ledger.
 */
final class ReplayPlanner {
    /** Records of an item. */
    static final long RECORDS = 100_000;
    /** Items of a group of files. */
    private static final long MOST_ITEMS = 200;

    private static final long GROUP_BYTES = 4L << 30;
    private static final int GROUP_FILES = 2000;

    private final Settings settings;
    private final LakeWriter lake;
    private final ObjectStore state;
    private final ReplayJournal journal;
    private final Source source;
    private final long mostRecords;

    /**
     * Where archived records are.
     *
     * @param prefix of the archive's files in its store
     * @param stream what live traffic calls the stream; null if as in the archive
     * @param cluster what it calls the cluster of Lambda's events; null if like its ARN or its brokers
     */
    record Source(
            ObjectStore store,
            String prefix,
            @Nullable String stream,
            @Nullable String cluster) {
        Archive archive(ReplayRequest request) {
            return new Archive(store, prefix, request.paths(), cluster);
        }
    }

    /** @param mostRecords of an item, unless it would be too many items */
    ReplayPlanner(Settings settings, LakeWriter lake, ObjectStore state, Source source, long mostRecords) {
        this.settings = settings;
        this.lake = lake;
        this.state = state;
        this.journal = new ReplayJournal(state);
        this.source = source;
        this.mostRecords = mostRecords;
    }

    /** Writes the request and its groups of files down; the groups' names. */
    List<String> begin(String id, ReplayRequest request) throws IOException {
        lake.fixLayout();
        ArchiveListing listing = source.archive(request).list(request.filter());
        request.names(source.stream)
                .requireOneStream(listing.partitions().stream()
                        .map(PartitionFiles::stream)
                        .toList());
        journal.start(id, new ReplayJournal.Started(request, listing.faults()));
        List<String> steps = new ArrayList<>();
        for (PartitionFiles partition : listing.partitions()) {
            for (PartitionFiles group : groups(partition)) {
                steps.add(journal.writeGroup(id, group, steps.size()));
            }
        }
        return steps;
    }

    private static List<PartitionFiles> groups(PartitionFiles partition) {
        List<PartitionFiles> groups = new ArrayList<>();
        List<ArchiveFile> group = new ArrayList<>();
        long bytes = 0;
        for (ArchiveFile file : partition.files()) {
            if (!group.isEmpty() && (group.size() == GROUP_FILES || bytes + file.size() > GROUP_BYTES)) {
                groups.add(partition.with(group));
                group.clear();
                bytes = 0;
            }
            group.add(file);
            bytes += file.size();
        }
        groups.add(partition.with(group));
        return groups;
    }

    /** Cuts a group of files; the items' names. */
    List<String> plan(String step, ReplayStep group) throws IOException {
        String id = ReplayJournal.id(step);
        ReplayRequest request = journal.started(id).request();
        Replay.Names names = request.names(source.stream);
        PartitionFiles files = group.files();
        LakeLedger ledger = ledger(request, files);
        StreamPartition target = names.source(files.stream(), files.partition(), files.log(), ledger);
        if (isEarlier(files, request.filter(), ledger)) {
            return journal.planned(step, new ReplayJournal.Planned(List.of(), List.of()));
        }
        ArchivePlan plan = source.archive(request)
                .scan(
                        new ArchiveListing(List.of(files), List.of()),
                        since(request.filter(), ledger).of(files.stream(), files.partition()),
                        1,
                        bytes -> {});
        requireRead(plan);
        List<String> items = new ArrayList<>();
        for (ArchivePartition partition : plan.partitions()) {
            List<Stretch> stretches = cut(partition.stretches(), ledger);
            for (Stretch stretch : stretches) {
                items.add(journal.writeItem(id, partition.filesOf(stretch), stretch));
            }
            if (!stretches.isEmpty()) {
                List<Long> starts = stretches.stream().map(Stretch::first).toList();
                lake.split(target, settings.rules(target.stream()), ledger.epoch(), starts);
            }
        }
        return journal.planned(step, new ReplayJournal.Planned(items, plan.faults()));
    }

    private LakeLedger ledger(ReplayRequest request, PartitionFiles files) throws IOException {
        return LakeLedger.read(state, request.names(source.stream).streamOf(files.stream()), files.partition());
    }

    /** Whether files were read from end to end to plan their items; then an item may be of records that a glance hides. */
    boolean readAll(ReplayRequest request, PartitionFiles files) throws IOException {
        return since(request.filter(), ledger(request, files)).readsAll();
    }

    /** A store that fails is a reason to try again; what it gave and cannot be read is told and left out. */
    static void requireRead(ArchivePlan plan) throws IOException {
        for (ArchiveFault fault : plan.faults()) {
            if (fault.code().equals(ArchiveFault.UNREADABLE)) {
                throw new IOException(fault.file() + ": " + fault.reason());
            }
        }
    }

    /** Of a life of the log that is over; its offsets are those of other records now. */
    private static boolean isEarlier(PartitionFiles files, ArchiveFilter filter, LakeLedger ledger) {
        return (files.epoch() != 0 && files.epoch() < ledger.epoch())
                || (filter.toTime() != null && filter.toTime().toEpochMilli() <= ledger.since());
    }

    private static ArchiveFilter since(ArchiveFilter filter, LakeLedger ledger) {
        return ledger.since() == Long.MIN_VALUE ? filter : filter.notBefore(Instant.ofEpochMilli(ledger.since()));
    }

    private List<Stretch> cut(List<Stretch> archived, LakeLedger ledger) {
        List<Stretch> lacking = archived.stream()
                .flatMap(stretch -> ledger.lacking(stretch).stream())
                .toList();
        long records = lacking.stream().mapToLong(ReplayPlanner::length).sum();
        long size = Math.max(mostRecords, records / MOST_ITEMS);
        List<Stretch> cut = new ArrayList<>();
        for (Stretch stretch : lacking) {
            for (long first = stretch.first(); first <= stretch.last(); first += size) {
                cut.add(new Stretch(first, Math.min(stretch.last(), first + size - 1)));
            }
        }
        return cut;
    }

    private static long length(Stretch stretch) {
        return stretch.last() - stretch.first() + 1;
    }
}
