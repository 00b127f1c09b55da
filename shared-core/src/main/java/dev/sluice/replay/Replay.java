package dev.sluice.replay;

import dev.sluice.archive.ArchiveChoiceException;
import dev.sluice.archive.ArchivePartition;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.archive.ArchivedRecord;
import dev.sluice.archive.Extent;
import dev.sluice.archive.PartitionRecords;
import dev.sluice.archive.SideBySide;
import dev.sluice.change.Table;
import dev.sluice.lake.Deadline;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives the records of an archive to the pipeline as a broker would, partition by partition: what is in the lake is
 * skipped, holes are filled. Safe beside live traffic, again, and after a kill at any point: the ledger knows what is in.
 *
 * <p>Records of a life of the log that is over are left out. The pipeline would take them for records of the newest one,
 * because a broker never delivers them.
 */
public final class Replay {
    /** Records of a batch. */
    static final int MOST_RECORDS = 10_000;
    /** Bytes of the bodies of a batch, unless it is one record. */
    static final long MOST_BYTES = 32 << 20;

    private final ChangePipeline pipeline;
    private final ObjectStore state;
    private final Names names;
    private final Deadline deadline;
    private final @Nullable Predicate<Table> tables;

    /**
     * What logs are called, where the archive does not say or says otherwise.
     *
     * @param stream what live traffic calls the stream; null if it is called as in the archive
     * @param log full identity of the log; null if it is as in the archive, or in the ledger
     */
    public record Names(@Nullable String stream, @Nullable String log) {
        public static final Names AS_ARCHIVED = new Names(null, null);

        /**
         * Sees that names for one stream are given for one.
         *
         * @throws ArchiveChoiceException if they are for several
         */
        public void requireOneStream(Collection<String> streams) {
            Set<String> different = new TreeSet<>(streams);
            if (different.size() > 1 && (stream != null || log != null)) {
                throw new ArchiveChoiceException(
                        "one name is given for several streams: " + String.join(", ", different));
            }
        }

        /** What live traffic calls a stream of the archive. */
        public String streamOf(String archived) {
            return stream == null ? archived : stream;
        }

        /**
         * What live traffic calls a partition of the archive.
         *
         * @param archivedLog null if the archive does not tell
         * @throws ArchiveChoiceException if nothing tells which log it is
         */
        StreamPartition source(String archived, int partition, @Nullable String archivedLog, LakeLedger ledger) {
            String given = log == null ? archivedLog : log;
            String known = ledger.log();
            if (given == null
                    || given.equalsIgnoreCase(
                            known)) { // names of namespaces and hubs do not tell upper from lower case
                given = known;
            }
            if (given == null) {
                throw new ArchiveChoiceException("nothing tells which log stream " + streamOf(archived) + ", partition "
                        + partition + " is of: neither its path nor the lake; name it (--log)");
            }
            return new StreamPartition(streamOf(archived), partition, given);
        }
    }

    /** @param state where the ledgers of the pipeline's lake are */
    public Replay(ChangePipeline pipeline, ObjectStore state, Names names) {
        this(pipeline, state, names, Deadline.NONE);
    }

    /**
     * The same for who has no time without end.
     *
     * @param deadline after it nothing new is begun; what is durable stays, and the replay can be run again
     */
    public Replay(ChangePipeline pipeline, ObjectStore state, Names names, Deadline deadline) {
        this(pipeline, state, names, deadline, null);
    }

    private Replay(
            ChangePipeline pipeline,
            ObjectStore state,
            Names names,
            Deadline deadline,
            @Nullable Predicate<Table> tables) {
        this.pipeline = pipeline;
        this.state = state;
        this.names = names;
        this.deadline = deadline;
        this.tables = tables;
    }

    /** The same for the changes of some tables. Holes stay holes: the ledger does not move. */
    public Replay ofTables(Predicate<Table> some) {
        return new Replay(pipeline, state, names, deadline, some);
    }

    private record Target(ArchivePartition archived, StreamPartition source, boolean isNew) {}

