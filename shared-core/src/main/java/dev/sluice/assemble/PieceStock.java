package dev.sluice.assemble;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The pieces of one event: some are at hand, the others are parked and loaded when they are needed. */
final class PieceStock {
    /** Parked pieces are kept in memory up to so many bytes, so that an event of a usual size is loaded once, not twice. */
    private static final int KEPT_BYTES = 8 << 20;

    private final Map<PieceName, HeldPiece> atHand = new HashMap<>();
    private final Map<PieceName, Place> places = new HashMap<>();
    private @Nullable ParkedSet parked;
    private long keptBytes;

    void add(HeldPiece piece) {
        atHand.put(piece.name(), piece);
    }

    /** The others are parked there. */
    void othersAreIn(ParkedSet set) {
        parked = set;
    }

    /** The copy that is at hand does not count: another one was parked before it. */
    void preferParked(PieceName name) {
        atHand.remove(name);
    }

    @Nullable
    HeldPiece atHand(PieceName name) {
        return atHand.get(name);
    }

    HeldPiece piece(PieceName name) throws IOException {
        HeldPiece piece = atHand.get(name);
        if (piece == null) {
            piece = Objects.requireNonNull(parked, "a piece that is neither at hand nor parked")
                    .load(name);
            if (keptBytes + piece.raw().length() <= KEPT_BYTES) {
                keptBytes += piece.raw().length();
                atHand.put(name, piece);
            }
        }
        places.put(name, piece.place());
        return piece;
    }

    /** Where a piece stood that was read before. */
    Place place(PieceName name) {
        return Objects.requireNonNull(places.get(name), "a piece that was not read");
    }
}
