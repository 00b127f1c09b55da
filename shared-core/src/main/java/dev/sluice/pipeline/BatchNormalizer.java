package dev.sluice.pipeline;

import dev.sluice.normalize.Origin;

/** The line without a lake: what records become goes to a sink, in their order. Serves one thread. */
public final class BatchNormalizer {
    private final Settings settings;
    private final Origin origin;
    private final StreamReader stream;

    public BatchNormalizer(Settings settings, Origin origin) {
        this.settings = settings;
        this.origin = origin;
        this.stream = new StreamReader(settings, origin.stream());
    }

    /** Takes a batch. */
    public BatchReport normalize(Iterable<Delivery> records, LineSink sink) {
        BatchReport report = new BatchReport();
        normalize(records, sink, report);
        return report;
    }

    /** Takes a batch of any length: nothing is kept of what was read. */
    public void normalize(Iterable<Delivery> records, LineSink sink, OutcomeSink outcomes) {
        RunReader reader = new RunReader(settings, stream, origin, false, sink, outcomes);
        for (Delivery record : records) {
            reader.read(record);
        }
        reader.giveUpUnfinished();
    }
}
