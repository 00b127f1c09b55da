package dev.sluice.assemble;

import dev.sluice.change.JoinedChange;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Pieces;
import dev.sluice.change.Segment;
import dev.sluice.text.Slice;
import java.io.IOException;

/** Reads the pieces of one event. What it read last is valid until it reads on. */
public interface PieceReader {
    /** Reads a message that was a segment when it was received. */
    Segment read(Slice raw) throws MalformedMessageException;

    /** Reads an event from all its pieces, in order, each of which {@link #read} read. */
    JoinedChange join(Pieces pieces) throws IOException, MalformedMessageException;
}
