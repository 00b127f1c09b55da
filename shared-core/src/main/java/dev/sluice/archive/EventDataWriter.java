package dev.sluice.archive;

import dev.sluice.pipeline.Delivery;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as Event Hubs Capture does. Of a record the pipeline knows position, broker time and body: {@code Offset}
 * repeats the position, a time that is not known is "", and the maps of properties are empty.
 */
final class EventDataWriter {
    private static final Schema SCHEMA = new Schema.Parser().parse("""
            {"type": "record", "name": "EventData", "namespace": "Microsoft.ServiceBus.Messaging", "fields": [
              {"name": "SequenceNumber", "type": "long"},
              {"name": "Offset", "type": "string"},
              {"name": "EnqueuedTimeUtc", "type": "string"},
              {"name": "SystemProperties", "type": {"type": "map", "values": ["long", "double", "string", "bytes"]}},
              {"name": "Properties", "type": {"type": "map", "values": ["long", "double", "string", "bytes"]}},
              {"name": "Body", "type": ["null", "bytes"]}]}""");
    private static final int DEFLATE_LEVEL = 6;

    private EventDataWriter() {}

    /**
     * Writes a file, each time the same bytes; leaves the stream open.
     *
     * @param key of the file, from which the marker between its blocks follows
     */
    @SuppressWarnings("resource") // closing the writer would close the stream
    static void write(OutputStream out, String key, List<Delivery> records) throws IOException {
        DataFileWriter<GenericRecord> file = new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(SCHEMA))
                .setCodec(CodecFactory.deflateCodec(DEFLATE_LEVEL))
                .create(SCHEMA, out, marker(key));
        for (Delivery record : records) {
            file.append(event(record));
        }
        file.flush();
    }

    private static byte[] marker(String key) {
        UUID name = UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.allocate(AvroHeader.MARKER)
                .putLong(name.getMostSignificantBits())
                .putLong(name.getLeastSignificantBits())
                .array();
    }

    private static GenericRecord event(Delivery record) {
        GenericRecord event = new GenericData.Record(SCHEMA);
        event.put("SequenceNumber", record.offset());
        event.put("Offset", Long.toString(record.offset()));
        event.put("EnqueuedTimeUtc", time(record.brokerTime()));
        event.put("SystemProperties", Map.of());
        event.put("Properties", Map.of());
        event.put("Body", body(record));
        return event;
    }

    private static String time(@Nullable Long millis) {
        return millis == null ? "" : Instant.ofEpochMilli(millis).toString();
    }

    private static @Nullable ByteBuffer body(Delivery record) {
        return record.body() == null
                ? null
                : ByteBuffer.wrap(
                        record.body().bytes(),
                        record.body().from(),
                        record.body().length());
    }
}
