package dev.sluice.aws;

import dev.sluice.change.ControlEvent;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Position;
import dev.sluice.pipeline.JoinedEvent;
import dev.sluice.pipeline.LineSink;
import dev.sluice.pipeline.Outcome;
import dev.sluice.text.Slice;
import org.jspecify.annotations.Nullable;

/** Counts changes, and keeps nothing. */
final class CountingSink implements LineSink {
    private int changes;

    int changes() {
        return changes;
    }

    @Override
    public void change(NormalizedChange change, Position position, Slice lines) {
        changes++;
    }

    @Override
    public void control(ControlEvent.Kind kind, CommitTime time, Position position, Slice line) {}

    @Override
    public void sourceTime(long millis) {}

    @Override
    public void piece(Position position) {}

    @Override
    public boolean joined(JoinedEvent event) {
        return false;
    }

    @Override
    public void quarantined(Outcome.Quarantined fault, Position position, @Nullable Long brokerTime, Slice raw) {}
}
