package dev.sluice.pipeline;

import dev.sluice.assemble.HeldPiece;
import dev.sluice.assemble.ParkedSet;
import dev.sluice.assemble.SplitEvent;
import dev.sluice.lake.DoneMark;
import dev.sluice.lake.QuarantineLine;
import dev.sluice.lake.SplitWriter;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Normalizer;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns split events into what is written of them. */
final class SplitEventWriter {
    private final Settings settings;
    private final SplitWriter writer;

    SplitEventWriter(Settings settings, SplitWriter writer) {
        this.settings = settings;
        this.writer = writer;
    }

    /**
     * An event that is whole, as lines.
     *
     * @param reported its set, if it was reported as incomplete before
     */
    record Joined(
            NormalizedChange change,
            Slice lines,
            SplitEvent.Whole whole,
            @Nullable ParkedSet reported) {}

    /** The lines of a whole event, at the place of its lowest piece. */
    Joined normalize(SplitEvent.Whole whole, @Nullable ParkedSet reported) {
        HeldPiece lowest = whole.lowest();
        Utf8Buffer lines = new Utf8Buffer(4096);
        Normalizer normalizer = new Normalizer(
                settings.normalize(), lowest.origin(), settings.limits().numberLength());
        NormalizedChange change = normalizer.normalize(whole.change(), lowest.position(), lines);
        return new Joined(change, lines.slice(0), whole, reported);
    }

    /**
     * The object of the lake, then the mark that it is there, then an earlier report is settled.
     *
     * @return what is wrong, if another event of the same logical id is in the lake; its pieces are in the quarantine then
     */
    Optional<Outcome.Quarantined> write(Joined event) throws IOException {
        List<DoneMark.Place> places = event.whole.pieces().stream()
                .map(piece -> new DoneMark.Place(
                        piece.segment().index(),
                        piece.origin().partition(),
                        piece.origin().epoch(),
                        piece.position().offset(),
                        piece.position().item()))
                .toList();
        Slice logicalId = event.whole.lowest().segment().logicalId();
        if (!writer.writeSplit(event.change, logicalId, event.lines, event.whole.contentHash(), places)) {
            Outcome.Quarantined fault = new Outcome.Quarantined(
                    "conflict", "another event with the same logicalid and other data is in the lake", "");
            writer.writeBrokenSet(logicalId, event.whole.lowest().brokerTime(), lines(event.whole.pieces(), fault));
            return Optional.of(fault);
        }
        if (event.reported != null) {
            writer.resolve(event.reported.report());
        }
        return Optional.empty();
    }

    /** Keeps a set that can never become an event. */
    void writeBroken(SplitEvent event, Outcome.Quarantined fault) throws IOException {
        writer.writeBrokenSet(event.logicalId(), brokerTime(event), lines(event.pieces(), fault));
    }

    /** Reports a set whose other pieces did not come in time; the key of the report. */
    String writeIncomplete(SplitEvent event, Outcome.Quarantined fault) throws IOException {
        return writer.writeIncomplete(event.logicalId(), brokerTime(event), lines(event.pieces(), fault));
    }

    private static @Nullable Long brokerTime(SplitEvent event) {
        return event.pieces().iterator().next().brokerTime();
    }

    /** A quarantine line per piece. */
    private static List<Slice> lines(Collection<HeldPiece> pieces, Outcome.Quarantined fault) {
        List<Slice> lines = new ArrayList<>();
        for (HeldPiece piece : pieces) {
            lines.add(QuarantineLine.of(
                    fault.code(),
                    fault.reason(),
                    fault.where(),
                    piece.origin(),
                    piece.position(),
                    piece.brokerTime(),
                    piece.segment().raw()));
        }
        return lines;
    }
}
