package dev.sluice.pipeline;

import dev.sluice.assemble.PieceReader;
import dev.sluice.change.ControlEvent;
import dev.sluice.change.JoinedChange;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Pieces;
import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.change.UpdateHalf;
import dev.sluice.decode.Items;
import dev.sluice.decode.MessageDecoder;
import dev.sluice.text.Slice;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads messages as the segments that they were when they were received. */
final class SegmentDecoder implements PieceReader {
    private final MessageDecoder decoder;

    SegmentDecoder(Limits limits) {
        this.decoder = new MessageDecoder(limits);
    }

    @Override
    public Segment read(Slice raw) throws MalformedMessageException {
        One one = new One();
        decoder.decode(raw, one);
        if (one.segment == null) {
            throw one.fault != null
                    ? one.fault
                    : new MalformedMessageException("not_a_segment", "a parked message is not a piece of an event", "");
        }
        return one.segment;
    }

    @Override
    public JoinedChange join(Pieces pieces) throws IOException, MalformedMessageException {
        return decoder.join(pieces);
    }

    private static final class One implements Items {
        private @Nullable Segment segment;
        private @Nullable MalformedMessageException fault;

        @Override
        public void begin(int count) {}

        @Override
        public void change(int item, RowChange change) {}

        @Override
        public void segment(int item, Segment piece) {
            segment = piece;
        }

        @Override
        public void half(int item, UpdateHalf half) {}

        @Override
        public void control(int item, ControlEvent event) {}

        @Override
        public void heartbeat(int item, String reason, long sourceTime) {}

        @Override
        public void skipped(int item, String reason) {}

        @Override
        public void malformed(int item, MalformedMessageException reason, Slice raw) {
            fault = reason;
        }
    }
}
