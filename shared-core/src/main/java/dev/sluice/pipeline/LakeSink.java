package dev.sluice.pipeline;

import dev.sluice.change.ControlEvent;
import dev.sluice.change.Table;
import dev.sluice.lake.LakeRun;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Gathers what a run becomes; nothing is written yet. */
final class LakeSink implements LineSink {
    private final LakeRun run;
    private final @Nullable Predicate<Table> tables;
    private final List<Resend> resends = new ArrayList<>();

    private record Resend(Position position, int lines) {}

    /** @param tables those that are wanted, null if all are */
    LakeSink(LakeRun run, @Nullable Predicate<Table> tables) {
        this.run = run;
        this.tables = tables;
    }

    @Override
    public boolean wants(Table table) {
        return tables == null || tables.test(table);
    }

    @Override
    public boolean wantsAll() {
        return tables == null;
    }

    @Override
    public void change(NormalizedChange change, Position position, Slice lines) {
        run.add(change, position, lines);
    }

    @Override
    public boolean resend(NormalizedChange change, Position position, Slice lines, Position copy) {
        run.addResend(change, position, lines, copy);
        resends.add(new Resend(position, change.lines()));
        return true;
    }

    /** What became of them; known when the run is committed. */
    void tellResends(OutcomeSink outcomes) {
        for (Resend resend : resends) {
            outcomes.add(
                    resend.position.offset(),
                    resend.position.item(),
                    run.holds(resend.position)
                            ? new Outcome.Emitted(resend.lines)
                            : new Outcome.Skipped(Outcome.Skipped.RESEND));
        }
    }

    @Override
    public void control(ControlEvent.Kind kind, CommitTime time, Position position, Slice line) {
        run.addControl(kind.label(), time, position, line);
    }

    @Override
    public void sourceTime(long millis) {
        run.sawSourceTime(millis);
    }

    @Override
    public void piece(Position position) {}

    @Override
    public boolean joined(JoinedEvent event) {
        return false;
    }

    @Override
    public void quarantined(Outcome.Quarantined fault, Position position, @Nullable Long brokerTime, Slice raw) {
        run.quarantine(fault.code(), fault.reason(), fault.where(), position, brokerTime, raw);
    }
}
