package dev.sluice.verify;

import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.OutcomeSink;

/**
 * Counts what became of items. What became of pieces hangs on the order in which partitions were read, so they are counted
 * as what they are. Serves one thread.
 */
final class ItemCounts implements OutcomeSink, Outcome.Cases<Boolean> {
    private long changes;
    private long pieces;
    private long control;
    private long skipped;
    private long quarantined;
    private boolean counting;

    /** @param on false for records that are read only because those behind them need it, and for what became of pieces */
    void setCounting(boolean on) {
        counting = on;
    }

    void addPiece() {
        pieces += counting ? 1 : 0;
    }

    @Override
    public void add(long offset, int item, Outcome outcome) {
        if (counting) {
            outcome.match(this);
        }
    }

    Certificate.Outcomes counts() {
        return new Certificate.Outcomes(changes, pieces, control, skipped, quarantined);
    }

    /** A first half of an update comes here too, with no line of its own. */
    @Override
    public Boolean emitted(Outcome.Emitted outcome) {
        changes += outcome.lines() > 0 ? 1 : 0;
        return true;
    }

    @Override
    public Boolean parked(Outcome.Parked outcome) {
        return true;
    }

    @Override
    public Boolean control(Outcome.Control outcome) {
        control++;
        return true;
    }

    @Override
    public Boolean skipped(Outcome.Skipped outcome) {
        skipped++;
        return true;
    }

    @Override
    public Boolean quarantined(Outcome.Quarantined outcome) {
        quarantined++;
        return true;
    }
}
