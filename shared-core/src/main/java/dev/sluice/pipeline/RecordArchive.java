package dev.sluice.pipeline;

import dev.sluice.lake.StreamPartition;
import java.io.IOException;
import java.util.List;

/** Where records are kept as they came, before anything is made of them. */
@FunctionalInterface
public interface RecordArchive {
    /** Keeps nothing. */
    RecordArchive NONE = (source, epoch, records) -> {};

    /**
     * Keeps records; those that are kept already may be given again, cut in any way. When this returns, all of them are
     * durable.
     *
     * @param epoch life of the log
     * @param records ascending by offset
     */
    void keep(StreamPartition source, int epoch, List<Delivery> records) throws IOException;
}
