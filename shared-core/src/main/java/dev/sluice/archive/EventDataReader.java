package dev.sluice.archive;

import dev.sluice.text.Slice;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of Event Hubs Capture, {@code EventData}, by the schema with which they were written: fields are known by
 * their names, may stand in any order, and others are passed over (Offset, SystemProperties, Properties). No length is
 * believed before so many bytes are there.
 */
final class EventDataReader {
    /** Longer bodies no array of the pipeline can hold in its quarantine. */
    private static final long LONGEST_BODY = 1 << 30;

    private static final int LONGEST_TIME = 1000;

    /** What a field is to us. */
    private enum Role {
        SEQUENCE,
        TIME,
        BODY,
        NONE
    }

    private record Field(Role role, Schema schema) {}

    /**
     * A record.
     *
     * @param sequence its place in the partition's log
     * @param time when the broker took it, milliseconds since 1970; null if that cannot be read
     * @param body null if it has none, or if it was not asked for
     */
    record Event(
            long sequence, @Nullable Long time, @Nullable Slice body) {}

    private final List<Field> fields;

    private EventDataReader(List<Field> fields) {
        this.fields = fields;
    }

    static EventDataReader of(Schema schema) throws DamagedFileException {
        if (schema.getType() != Schema.Type.RECORD) {
            throw unsupported("no record");
        }
        List<Field> fields = new ArrayList<>();
        boolean sequence = false;
        boolean body = false;
        for (Schema.Field field : schema.getFields()) {
            Role role = switch (field.name()) {
                case "SequenceNumber" -> Role.SEQUENCE;
                case "EnqueuedTimeUtc" -> Role.TIME;
                case "Body" -> Role.BODY;
                default -> Role.NONE;
            };
            requireType(role, field);
            sequence |= role == Role.SEQUENCE;
            body |= role == Role.BODY;
            fields.add(new Field(role, field.schema()));
        }
        if (!sequence || !body) {
            throw unsupported("a record without " + (sequence ? "Body" : "SequenceNumber"));
        }
        return new EventDataReader(fields);
    }

    private static void requireType(Role role, Schema.Field field) throws DamagedFileException {
        List<Schema.Type> allowed = switch (role) {
            case SEQUENCE -> List.of(Schema.Type.LONG, Schema.Type.INT);
            case TIME -> List.of(Schema.Type.STRING, Schema.Type.NULL);
            case BODY -> List.of(Schema.Type.BYTES, Schema.Type.NULL);
            case NONE -> List.of(Schema.Type.values());
        };
        for (Schema branch : branches(field.schema())) {
            if (!allowed.contains(branch.getType())) {
                throw unsupported(field.name() + " is a " + branch.getType().getName());
            }
        }
    }

    private static List<Schema> branches(Schema schema) {
        return schema.isUnion() ? schema.getTypes() : List.of(schema);
    }

    private static DamagedFileException unsupported(String what) {
        return new DamagedFileException("unsupported_schema", "its records are not those of Capture: " + what);
    }

    /**
     * Reads the next record.
     *
     * @param wanted tells by the sequence number whether the body is; it is asked for -1 where the number stands behind
     * @throws IOException from the stream, or when the bytes are no record
     */
    Event read(InputStream in, LongPredicate wanted) throws IOException {
        BinaryDecoder decoder = DecoderFactory.get().directBinaryDecoder(in, null);
        long sequence = -1;
        Long time = null;
        Slice body = null;
        try {
            for (Field field : fields) {
                Schema schema = field.schema().isUnion() ? branch(field.schema(), decoder) : field.schema();
                boolean isNull = schema.getType() == Schema.Type.NULL;
                switch (field.role()) {
                    case SEQUENCE -> sequence = decoder.readLong();
                    case TIME -> time = isNull ? null : time(in, decoder);
                    case BODY -> body = isNull ? null : body(in, decoder, wanted.test(sequence));
                    case NONE -> GenericDatumReader.skip(schema, decoder);
                }
            }
        } catch (RuntimeException | StackOverflowError e) { // Avro has many for bytes that are none of its
            throw new IOException("the bytes are no record", e);
        }
        if (sequence < 0) {
            throw new IOException("a sequence number is negative");
        }
        return new Event(sequence, time, body);
    }

    private static Schema branch(Schema union, BinaryDecoder decoder) throws IOException {
        return union.getTypes().get(decoder.readIndex());
    }

    private static @Nullable Long time(InputStream in, BinaryDecoder decoder) throws IOException {
        long length = decoder.readLong();
        if (length < 0 || length > LONGEST_TIME) {
            throw new IOException("a time is too long");
        }
        return EnqueuedTime.millis(new String(bytes(in, (int) length), StandardCharsets.UTF_8));
    }

    private static @Nullable Slice body(InputStream in, BinaryDecoder decoder, boolean wanted) throws IOException {
        long length = decoder.readLong();
        if (length < 0 || length > LONGEST_BODY) {
            throw new IOException("a body claims " + length + " bytes");
        }
        if (wanted) {
            return Slice.of(bytes(in, (int) length));
        }
        in.skipNBytes(length);
        return null;
    }

    private static byte[] bytes(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length); // makes room as bytes come
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }
}
