package dev.sluice.cli;

import dev.sluice.archive.ArchivePartition;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.archive.ArchivedRecord;
import dev.sluice.change.Table;
import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.cli.input.Place;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Settings;
import dev.sluice.replay.Replay;
import dev.sluice.replay.ReplayListener;
import dev.sluice.replay.ReplayedPartition;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Replays into a lake and tells what does not come out. */
final class ReplayRun implements ReplayListener {
    /** Batches of so many partitions are in memory at a time. */
    static final int PARTITIONS_AT_ONCE = 4;

    private final Outcomes outcomes;
    private final PartitionProgress progress;

    ReplayRun(Outcomes outcomes, PartitionProgress progress) {
        this.outcomes = outcomes;
        this.progress = progress;
    }

    /** @param tables null for all */
    List<ReplayedPartition> run(
            ArchivePlan plan, Settings settings, Stores stores, Replay.Names names, @Nullable Predicate<Table> tables)
            throws IOException {
        try (LakeWriter lake = LakeWriter.open(stores.lake(), stores.state(), settings.layout())) {
            ChangePipeline pipeline = new ChangePipeline(settings, lake, stores.state());
            Replay replay = new Replay(pipeline, stores.state(), names);
            List<ReplayedPartition> done =
                    (tables == null ? replay : replay.ofTables(tables)).run(plan, PARTITIONS_AT_ONCE, this);
            outcomes.finish(set -> pipeline.isSettled(set.stream(), set.set()));
            return done;
        }
    }

    /** How many records there are of each partition, by the name under which it is shown. */
    static Map<String, Long> sizes(ArchivePlan plan, Replay.Names names) {
        Map<String, Long> sizes = new HashMap<>();
        for (ArchivePartition partition : plan.partitions()) {
            sizes.merge(
                    name(names.streamOf(partition.stream()), partition.partition()),
                    partition.recordCount(),
                    Long::sum);
        }
        return sizes;
    }

    private static String name(String stream, int partition) {
        return stream + "/" + partition;
    }

    @Override
    public synchronized void replayed(
            StreamPartition source, List<ArchivedRecord> records, BatchReport report, long bytes) {
        outcomes.add(
                source.stream(),
                records.stream()
                        .map(record -> new Place(record.file(), record.number()))
                        .toList(),
                report);
        progress.step(name(source.stream(), source.partition()), records.size());
    }
}
