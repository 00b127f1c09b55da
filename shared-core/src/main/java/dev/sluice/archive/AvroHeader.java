package dev.sluice.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What stands in front of the blocks of an Avro object container file: magic, metadata, sync marker.
 *
 * @param schema with which the file was written
 * @param deflate codec of the blocks; the other one is null, which is none
 * @param marker stands behind every block
 * @param length bytes of the header
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AvroHeader(Schema schema, boolean deflate, byte[] marker, long length) {
    static final int MARKER = 16;

    private static final byte[] MAGIC = {'O', 'b', 'j', 1};
    /** Of a name or value in the metadata, which is the schema for the most part. */
    private static final int LONGEST = 1 << 20;

    private static final int MOST_ENTRIES = 1000;

    static AvroHeader read(FileBytes in) throws IOException, DamagedFileException {
        byte[] magic = in.readNBytes(MAGIC.length);
        if (!Arrays.equals(magic, MAGIC)) {
            throw Arrays.equals(magic, Arrays.copyOf(MAGIC, magic.length))
                    ? cutOff()
                    : new DamagedFileException("not_avro", "not an Avro container file: it begins with other bytes");
        }
        String schema = null;
        String codec = "null";
        for (long left = entries(in); left > 0; left = entries(in)) {
            for (long i = 0; i < left; i++) {
                String name = text(in);
                String value = text(in);
                if (name.equals("avro.schema")) {
                    schema = value;
                } else if (name.equals("avro.codec")) {
                    codec = value;
                }
            }
        }
        byte[] marker = in.readNBytes(MARKER);
        if (marker.length < MARKER) {
            throw cutOff();
        }
        if (!codec.equals("deflate") && !codec.equals("null")) {
            throw new DamagedFileException("unsupported_codec", "its codec is neither null nor deflate");
        }
        return new AvroHeader(parse(schema), codec.equals("deflate"), marker, in.position());
    }

    private static DamagedFileException cutOff() {
        return new DamagedFileException("cut_off", "it ends inside its header");
    }

    private static DamagedFileException bad(String what) {
        return new DamagedFileException("not_avro", "its header cannot be read: " + what);
    }

    private static long number(FileBytes in) throws IOException, DamagedFileException {
        try {
            return in.number();
        } catch (IOException e) {
            in.throwFailure();
            throw in.read() < 0 ? cutOff() : bad("a number is none");
        }
    }

    private static long entries(FileBytes in) throws IOException, DamagedFileException {
        long count = number(in);
        if (count < 0) {
            count = -count;
            number(in); // the size of the entries
        }
        if (count < 0 || count > MOST_ENTRIES) {
            throw bad("it claims " + count + " entries");
        }
        return count;
    }

    private static String text(FileBytes in) throws IOException, DamagedFileException {
        long length = number(in);
        if (length < 0 || length > LONGEST) {
            throw bad("an entry claims " + length + " bytes");
        }
        byte[] bytes = in.readNBytes((int) length);
        if (bytes.length < length) {
            throw cutOff();
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Schema parse(@Nullable String json) throws DamagedFileException {
        if (json == null) {
            throw bad("it has no schema");
        }
        try {
            return new Schema.Parser().parse(json);
        } catch (RuntimeException | StackOverflowError e) { // Avro has many for a schema that is none
            throw bad("its schema is none");
        }
    }
}
