package dev.sluice.pipeline;

import dev.sluice.assemble.HeldPiece;
import dev.sluice.assemble.SplitEvent;
import dev.sluice.lake.LakePath;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.List;

/** A split event of the run at hand, with its pieces that wait for what becomes of them. */
final class PendingEvent {
    private final SplitEvent event;
    private final List<HeldPiece> waiting = new ArrayList<>();
    private boolean finished;

    PendingEvent(Slice logicalId) {
        this.event = new SplitEvent(logicalId);
    }

    SplitEvent event() {
        return event;
    }

    boolean isFinished() {
        return finished;
    }

    /** Takes no more pieces; those there are need not be kept. */
    void finish() {
        finished = true;
        event.release();
    }

    void await(HeldPiece piece) {
        waiting.add(piece);
    }

    /** The pieces are in the lake: the last one stands for the lines, the others are part of them. */
    void emitted(int lines, OutcomeSink outcomes) {
        for (int i = 0; i < waiting.size(); i++) {
            tell(waiting.get(i), new Outcome.Emitted(i == waiting.size() - 1 ? lines : 0), outcomes);
        }
    }

    /** @param missing the pieces that are not there */
    void parked(String missing, OutcomeSink outcomes) {
        String set = LakePath.eventHash(event.logicalId());
        for (HeldPiece piece : waiting) {
            tell(
                    piece,
                    new Outcome.Parked(
                            set, piece.segment().index(), piece.segment().last(), missing),
                    outcomes);
        }
    }

    void quarantined(Outcome.Quarantined outcome, OutcomeSink outcomes) {
        waiting.forEach(piece -> tell(piece, outcome, outcomes));
    }

    private static void tell(HeldPiece piece, Outcome outcome, OutcomeSink outcomes) {
        outcomes.add(piece.position().offset(), piece.position().item(), outcome);
    }
}
