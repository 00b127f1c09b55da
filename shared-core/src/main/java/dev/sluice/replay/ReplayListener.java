package dev.sluice.replay;

import dev.sluice.archive.ArchivedRecord;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.BatchReport;
import java.util.List;

/** Is told how far a replay is. Called from the threads of several partitions, for one partition in order. */
@FunctionalInterface
public interface ReplayListener {
    /**
     * A batch is durable.
     *
     * @param records of the batch, in its order
     * @param bytes of their bodies
     */
    void replayed(StreamPartition source, List<ArchivedRecord> records, BatchReport report, long bytes);
}
