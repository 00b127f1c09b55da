package dev.sluice.pipeline;

import dev.sluice.assemble.HeldPiece;
import dev.sluice.assemble.ParkedSet;
import dev.sluice.assemble.PieceName;
import dev.sluice.assemble.Place;
import dev.sluice.assemble.SplitEvent;
import dev.sluice.lake.QuarantineLine;
import dev.sluice.lake.SplitWriter;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes what becomes of split events. */
final class SplitEventWriter {
    static final Outcome.Quarantined OTHER_DATA = new Outcome.Quarantined(
            "conflict", "another event with the same logicalid and other data is in the lake", "");

    private final SplitWriter writer;

    SplitEventWriter(SplitWriter writer) {
        this.writer = writer;
    }

    /**
     * The object of the lake, then the mark that it is there, then an earlier report is settled.
     *
     * @param event the pieces of the joined event
     * @param reported its set, if it was reported as incomplete before
     * @return what became of it; if another event of the same logical id is in the lake, its pieces are in the quarantine
     */
    SplitWriter.Written write(JoinedEvent joined, SplitEvent event, @Nullable ParkedSet reported) throws IOException {
        SplitWriter.Written written =
                writer.writeSplit(joined.change(), joined.logicalId(), joined, joined.contentHash(), joined.places());
        if (written == SplitWriter.Written.OTHER) {
            writeBroken(event, OTHER_DATA);
        } else if (reported != null) {
            writer.resolve(reported.report());
        }
        return written;
    }

    /** Keeps a set that can never become an event. */
    void writeBroken(SplitEvent event, Outcome.Quarantined fault) throws IOException {
        writer.writeBrokenSet(event.logicalId(), brokerTime(event), lines(event, fault));
    }

    /** Where a set is reported whose other pieces did not come in time. */
    String reportKey(SplitEvent event) throws IOException {
        return writer.reportKey(event.logicalId(), brokerTime(event));
    }

    void writeReport(String key, SplitEvent event, Outcome.Quarantined fault) throws IOException {
        writer.writeReport(key, lines(event, fault));
    }

    private static @Nullable Long brokerTime(SplitEvent event) throws IOException {
        return event.piece(event.names().get(0)).place().brokerTime();
    }

    /** A quarantine line per piece. */
    private static ObjectStore.Content lines(SplitEvent event, Outcome.Quarantined fault) {
        List<PieceName> names = event.names();
        return out -> {
            for (PieceName name : names) {
                HeldPiece piece = event.piece(name);
                Place place = piece.place();
                Slice line = QuarantineLine.of(
                        fault.code(),
                        fault.reason(),
                        fault.where(),
                        place.origin(),
                        place.position(),
                        place.brokerTime(),
                        piece.raw());
                out.write(line.bytes(), line.from(), line.length());
            }
        };
    }
}
