package dev.sluice.pipeline;

import dev.sluice.change.ControlEvent;
import dev.sluice.change.Table;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import org.jspecify.annotations.Nullable;

/** Takes what the line makes of a run, in the order of the log. Slices are valid during the call only. */
public interface LineSink {
    /** False for a table of which nothing is wanted. */
    default boolean wants(Table table) {
        return true;
    }

    /** False if changes alone are wanted, and only those of some tables. */
    default boolean wantsAll() {
        return true;
    }

    /**
     * Takes the lines of one change.
     *
     * @param lines complete lines of the normalized event, each with its line feed
     */
    void change(NormalizedChange change, Position position, Slice lines);

    /**
     * Takes the lines of a change that the source sent before, in the same run.
     *
     * @param copy where the copy before it stands
     * @return false if it is not kept; true if only writing it will tell
     */
    default boolean resend(NormalizedChange change, Position position, Slice lines, Position copy) {
        return false;
    }

    /**
     * Takes the line of something that is no row change.
     *
     * @param line with its line feed
     * @param time when it happened, in UTC
     */
    void control(ControlEvent.Kind kind, CommitTime time, Position position, Slice line);

    /** Is told how far the source says that it has come, milliseconds since 1970. */
    void sourceTime(long millis);

    /** Is told of a piece of a split event, or half of an update; what became of it is told once it is known. */
    void piece(Position position);

    /**
     * Takes a change that came in pieces, when the piece comes that makes it whole.
     *
     * @param event writes its lines, now or later
     * @return true if that is all; false if only writing it will tell what becomes of it
     */
    boolean joined(JoinedEvent event);

    void quarantined(Outcome.Quarantined fault, Position position, @Nullable Long brokerTime, Slice raw);
}
