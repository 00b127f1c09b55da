package dev.sluice.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Has Apache Avro write a file as Event Hubs Capture does. */
public final class CaptureFile {
    private static final Schema VALUES = SchemaBuilder.map()
            .values(SchemaBuilder.unionOf()
                    .nullType()
                    .and()
                    .longType()
                    .and()
                    .doubleType()
                    .and()
                    .stringType()
                    .and()
                    .bytesType()
                    .endUnion());
    public static final Schema SCHEMA = SchemaBuilder.record("EventData")
            .namespace("Microsoft.ServiceBus.Messaging")
            .fields()
            .requiredLong("SequenceNumber")
            .requiredString("Offset")
            .requiredString("EnqueuedTimeUtc")
            .name("SystemProperties")
            .type(VALUES)
            .noDefault()
            .name("Properties")
            .type(VALUES)
            .noDefault()
            .name("Body")
            .type()
            .unionOf()
            .nullType()
            .and()
            .bytesType()
            .endUnion()
            .noDefault()
            .endRecord();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataFileWriter<GenericRecord> writer;

    private CaptureFile(CodecFactory codec) {
        try {
            writer = new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(SCHEMA))
                    .setCodec(codec)
                    .create(SCHEMA, bytes, "0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static CaptureFile plain() {
        return new CaptureFile(CodecFactory.nullCodec());
    }

    public static CaptureFile deflated() {
        return new CaptureFile(CodecFactory.deflateCodec(6));
    }

    /**
     * Appends a record.
     *
     * @param millis since 1970, when the broker took it
     */
    public CaptureFile record(long sequence, long millis, byte @Nullable [] body) {
        return record(sequence, Instant.ofEpochMilli(millis).toString(), body);
    }

    public CaptureFile record(long sequence, String time, byte @Nullable [] body) {
        GenericRecord record = new GenericData.Record(SCHEMA);
        record.put("SequenceNumber", sequence);
        record.put("Offset", Long.toString(8_589_934_592L + sequence));
        record.put("EnqueuedTimeUtc", time);
        record.put("SystemProperties", Map.of("x-opt-partition-key", "key"));
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        properties.put("nothing", null);
        properties.put("long", 17L);
        properties.put("double", 0.25);
        properties.put("string", "text");
        properties.put("bytes", ByteBuffer.wrap(new byte[] {1, 2, 3}));
        record.put("Properties", properties);
        record.put("Body", body == null ? null : ByteBuffer.wrap(body));
        try {
            writer.append(record);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Ends the block; returns how long the file is then. */
    public int endBlock() {
        try {
            writer.sync();
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.size();
    }

    public byte[] bytes() {
        try {
            writer.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
