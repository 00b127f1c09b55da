package dev.sluice.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Writes CES messages as CES would in Avro: a datum in a datum, which is cut where the text was cut into pieces. */
final class AvroMessages {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Schema ENVELOPE = schema("change-event.avsc");
    private static final Schema DATA = schema("data-transaction-5-fields.avsc");

    /** By logical id, the pieces of {@code data} by their number. */
    private final Map<String, SortedMap<Integer, String>> pieces = new HashMap<>();

    private static Schema schema(String name) {
        try (InputStream in = AvroMessages.class.getResourceAsStream("/golden/avro/" + name)) {
            return new Schema.Parser().parse(in);
        } catch (IOException e) {
            throw new IllegalStateException(name, e);
        }
    }

    /** In the order of the messages, which have to be whole. */
    static List<byte[]> of(List<byte[]> messages) throws IOException {
        AvroMessages avro = new AvroMessages();
        List<JsonNode> envelopes = new ArrayList<>();
        for (byte[] message : messages) {
            JsonNode envelope = JSON.readTree(message);
            envelopes.add(envelope);
            avro.pieces
                    .computeIfAbsent(envelope.get("logicalid").textValue(), id -> new TreeMap<>())
                    .put(
                            envelope.get("segmentindex").intValue(),
                            envelope.get("data").textValue());
        }
        List<byte[]> bodies = new ArrayList<>();
        for (JsonNode envelope : envelopes) {
            bodies.add(avro.message(envelope));
        }
        return bodies;
    }

    private byte[] message(JsonNode json) throws IOException {
        SortedMap<Integer, String> all = pieces.get(json.get("logicalid").textValue());
        byte[] whole = datum(record(DATA, JSON.readTree(String.join("", all.values()))));
        int piece = json.get("segmentindex").intValue();
        int from = whole.length * piece / all.size();
        int to = whole.length * (piece + 1) / all.size();
        GenericRecord envelope = record(ENVELOPE, json);
        envelope.put("datacontenttype", "application/avro");
        envelope.put("data", ByteBuffer.wrap(Arrays.copyOfRange(whole, from, to)));
        return datum(envelope);
    }

    private static byte[] datum(GenericRecord record) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    private static GenericRecord record(Schema schema, JsonNode json) {
        GenericRecord record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            record.put(field.pos(), value(field.schema(), json.path(field.name())));
        }
        return record;
    }

    private static Object value(Schema schema, JsonNode json) {
        return switch (schema.getType()) {
            case RECORD -> record(schema, json);
            case ARRAY -> {
                List<Object> elements = new ArrayList<>();
                json.forEach(element -> elements.add(value(schema.getElementType(), element)));
                yield elements;
            }
            case INT -> json.intValue();
            case BOOLEAN -> json.booleanValue();
            case BYTES -> ByteBuffer.allocate(0);
            default -> json.textValue();
        };
    }
}
