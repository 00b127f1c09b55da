package dev.sluice.archive;

import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of Event Hubs Capture, {@code EventData}, by the schema with which they were written: fields are known by
 * their names, may stand in any order, and others are passed over (Offset, SystemProperties, Properties). No length is
 * believed before so many bytes are there.
 */
final class EventDataReader {
    /** Longer bodies no array of the pipeline can hold in its quarantine. */
    private static final int LONGEST_BODY = 1 << 30;

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
     * @param body null if it has none; may be null if it was not asked for
     */
    record Event(
            long sequence, @Nullable Long time, @Nullable Slice body) {
        /** The same with a body of its own, which keeps no other bytes in memory. */
        Event alone() {
            return body == null ? this : new Event(sequence, time, Slice.of(body.copy()));
        }
    }

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
    Event read(RecordBytes in, LongPredicate wanted) throws IOException {
        long sequence = -1;
        Long time = null;
        Slice body = null;
        try {
            for (Field field : fields) {
                Schema schema = field.schema().isUnion() ? branch(field.schema(), in) : field.schema();
                boolean isNull = schema.getType() == Schema.Type.NULL;
                switch (field.role()) {
                    case SEQUENCE -> sequence = in.number();
                    case TIME -> time = isNull ? null : time(in);
                    case BODY -> body = isNull ? null : body(in, wanted.test(sequence));
                    case NONE -> skip(schema, in);
                }
            }
        } catch (RuntimeException | StackOverflowError e) { // of a union without such a branch; of a schema in itself
            throw new IOException("the bytes are no record", e);
        }
        return new Event(requireSequence(sequence), time, body);
    }

    /** The sequence number of the next record; reads no further than it stands. */
    long sequence(RecordBytes in) throws IOException {
        try {
            for (Field field : fields) {
                if (field.role() == Role.SEQUENCE) {
                    Schema schema = field.schema();
                    if (schema.isUnion()) {
                        branch(schema, in);
                    }
                    return requireSequence(in.number());
                }
                skip(field.schema(), in);
            }
        } catch (RuntimeException | StackOverflowError e) {
            throw new IOException("the bytes are no record", e);
        }
        throw new IllegalStateException("a schema without sequence numbers");
    }

    private static long requireSequence(long sequence) throws IOException {
        if (sequence < 0) {
            throw new IOException("a sequence number is negative");
        }
        return sequence;
    }

    private static Schema branch(Schema union, RecordBytes in) throws IOException {
        return union.getTypes().get(Math.toIntExact(in.number()));
    }

    private static @Nullable Long time(RecordBytes in) throws IOException {
        Slice time = in.take(length(in, LONGEST_TIME));
        return EnqueuedTime.millis(new String(time.bytes(), time.from(), time.length(), StandardCharsets.UTF_8));
    }

    private static @Nullable Slice body(RecordBytes in, boolean wanted) throws IOException {
        int length = length(in, LONGEST_BODY);
        if (wanted) {
            return in.take(length);
        }
        in.skip(length);
        return null;
    }

    private static int length(RecordBytes in, int longest) throws IOException {
        long length = in.number();
        if (length < 0 || length > longest) {
            throw new IOException("a length of " + length + " bytes");
        }
        return (int) length;
    }

    private static void skip(Schema schema, RecordBytes in) throws IOException {
        switch (schema.getType()) {
            case NULL -> {}
            case BOOLEAN -> in.skip(1);
            case INT, LONG, ENUM -> in.number();
            case FLOAT -> in.skip(Float.BYTES);
            case DOUBLE -> in.skip(Double.BYTES);
            case STRING, BYTES -> in.skip(length(in, Integer.MAX_VALUE));
            case FIXED -> in.skip(schema.getFixedSize());
            case UNION -> skip(branch(schema, in), in);
            case RECORD -> {
                for (Schema.Field field : schema.getFields()) {
                    skip(field.schema(), in);
                }
            }
            case ARRAY -> skipItems(in, () -> skip(schema.getElementType(), in));
            case MAP ->
                skipItems(in, () -> {
                    in.skip(length(in, Integer.MAX_VALUE));
                    skip(schema.getValueType(), in);
                });
        }
    }

    private interface Skip {
        void one() throws IOException;
    }

    /** Items come in blocks; behind a negative count stands the size of the block. */
    private static void skipItems(RecordBytes in, Skip item) throws IOException {
        for (long count = in.number(); count != 0; count = in.number()) {
            if (count < 0) {
                in.skip(length(in, Integer.MAX_VALUE));
            }
            for (long i = 0; i < count; i++) {
                item.one();
            }
        }
    }
}
