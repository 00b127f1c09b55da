package dev.sluice.pipeline;

import dev.sluice.assemble.Assembly;
import dev.sluice.assemble.SplitEvent;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.decode.MessageDecoder;
import dev.sluice.lake.LakeRun;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the split events of a run: those that were whole in it, and those that it completed or left waiting. */
final class SplitEvents {
    private final String stream;
    private final SplitEventWriter writer;
    private final Assembly assembly;
    private final List<SplitEventWriter.Joined> joined = new ArrayList<>();

    SplitEvents(Settings settings, ObjectStore state, LakeRun run) {
        MessageDecoder decoder = new MessageDecoder(settings.limits());
        this.stream = run.origin().stream();
        this.writer = new SplitEventWriter(settings, run.splits());
        this.assembly = new Assembly(
                state,
                new SegmentDecoder(decoder),
                decoder::join,
                settings.limits().eventBytes());
    }

    /** Takes an event that was whole in the run. */
    void add(NormalizedChange change, SplitEvent.Whole whole, Slice lines) {
        joined.add(new SplitEventWriter.Joined(change, Slice.of(lines.copy()), whole, null));
    }

    /**
     * Writes all of them; when this returns, every piece of the run is durable.
     *
     * @param whole those that were whole in the run, in the order in which they were added
     */
    void write(List<PendingEvent> whole, List<PendingEvent> unfinished, OutcomeSink outcomes) throws IOException {
        for (int i = 0; i < whole.size(); i++) {
            write(joined.get(i), whole.get(i), outcomes);
        }
        for (PendingEvent pending : unfinished) {
            complete(pending, outcomes);
        }
    }

    private void write(SplitEventWriter.Joined event, PendingEvent pending, OutcomeSink outcomes) throws IOException {
        Optional<Outcome.Quarantined> fault = writer.write(event);
        if (fault.isPresent()) {
            pending.quarantined(fault.get(), outcomes);
        } else {
            pending.emitted(event.change().lines(), outcomes);
        }
    }

    private void complete(PendingEvent pending, OutcomeSink outcomes) throws IOException {
        SplitEvent event = pending.event();
        try {
            Assembly.Completed completed = assembly.parkAndJoin(stream, event);
            if (completed == null) {
                pending.parked(event.missing(), outcomes);
            } else {
                write(writer.normalize(completed.whole(), completed.reported()), pending, outcomes);
            }
        } catch (MalformedMessageException e) {
            Outcome.Quarantined fault = new Outcome.Quarantined(e.code(), e.reason(), e.where());
            writer.writeBroken(event, fault);
            assembly.markConflict(stream, event);
            pending.quarantined(fault, outcomes);
        }
    }
}
