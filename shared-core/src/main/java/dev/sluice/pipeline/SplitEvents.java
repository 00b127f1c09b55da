package dev.sluice.pipeline;

import dev.sluice.assemble.Assembly;
import dev.sluice.assemble.ParkedSet;
import dev.sluice.assemble.SplitEvent;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.lake.Deadline;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.SplitWriter;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the split events of a run: those that were whole in it, and those that it completed or left waiting. */
final class SplitEvents {
    private final Settings settings;
    private final String stream;
    private final Deadline deadline;
    private final LineSink sink;
    private final SplitEventWriter writer;
    private final Assembly assembly;

    SplitEvents(
            Settings settings, ObjectStore state, LakeWriter lake, String stream, Deadline deadline, LineSink sink) {
        this.sink = sink;
        this.settings = settings;
        this.stream = stream;
        this.deadline = deadline;
        this.writer = new SplitEventWriter(new SplitWriter(lake, stream));
        this.assembly = new Assembly(state, () -> new SegmentDecoder(settings.limits()));
    }

    /** Writes all of them; when this returns, every piece of the run is durable. */
    void write(List<PendingEvent> events, OutcomeSink outcomes) throws IOException {
        for (PendingEvent pending : events) {
            deadline.requireTime();
            JoinedEvent joined = pending.joined();
            if (joined != null) {
                if (isWanted(joined, pending, outcomes)) {
                    write(joined, pending, null, outcomes);
                }
            } else {
                complete(pending, outcomes);
            }
            pending.finish();
        }
    }

    /** The pieces of an event of a table that is not wanted stay what they are: parked, or in the log only. */
    private boolean isWanted(JoinedEvent event, PendingEvent pending, OutcomeSink outcomes) {
        boolean wanted = sink.wants(event.change().table());
        if (!wanted) {
            pending.skipped(Outcome.Skipped.OTHER_TABLE, outcomes);
        }
        return wanted;
    }

    private SplitWriter.Written write(
            JoinedEvent event, PendingEvent pending, @Nullable ParkedSet reported, OutcomeSink outcomes)
            throws IOException {
        SplitWriter.Written written = writer.write(event, pending.event(), reported);
        switch (written) {
            case NOW -> pending.emitted(event, outcomes);
            case BEFORE -> pending.skipped(Outcome.Skipped.IN_LAKE, outcomes);
            case OTHER -> pending.quarantined(SplitEventWriter.OTHER_DATA, outcomes);
        }
        return written;
    }

    private void complete(PendingEvent pending, OutcomeSink outcomes) throws IOException {
        SplitEvent event = pending.event();
        try {
            Assembly.Completed completed = assembly.parkAndJoin(stream, event);
            if (completed == null) {
                pending.parked(event.missing(), outcomes);
                return;
            }
            JoinedEvent joined = new JoinedEvent(settings, completed.whole());
            if (isWanted(joined, pending, outcomes)
                    && write(joined, pending, completed.reported(), outcomes) == SplitWriter.Written.OTHER) {
                assembly.markConflict(stream, event);
            }
        } catch (MalformedMessageException e) {
            Outcome.Quarantined fault = new Outcome.Quarantined(e.code(), e.reason(), e.where());
            writer.writeBroken(event, fault);
            assembly.markConflict(stream, event);
            pending.quarantined(fault, outcomes);
        }
    }
}
