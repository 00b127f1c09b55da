package dev.sluice.lake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.text.Slice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** What stands in an object of the lake: lines, compressed or not. */
final class LakeObject {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder(JSON)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private LakeObject() {}

    static byte[] encode(Slice lines, Layout.Compression compression) throws IOException {
        if (compression == Layout.Compression.NONE) {
            return lines.copy();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(lines.length() / 4 + 64);
        try (GZIPOutputStream gzip = new GZIPOutputStream(out, 8192)) {
            gzip.write(lines.bytes(), lines.from(), lines.length());
        }
        return out.toByteArray();
    }

    static byte[] decode(byte[] content, Layout.Compression compression) throws IOException {
        if (compression == Layout.Compression.NONE) {
            return content;
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(content), 8192)) {
            return in.readAllBytes();
        }
    }

    /**
     * The offset of the last event in the lines.
     *
     * @throws IOException if the last line is not one of ours
     */
    static long lastOffset(byte[] lines) throws IOException {
        int end = lines.length;
        if (end == 0 || lines[end - 1] != '\n') {
            throw new IOException("it does not end with a line");
        }
        int start = end - 1;
        while (start > 0 && lines[start - 1] != '\n') {
            start--;
        }
        return offset(lines, start, end - start);
    }

    /** The events in the lines as values, without where they stood in the broker's log. */
    static List<JsonNode> withoutPlaces(byte[] lines) throws IOException {
        List<JsonNode> events = new ArrayList<>();
        try (MappingIterator<JsonNode> all = MAPPER.readerFor(JsonNode.class).readValues(lines)) {
            while (all.hasNext()) {
                JsonNode event = all.next();
                ((ObjectNode) event.path("source")).remove(List.of("partition", "offset"));
                events.add(event);
            }
        }
        return events;
    }

    /** {@code source.offset} of an event or control line, {@code offset} of a quarantine line. */
    private static long offset(byte[] lines, int start, int length) throws IOException {
        try (JsonParser parser = JSON.createParser(lines, start, length)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("offset")) {
                    return parser.getLongValue();
                }
                if (!name.equals("source") || value != JsonToken.START_OBJECT) {
                    parser.skipChildren();
                }
            }
        }
        throw new IOException("its last line has no offset");
    }
}
