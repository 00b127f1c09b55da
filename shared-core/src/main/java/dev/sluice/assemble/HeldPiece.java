package dev.sluice.assemble;

import dev.sluice.change.Segment;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import org.jspecify.annotations.Nullable;

/** A piece of a split event in memory, and where it stood. Its fragment is its own, its raw message the batch's. */
public record HeldPiece(
        Segment segment,
        Origin origin,
        Position position,
        @Nullable Long brokerTime) {
    /** Copies what the decoder will write over. */
    public static HeldPiece of(Segment segment, Origin origin, Position position, @Nullable Long brokerTime) {
        Segment kept = new Segment(
                Slice.of(segment.logicalId().copy()),
                segment.index(),
                segment.last(),
                segment.total(),
                segment.attributes(),
                segment.binary(),
                Slice.of(segment.fragment().copy()),
                segment.raw());
        return new HeldPiece(kept, origin, position, brokerTime);
    }

    PieceName name() {
        return PieceName.of(segment);
    }
}
