package dev.sluice.pipeline;

import dev.sluice.assemble.Assembly;
import dev.sluice.assemble.HeldPiece;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.decode.Items;
import dev.sluice.decode.MessageDecoder;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import org.jspecify.annotations.Nullable;

/** Reads a parked message as the segment that it was when it was parked. */
final class SegmentDecoder implements Assembly.SegmentReader {
    private final MessageDecoder decoder;

    SegmentDecoder(MessageDecoder decoder) {
        this.decoder = decoder;
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

    private static final class One implements Items {
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
