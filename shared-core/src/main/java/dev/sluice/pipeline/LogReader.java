package dev.sluice.pipeline;

import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Normalizer;
import dev.sluice.normalize.Origin;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;

/**
 * Reads the log of a partition from one end to the other and tells what the lines of it are, without a lake. What the
 * pipeline has to find out from batches and a state store, such as which half of an update stands before which, is known
 * here. Serves one thread.
 */
public final class LogReader {
    private final RunReader reader;
    private final Normalizer normalizer;
    private final LogSplits splits;
    private final LogSink sink;
    private final OutcomeSink outcomes;

    /** @param splits those of the stream, for all of its partitions */
    public LogReader(Settings settings, Origin origin, LogSplits splits, LogSink sink, OutcomeSink outcomes) {
        StreamReader stream = new StreamReader(settings, origin.stream());
        this.reader = new RunReader(settings, stream, origin, false, sink, outcomes);
        this.normalizer = stream.normalizer(origin);
        this.splits = splits;
        this.sink = sink;
        this.outcomes = outcomes;
    }

    public void read(Delivery record) {
        reader.read(record);
    }

    /** Puts split events together whose pieces came since the last call; what is not whole waits outside of memory. */
    public void settle() throws IOException {
        for (PendingEvent pending : reader.takeUnfinished()) {
            JoinedEvent event = splits.settle(pending, outcomes);
            if (event != null) {
                sink.split(event);
            }
            pending.finish();
        }
    }

    /** The log is at its end: nothing more follows what waits. */
    public void end() throws IOException {
        settle();
        Utf8Buffer lines = new Utf8Buffer(1024);
        for (UpdatePairs.Held held : reader.halves()) {
            lines.clear();
            NormalizedChange change = normalizer.normalize(
                    held.half().change().asDeleteOfOldKey(), held.place().position(), lines);
            sink.oldKey(change, held.place().position(), lines.slice(0));
            reader.tell(held, UpdatePairs.ORPHAN);
        }
    }
}
