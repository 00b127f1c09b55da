package dev.sluice.pipeline;

import dev.sluice.change.Segment;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import org.jspecify.annotations.Nullable;

/** Takes what the line makes of a run, in the order of the log. Slices are valid during the call only. */
public interface LineSink {
    /**
     * Takes the lines of one change.
     *
     * @param lines complete lines of the normalized event, each with its line feed
     */
    void change(NormalizedChange change, Position position, Slice lines);

    /**
     * Takes a piece whose other pieces are not in the run.
     *
     * @param segment valid as long as the batch's bodies are, its fragment during the call only
     */
    void parked(Segment segment, Position position, @Nullable Long brokerTime);

    void quarantined(Outcome.Quarantined fault, Position position, @Nullable Long brokerTime, Slice raw);
}
