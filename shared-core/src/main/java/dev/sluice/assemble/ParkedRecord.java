package dev.sluice.assemble;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The content of a parked object: one line of JSON that tells where the message stood, then the message exactly as it
 * was received.
 *
 * @param through offset of the last record that was read before it was parked; -1 if that does not matter
 * @param first the first half that this second one is to have; null for all else
 * @param raw the message
 */
record ParkedRecord(Place place, long through, @Nullable HalfName first, Slice raw) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    ParkedRecord(Place place, Slice raw) {
        this(place, -1, null, raw);
    }

    byte[] content() throws JsonProcessingException {
        ObjectNode where = JSON.createObjectNode()
                .put("stream", place.origin().stream())
                .put("partition", place.origin().partition())
                .put("epoch", place.origin().epoch())
                .put("offset", place.position().offset())
                .put("item", place.position().item())
                .put("items", place.position().items())
                .put("broker_time", place.brokerTime());
        if (through >= 0) {
            where.put("through", through);
        }
        if (first != null) {
            where.put("first", first.text());
        }
        byte[] header = JSON.writeValueAsBytes(where);
        byte[] content = new byte[header.length + 1 + raw.length()];
        System.arraycopy(header, 0, content, 0, header.length);
        content[header.length] = '\n';
        System.arraycopy(raw.bytes(), raw.from(), content, header.length + 1, raw.length());
        return content;
    }

    /**
     * Reads what {@link #content} wrote.
     *
     * @param key of the object, for the error
     */
    static ParkedRecord read(String key, byte[] content) throws IOException {
        int line = 0;
        while (line < content.length && content[line] != '\n') {
            line++;
        }
        JsonNode header;
        try {
            header = JSON.readTree(content, 0, line);
        } catch (JsonProcessingException e) {
            throw new IOException(key + " does not begin with a line of ours", e);
        }
        JsonNode time = header.path("broker_time");
        Place place = new Place(
                new Origin(
                        header.path("stream").asText(),
                        header.path("partition").asInt(),
                        header.path("epoch").asInt()),
                new Position(
                        header.path("offset").asLong(),
                        header.path("item").asInt(),
                        header.path("items").asInt(1)),
                time.isNumber() ? time.asLong() : null);
        long through = header.path("through").asLong(-1);
        HalfName first = HalfName.parse(header.path("first").asText()).orElse(null);
        return new ParkedRecord(
                place, through, first, Slice.of(content, Math.min(line + 1, content.length), content.length));
    }
}