    /**
     * Replays what was planned. A partition that fails does not stop the others.
     *
     * @param threads partitions that are replayed at a time; each holds a batch in memory
     * @return in the order of the plan
     * @throws ArchiveChoiceException if it is not certain which log the records are of; nothing was written then
     */
    public List<ReplayedPartition> run(ArchivePlan plan, int threads, ReplayListener listener) throws IOException {
        names.requireOneStream(
                plan.partitions().stream().map(ArchivePartition::stream).toList());
        List<List<Target>> chains = new ArrayList<>();
        Target before = null;
        for (ArchivePartition archived : plan.partitions()) {
            Target target = target(archived);
            if (before == null || !before.source.equals(target.source)) {
                chains.add(new ArrayList<>());
            }
            chains.get(chains.size() - 1).add(target); // lives of one log, one after the other
            before = target;
        }
        List<Callable<List<ReplayedPartition>>> tasks = new ArrayList<>();
        for (List<Target> chain : chains) {
            tasks.add(() -> {
                List<ReplayedPartition> done = new ArrayList<>();
                for (Target target : chain) {
                    done.add(replay(target, listener));
                }
                return done;
            });
        }
        return SideBySide.all(tasks, threads).stream().flatMap(List::stream).toList();
    }

    private Target target(ArchivePartition archived) throws IOException {
        LakeLedger ledger = LakeLedger.read(state, names.streamOf(archived.stream()), archived.partition());
        return new Target(
                archived,
                names.source(archived.stream(), archived.partition(), archived.log(), ledger),
                ledger.isNew());
    }

    private ReplayedPartition replay(Target target, ReplayListener listener) {
        Extent done = new Extent();
        long earlier = 0;
        IOException failure = null;
        try {
            LakeLedger ledger = ledger(target);
            if (target.archived.epoch() != 0 && target.archived.epoch() < ledger.epoch()) {
                earlier = target.archived.recordCount();
            } else {
                try (PartitionRecords records = target.archived.records(ledger.since())) {
                    Feed feed = new Feed(target, ledger, done, listener);
                    for (ArchivedRecord record = records.next(); record != null; record = records.next()) {
                        feed.add(record);
                    }
                    feed.flush();
                    done.addFaults(records.faults());
                    earlier = records.earlier();
                }
            }
        } catch (IOException e) {
            failure = e;
        }
        return new ReplayedPartition(target.source, done, target.isNew, earlier, failure);
    }

    private LakeLedger ledger(Target target) throws IOException {
        return LakeLedger.read(state, target.source.stream(), target.source.partition());
    }

    /** Cuts the records of a partition into batches. */
    private final class Feed {
        private final Target target;
        private final LakeLedger ledger;
        private final Extent done;
        private final ReplayListener listener;
        private final List<ArchivedRecord> waiting = new ArrayList<>();
        private long bytes;

        private Feed(Target target, LakeLedger ledger, Extent done, ReplayListener listener) {
            this.target = target;
            this.ledger = ledger;
            this.done = done;
            this.listener = listener;
        }

        void add(ArchivedRecord record) throws IOException {
            if (waiting.size() == MOST_RECORDS || bytes + record.length() > MOST_BYTES) {
                flush();
            }
            waiting.add(record);
            bytes += record.length();
        }

        void flush() throws IOException {
            if (waiting.isEmpty()) {
                return;
            }
            if (!ledger.isNew() && ledger(target).epoch() != ledger.epoch()) {
                throw new IOException("the log of stream " + target.source.stream() + ", partition "
                        + target.source.partition() + " began anew meanwhile; run the command again");
            }
            List<ArchivedRecord> records = List.copyOf(waiting);
            waiting.clear();
            Batch batch = new Batch(
                    target.source,
                    records.stream().map(ArchivedRecord::delivery).toList());
            BatchReport report =
                    tables == null ? pipeline.process(batch, deadline) : pipeline.processTables(batch, tables);
            records.forEach(done::add);
            listener.replayed(target.source, records, report, bytes);
            bytes = 0;
        }
    }
}
