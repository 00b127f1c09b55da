package dev.sluice.assemble;

import dev.sluice.change.Segment;
import dev.sluice.text.Slice;

/**
 * A piece of a split event in memory.
 *
 * @param raw the message as received
 */
public record HeldPiece(PieceName name, Place place, Slice raw) {
    public static HeldPiece of(Segment segment, Place place) {
        return new HeldPiece(PieceName.of(segment), place, segment.raw());
    }
}
