package dev.sluice.pipeline;

import dev.sluice.assemble.Assembly;
import dev.sluice.assemble.HeldPiece;
import dev.sluice.assemble.SplitEvent;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.decode.Items;
import dev.sluice.decode.MessageDecoder;
import dev.sluice.lake.DoneMark;
import dev.sluice.lake.LakeRun;
import dev.sluice.lake.QuarantineLine;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Normalizer;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the split events of a run: those that were whole in it, and those that it completed or left waiting. */
final class SplitEvents {
    private final Settings settings;
    private final LakeRun run;
    private final MessageDecoder decoder;
    private final Assembly assembly;
    private final List<JoinedLines> joined = new ArrayList<>();

    /** A joined event and its lines. */
    private record JoinedLines(
            NormalizedChange change, Slice logicalId, Slice lines, String hash, List<DoneMark.Place> pieces) {
        static JoinedLines of(NormalizedChange change, SplitEvent.Whole whole, Slice lines) {
            List<DoneMark.Place> places = whole.pieces().stream()
                    .map(piece -> new DoneMark.Place(
                            piece.segment().index(),
                            piece.origin().partition(),
                            piece.origin().epoch(),
                            piece.position().offset(),
                            piece.position().item()))
                    .toList();
            return new JoinedLines(
                    change, whole.lowest().segment().logicalId(), Slice.of(lines.copy()), whole.contentHash(), places);
        }
    }

    SplitEvents(Settings settings, ObjectStore state, LakeRun run) {
        this.settings = settings;
        this.run = run;
        this.decoder = new MessageDecoder(settings.limits());
        this.assembly = new Assembly(state, this::segment, decoder::join);
    }

    /** Takes an event that was whole in the run. */
    void add(NormalizedChange change, SplitEvent.Whole whole, Slice lines) {
        joined.add(JoinedLines.of(change, whole, lines));
    }

    /** Writes all of them; when this returns, every piece of the run is durable. */
    void write(List<PendingEvent> unfinished, OutcomeSink outcomes) throws IOException {
        for (PendingEvent pending : unfinished) {
            complete(pending, outcomes);
        }
        for (JoinedLines event : joined) {
            run.writeSplit(event.change, event.logicalId, event.lines, event.hash, event.pieces);
        }
    }

    private void complete(PendingEvent pending, OutcomeSink outcomes) throws IOException {
        SplitEvent event = pending.event();
        try {
            SplitEvent.Whole whole = assembly.parkAndJoin(run.origin().stream(), event);
            if (whole == null) {
                pending.parked(event.missing(), outcomes);
            } else {
                pending.emitted(normalize(whole).lines(), outcomes);
            }
        } catch (MalformedMessageException fault) {
            quarantine(event, fault);
            pending.quarantined(new Outcome.Quarantined(fault.code(), fault.reason(), fault.where()), outcomes);
        }
    }

    private NormalizedChange normalize(SplitEvent.Whole whole) {
        HeldPiece lowest = whole.lowest();
        Utf8Buffer lines = new Utf8Buffer(4096);
        Normalizer normalizer = new Normalizer(
                settings.normalize(), lowest.origin(), settings.limits().numberLength());
        NormalizedChange change = normalizer.normalize(whole.change(), lowest.position(), lines);
        add(change, whole, lines.slice(0));
        return change;
    }

    /** Keeps the whole set: one quarantine line per piece, in one object. */
    private void quarantine(SplitEvent event, MalformedMessageException fault) throws IOException {
        Collection<HeldPiece> pieces = event.pieces();
        List<Slice> lines = new ArrayList<>();
        Long brokerTime = null;
        for (HeldPiece piece : pieces) {
            Origin origin = piece.origin();
            brokerTime = brokerTime == null ? piece.brokerTime() : brokerTime;
            lines.add(QuarantineLine.of(
                    fault.code(),
                    fault.reason(),
                    fault.where(),
                    origin,
                    piece.position(),
                    piece.brokerTime(),
                    piece.segment().raw()));
        }
        run.writeBrokenSet(event.logicalId(), brokerTime, lines);
    }

    /** Reads a parked message as the segment that it is. */
    private Segment segment(Slice raw) throws MalformedMessageException {
        OneSegment one = new OneSegment();
        decoder.decode(raw, one);
        if (one.segment == null) {
            throw one.fault != null
                    ? one.fault
                    : new MalformedMessageException("not_a_segment", "a parked message is not a piece of an event", "");
        }
        return one.segment;
    }

    private static final class OneSegment implements Items {
        private @Nullable Segment segment;
        private @Nullable MalformedMessageException fault;

        @Override
        public void begin(int count) {}

        @Override
        public void change(int item, RowChange change) {}

        @Override
        public void segment(int item, Segment piece) {
            segment = HeldPiece.of(piece, new Origin("", 0, 0), new Position(0, 0, 1), null)
                    .segment();
        }

        @Override
        public void skipped(int item, String reason) {}

        @Override
        public void malformed(int item, MalformedMessageException reason, Slice raw) {
            fault = reason;
        }
    }
}
