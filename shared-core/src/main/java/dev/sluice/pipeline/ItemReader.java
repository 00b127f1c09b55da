package dev.sluice.pipeline;

import dev.sluice.change.ControlEvent;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.change.UpdateHalf;
import dev.sluice.decode.Items;
import dev.sluice.decode.MessageDecoder;
import dev.sluice.text.Slice;
import org.jspecify.annotations.Nullable;

/** Reads a message that was parked, as the one item that it was when it was received. */
final class ItemReader implements Items {
    private final MessageDecoder decoder;
    private @Nullable Segment segment;
    private @Nullable UpdateHalf half;
    private @Nullable MalformedMessageException fault;

    ItemReader(Limits limits) {
        this.decoder = new MessageDecoder(limits);
    }

    Segment segment(Slice raw) throws MalformedMessageException {
        read(raw);
        if (segment == null) {
            throw fault("not_a_segment", "a parked message is not a piece of an event");
        }
        return segment;
    }

    UpdateHalf half(Slice raw) throws MalformedMessageException {
        read(raw);
        if (half == null) {
            throw fault("not_a_half", "a parked message is not half of an update");
        }
        return half;
    }

    private void read(Slice raw) {
        segment = null;
        half = null;
        fault = null;
        decoder.decode(raw, this);
    }

    private MalformedMessageException fault(String code, String reason) {
        return fault == null ? new MalformedMessageException(code, reason, "") : fault;
    }

    @Override
    public void begin(int count) {}

    @Override
    public void change(int item, RowChange change) {}

    @Override
    public void segment(int item, Segment piece) {
        segment = piece;
    }

    @Override
    public void half(int item, UpdateHalf one) {
        half = one;
    }

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
