package dev.sluice.pipeline;

import dev.sluice.assemble.HeldPiece;
import dev.sluice.assemble.PieceName;
import dev.sluice.assemble.SplitEvent;
import dev.sluice.lake.LakePath;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A split event of the run at hand, with its pieces that wait for what becomes of them. */
final class PendingEvent {
    private final SplitEvent event;
    private final List<HeldPiece> waiting = new ArrayList<>();
    private @Nullable JoinedEvent joined;
    private boolean finished;

    PendingEvent(Slice logicalId) {
        this.event = new SplitEvent(logicalId);
    }

    SplitEvent event() {
        return event;
    }

    /** True when it was whole before; later pieces change nothing, as they do in later batches. */
    boolean isWhole() {
        return finished || joined != null;
    }

    /** True when its lines are out. */
    boolean isFinished() {
        return finished;
    }

    void finish() {
        finished = true;
        joined = null;
        event.release();
        waiting.clear();
    }

    /** The event as it is whole with the pieces of the run, null while it is not. */
    @Nullable
    JoinedEvent joined() {
        return joined;
    }

    void setJoined(JoinedEvent whole) {
        joined = whole;
    }

    void await(HeldPiece piece) {
        waiting.add(piece);
    }

    /** The pieces are in the lake: the last one stands for the lines, the others are part of them or not needed. */
    void emitted(JoinedEvent whole, OutcomeSink outcomes) {
        Set<PieceName> used = whole.names();
        int last = waiting.size() - 1;
        while (last > 0 && !used.contains(waiting.get(last).name())) {
            last--;
        }
        for (int i = 0; i < waiting.size(); i++) {
            Outcome outcome = used.contains(waiting.get(i).name())
                    ? new Outcome.Emitted(i == last ? whole.change().lines() : 0)
                    : new Outcome.Skipped(Outcome.Skipped.SUPERSEDED);
            tell(waiting.get(i), outcome, outcomes);
        }
    }

    /** @param missing the pieces that are not there */
    void parked(String missing, OutcomeSink outcomes) {
        String set = LakePath.eventHash(event.logicalId());
        for (HeldPiece piece : waiting) {
            tell(
                    piece,
                    new Outcome.Parked(set, piece.name().index(), piece.name().last(), missing),
                    outcomes);
        }
    }

    void skipped(String reason, OutcomeSink outcomes) {
        waiting.forEach(piece -> tell(piece, new Outcome.Skipped(reason), outcomes));
    }

    void quarantined(Outcome.Quarantined outcome, OutcomeSink outcomes) {
        waiting.forEach(piece -> tell(piece, outcome, outcomes));
    }

    private static void tell(HeldPiece piece, Outcome outcome, OutcomeSink outcomes) {
        Position position = piece.place().position();
        outcomes.add(position.offset(), position.item(), outcome);
    }
}
