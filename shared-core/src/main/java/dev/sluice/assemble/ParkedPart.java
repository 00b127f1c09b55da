package dev.sluice.assemble;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.change.Segment;
import dev.sluice.lake.LakePath;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a split event on its way into the state store, where it waits until all others are there. The object is one
 * line of JSON that tells where the piece stood, then the message exactly as it was received. Its name follows from the
 * piece alone, so the same piece delivered again is the same object, and two pieces that claim one index are two.
 *
 * @param raw the message, valid as long as the batch is
 */
public record ParkedPart(
        String key,
        Origin origin,
        Position position,
        @Nullable Long brokerTime,
        Slice raw) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public static ParkedPart of(Segment segment, Origin origin, Position position, @Nullable Long brokerTime) {
        String key = LakePath.parked(
                origin.stream(), segment.logicalId(), segment.index(), segment.last(), segment.fragment());
        return new ParkedPart(key, origin, position, brokerTime, segment.raw());
    }

    /** Parks the piece; when this returns, it is durable. */
    public void writeTo(ObjectStore state) throws IOException {
        state.create(key, content());
    }

    private byte[] content() throws JsonProcessingException {
        byte[] header = JSON.writeValueAsBytes(JSON.createObjectNode()
                .put("stream", origin.stream())
                .put("partition", origin.partition())
                .put("epoch", origin.epoch())
                .put("offset", position.offset())
                .put("item", position.item())
                .put("broker_time", brokerTime));
        byte[] content = new byte[header.length + 1 + raw.length()];
        System.arraycopy(header, 0, content, 0, header.length);
        content[header.length] = '\n';
        System.arraycopy(raw.bytes(), raw.from(), content, header.length + 1, raw.length());
        return content;
    }
}
