package dev.sluice.pipeline;

import dev.sluice.assemble.PieceName;
import dev.sluice.assemble.Place;
import dev.sluice.assemble.SplitEvent;
import dev.sluice.lake.DoneMark;
import dev.sluice.lake.EventLines;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Normalizer;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A split event that is whole. Its lines are made while they are written, for they may be larger than memory. */
public final class JoinedEvent implements EventLines {
    private static final int SPILL_BYTES = 64 << 10;

    private final Settings settings;
    private final SplitEvent.Whole whole;
    private final NormalizedChange change;

    JoinedEvent(Settings settings, SplitEvent.Whole whole) {
        this.settings = settings;
        this.whole = whole;
        this.change = normalizer(place().origin()).describe(whole.change());
    }

    private Normalizer normalizer(Origin origin) {
        return new Normalizer(settings.normalize(), origin, settings.limits().numberLength());
    }

    public NormalizedChange change() {
        return change;
    }

    /** The event stands where its lowest piece stood. */
    private Place place() {
        return whole.lowest().place();
    }

    public Slice logicalId() {
        return whole.change().logicalId();
    }

    /** The pieces that it was made of. */
    Set<PieceName> names() {
        return whole.pieces().stream().map(SplitEvent.PlacedPiece::name).collect(Collectors.toSet());
    }

    /** 16 hex digits of the SHA-256 of the joined payload. */
    String contentHash() {
        return whole.contentHash().substring(0, 16);
    }

    /** Where its pieces stood, ascending. */
    public List<DoneMark.Place> places() {
        return whole.pieces().stream()
                .map(piece -> new DoneMark.Place(
                        piece.name().index(),
                        piece.place().origin().partition(),
                        piece.place().origin().epoch(),
                        piece.place().position().offset(),
                        piece.place().position().item()))
                .toList();
    }

    /** Writes the lines, each with its line feed. */
    public void writeTo(OutputStream out) throws IOException {
        write(place().origin(), place().position(), out);
    }

    @Override
    public void writeTo(int partition, long offset, OutputStream out) throws IOException {
        Origin origin = place().origin();
        Position position = place().position();
        write(
                new Origin(origin.stream(), partition, origin.epoch()),
                new Position(offset, position.item(), position.items()),
                out);
    }

    private void write(Origin origin, Position position, OutputStream out) throws IOException {
        Utf8Buffer lines = new Utf8Buffer(4096);
        try {
            normalizer(origin).normalize(whole.change(), position, lines, written -> {
                if (written.length() >= SPILL_BYTES) {
                    spill(written, out);
                }
            });
            spill(lines, out);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void spill(Utf8Buffer lines, OutputStream out) {
        try {
            out.write(lines.bytes(), 0, lines.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        lines.clear();
    }
}
