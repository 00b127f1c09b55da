package dev.sluice.pipeline;

import dev.sluice.change.ControlEvent;
import dev.sluice.lake.RedriveWriter;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Gathers what an item of the quarantine became; nothing is written yet. */
final class RedrivenItem implements LineSink, OutcomeSink, Outcome.Cases<Boolean> {
    private final RedriveWriter.Item item;
    /** Lines that are told, and those among them that are to be written here. */
    private int lines;

    private int ownLines;
    private boolean parked;
    private String reason = "";
    private Outcome.@Nullable Quarantined fault;

    RedrivenItem(RedriveWriter.Item item) {
        this.item = item;
    }

    int lines() {
        return lines;
    }

    boolean isParked() {
        return parked;
    }

    boolean isBad() {
        return fault != null;
    }

    Outcome.Quarantined fault() {
        return fault == null ? new Outcome.Quarantined("", "", "") : fault;
    }

    /** Why it was skipped or parked. */
    String reason() {
        return reason;
    }

    /** What cannot be: the items behind it in its record have the numbers that the new ones would get. */
    Outcome.Quarantined tooMany(int count) {
        return new Outcome.Quarantined(
                "too_many_items",
                "it reads as " + count + " items now, and others of its record have their numbers; replay the record"
                        + " into another lake",
                "");
    }

    /** Writes what is to be written here; false if it was there before. */
    boolean write() throws IOException {
        boolean isNew = item.write();
        return isNew || lines > ownLines;
    }

    @Override
    public void change(NormalizedChange change, Position position, Slice text) {
        item.add(change, position, text);
        ownLines += change.lines();
    }

    @Override
    public void control(ControlEvent.Kind kind, CommitTime time, Position position, Slice line) {
        item.addControl(kind.label(), time, position, line);
        ownLines++;
    }

    @Override
    public void sourceTime(long millis) {}

    @Override
    public void piece(Position position) {}

    @Override
    public boolean joined(JoinedEvent event) {
        return false;
    }

    @Override
    public void quarantined(Outcome.Quarantined bad, Position position, @Nullable Long brokerTime, Slice raw) {}

    @Override
    public void add(long offset, int number, Outcome outcome) {
        outcome.match(this);
    }

    @Override
    public Boolean emitted(Outcome.Emitted emitted) {
        lines += emitted.lines();
        return true;
    }

    @Override
    public Boolean parked(Outcome.Parked waiting) {
        parked = true;
        reason = "waits for " + waiting.missing();
        return true;
    }

    @Override
    public Boolean control(Outcome.Control control) {
        lines++;
        return true;
    }

    @Override
    public Boolean skipped(Outcome.Skipped skipped) {
        reason = skipped.reason();
        return true;
    }

    @Override
    public Boolean quarantined(Outcome.Quarantined bad) {
        fault = fault == null ? bad : fault;
        return true;
    }
}
