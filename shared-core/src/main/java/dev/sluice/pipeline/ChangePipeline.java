package dev.sluice.pipeline;

import dev.sluice.assemble.ParkedHalves;
import dev.sluice.change.Table;
import dev.sluice.lake.Deadline;
import dev.sluice.lake.LakeRun;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.RunSpan;
import dev.sluice.lake.RunTerms;
import dev.sluice.lake.RunTimes;
import dev.sluice.lake.SplitWriter;
import dev.sluice.lake.StreamPartition;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The line: a delivered batch goes through decode, assemble, normalize and write into the lake. Handlers, replay and
 * command line all call this one object.
 *
 * <p>Safe for any number of threads.
 */
public final class ChangePipeline {
    private final Settings settings;
    private final LakeWriter lake;
    private final ObjectStore state;
    private final RecordArchive archive;
    /** Readers that have nothing to read now. */
    private final Queue<StreamReader> idle = new ConcurrentLinkedQueue<>();

    public ChangePipeline(Settings settings, LakeWriter lake, ObjectStore state) {
        this(settings, lake, state, RecordArchive.NONE);
    }

    /** @param archive what is not in the lake yet is durable there before anything else of it is written */
    public ChangePipeline(Settings settings, LakeWriter lake, ObjectStore state, RecordArchive archive) {
        this.settings = settings;
        this.lake = lake;
        this.state = state;
        this.archive = archive;
    }

    /**
     * Takes a batch in. When this returns, every item is durable in the place that the report tells, and the batch may
     * be acknowledged. Bad input is never a reason to throw.
     *
     * @throws IOException when a store fails or another owner changed the ledger's shape; nothing may be acknowledged
     *     then, and the same records, however cut, can be given again
     */
    public BatchReport process(Batch batch) throws IOException {
        return process(batch, Deadline.NONE);
    }

    /**
     * The same for who has no time without end.
     *
     * @param deadline after it nothing new is begun; runs that were finished before stay so, and the rest is thrown back
     */
    public BatchReport process(Batch batch, Deadline deadline) throws IOException {
        return process(batch, deadline, null);
    }

    /**
     * Writes the changes of some tables only. Their objects become what they would be for all of the batch, and the ledger
     * does not move: when the records come for all tables, what is there is found, and the rest is written.
     */
    public BatchReport processTables(Batch batch, Predicate<Table> tables) throws IOException {
        return process(batch, Deadline.NONE, tables);
    }

    private BatchReport process(Batch batch, Deadline deadline, @Nullable Predicate<Table> tables) throws IOException {
        BatchReport report = new BatchReport();
        String stream = batch.source().stream();
        boolean sparse = settings.sparseTopics().contains(stream);
        RunTerms terms = new RunTerms(sparse, settings.rules(stream), deadline);
        StreamReader reader = idle.poll();
        if (reader == null || !reader.stream().equals(stream)) {
            reader = new StreamReader(settings, stream);
        }
        for (List<Delivery> records : batch.runs(LakeWriter.MAX_RUN, sparse)) {
            Delivery first = records.get(0);
            long last = records.get(records.size() - 1).offset();
            RunSpan span = new RunSpan(first.offset(), last, first.brokerTime(), times(records));
            try (LakeRun run = lake.begin(batch.source(), span, terms)) {
                if (archive != RecordArchive.NONE) {
                    archive.keep(batch.source(), run.origin().epoch(), lacking(run, records));
                }
                LakeSink sink = new LakeSink(run, tables);
                process(run, sink, reader, records, deadline, report);
                if (tables == null) {
                    run.commit();
                } else {
                    run.write();
                }
                sink.tellResends(report);
            }
        }
        idle.add(reader);
        return report;
    }

    private static List<Delivery> lacking(LakeRun run, List<Delivery> records) {
        return records.stream().filter(record -> !run.isDone(record.offset())).toList();
    }

    /** Everything but the commit: split events and halves of updates are durable then, all else is gathered in the run. */
    private void process(
            LakeRun run,
            LakeSink sink,
            StreamReader stream,
            List<Delivery> records,
            Deadline deadline,
            BatchReport report)
            throws IOException {
        StoredHalves halves = new StoredHalves(settings, state, stream.stream(), lake);
        RunReader reader = new RunReader(settings, stream, run.origin(), true, sink, report);
        for (Delivery record : records) {
            if (run.followsHole(record.offset())) {
                halves.settle(reader); // a run that began here found no first half either
            }
            if (run.isDone(record.offset())) {
                report.add(record.offset(), 0, new Outcome.Skipped(Outcome.Skipped.IN_LAKE));
            } else {
                reader.read(record);
            }
            run.sawBrokerTime(record.brokerTime());
        }
        halves.settle(reader);
        new SplitEvents(settings, state, lake, stream.stream(), deadline, sink).write(reader.unfinished(), report);
    }

    /** Keeps a batch in the quarantine that cannot be taken in. When this returns, it is durable and may be acknowledged. */
    public void keep(UnplacedBatch batch) throws IOException {
        lake.keepUnplaced(batch.source(), batch.lowest(), batch.brokerTime(), batch.reason(), batch.bodies());
    }

    /** How many stretches of a partition's log nobody has taken in, as of the last batch. */
    public int holes(StreamPartition source) {
        return lake.holes(source);
    }

    /**
     * True when what was parked waits for nothing more: it is in the lake, or in the quarantine.
     *
     * @param set see {@link Outcome.Parked}
     */
    public boolean isSettled(String stream, String set) throws IOException {
        return new SplitWriter(lake, stream).isSettled(set)
                || ParkedHalves.of(state, stream, set).list().haveServed();
    }

    private static RunTimes times(List<Delivery> records) {
        return (through, millis) -> {
            boolean some = false;
            for (Delivery record : records) {
                if (record.offset() <= through) {
                    if (record.brokerTime() == null || record.brokerTime() < millis) {
                        return false;
                    }
                    some = true;
                }
            }
            return some;
        };
    }
}
