package dev.sluice.pipeline;

import dev.sluice.assemble.PieceReader;
import dev.sluice.change.JoinedChange;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Pieces;
import dev.sluice.change.Segment;
import dev.sluice.decode.MessageDecoder;
import dev.sluice.text.Slice;
import java.io.IOException;

/** Reads the pieces of one event. */
final class SegmentDecoder implements PieceReader {
    private final ItemReader messages;
    private final MessageDecoder events;

    SegmentDecoder(Limits limits) {
        this.messages = new ItemReader(limits);
        this.events = new MessageDecoder(limits);
    }

    @Override
    public Segment read(Slice raw) throws MalformedMessageException {
        return messages.segment(raw);
    }

    @Override
    public JoinedChange join(Pieces pieces) throws IOException, MalformedMessageException {
        return events.join(pieces);
    }
}
