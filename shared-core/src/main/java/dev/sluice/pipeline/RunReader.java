package dev.sluice.pipeline;

import dev.sluice.assemble.HeldPiece;
import dev.sluice.assemble.SplitEvent;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.decode.Items;
import dev.sluice.decode.MessageDecoder;
import dev.sluice.lake.LakeWriter;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Normalizer;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decodes, assembles and normalizes the records of one run, and tells the sink and the report what each item became.
 * A resend is known within {@link LakeWriter#MAX_RUN} records, however long the input is. Needs no store: an event whose pieces are not all in the run is left {@link #unfinished}.
 */
final class RunReader implements Items {
    private final MessageDecoder decoder;
    private final Normalizer normalizer;
    private final Origin origin;
    private final Map<Slice, PendingEvent> events = new LinkedHashMap<>();
    private final List<PendingEvent> joined = new ArrayList<>();
    private Resends resends = new Resends();
    private int records;
    private final LineSink sink;
    private final OutcomeSink report;
    private final Utf8Buffer lines = new Utf8Buffer(2048);

    private Delivery delivery = new Delivery(0, null, null);
    private int items;

    RunReader(Settings settings, Origin origin, LineSink sink, OutcomeSink report) {
        this.decoder = new MessageDecoder(settings.limits());
        this.normalizer =
                new Normalizer(settings.normalize(), origin, settings.limits().numberLength());
        this.origin = origin;
        this.sink = sink;
        this.report = report;
    }

    void read(Delivery next) {
        delivery = next;
        if (records++ == LakeWriter.MAX_RUN) {
            records = 1;
            resends = new Resends();
        }
        if (next.body() == null) {
            begin(1);
            skipped(0, "tombstone");
        } else {
            decoder.decode(next.body(), this);
        }
    }

    @Override
    public void begin(int count) {
        items = count;
    }

    private Position position(int item) {
        return new Position(delivery.offset(), item, items);
    }

    @Override
    public void change(int item, RowChange change) {
        if (resends.isResend(change)) {
            skipped(item, "resend");
            return;
        }
        lines.clear();
        Position position = position(item);
        NormalizedChange normalized = normalizer.normalize(change, position, lines);
        sink.change(normalized, position, lines.slice(0));
        report.add(delivery.offset(), item, new Outcome.Emitted(normalized.lines()));
    }

    @Override
    public void segment(int item, Segment segment) {
        HeldPiece piece = HeldPiece.of(segment, origin, position(item), delivery.brokerTime());
        PendingEvent pending = events.computeIfAbsent(piece.segment().logicalId(), PendingEvent::new);
        if (!pending.event().add(piece)) {
            skipped(item, "resend");
        } else if (pending.isFinished()) {
            skipped(item, "superseded");
        } else {
            sink.piece(piece.position());
            pending.await(piece);
            tryJoin(pending);
        }
    }

    /** Emits the event if its pieces are all here. A set that cannot be joined is judged when the run is at its end. */
    private void tryJoin(PendingEvent pending) {
        SplitEvent.Whole whole;
        try {
            whole = pending.event().join(decoder::join);
        } catch (MalformedMessageException notYet) {
            return;
        }
        if (whole != null) {
            lines.clear();
            NormalizedChange normalized =
                    normalizer.normalize(whole.change(), whole.lowest().position(), lines);
            if (sink.joined(normalized, whole, lines.slice(0))) {
                pending.emitted(normalized.lines(), report);
            } else {
                joined.add(pending);
            }
            pending.finish();
        }
    }

    /** The split events that were whole in the run and whose outcome was left open, in the order they became so. */
    List<PendingEvent> joined() {
        return joined;
    }

    /** The split events that miss pieces, or whose pieces do not fit together. */
    List<PendingEvent> unfinished() {
        return events.values().stream().filter(event -> !event.isFinished()).toList();
    }

    /** Without a store nothing can wait: what is missing or contradictory is said now. */
    void giveUpUnfinished() {
        for (PendingEvent pending : unfinished()) {
            try {
                pending.event().join(decoder::join);
                pending.parked(pending.event().missing(), report);
            } catch (MalformedMessageException fault) {
                pending.quarantined(new Outcome.Quarantined(fault.code(), fault.reason(), fault.where()), report);
            }
        }
    }

    @Override
    public void skipped(int item, String reason) {
        report.add(delivery.offset(), item, new Outcome.Skipped(reason));
    }

    @Override
    public void malformed(int item, MalformedMessageException fault, Slice raw) {
        Outcome.Quarantined outcome = new Outcome.Quarantined(fault.code(), fault.reason(), fault.where());
        sink.quarantined(outcome, position(item), delivery.brokerTime(), raw);
        report.add(delivery.offset(), item, outcome);
    }
}
