package dev.sluice.decode;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.avro.Schema;

/**
 * An Avro object container file of change events in one message: magic, metadata, sync marker, then blocks of a count, a
 * length, the data and the marker again. Read by hand, because a library reader makes room for whatever length a block
 * claims.
 */
final class AvroContainer {
    private static final int MAGIC = 4;
    private static final int SYNC = 16;

    private AvroContainer() {}

    /**
     * The data of all blocks, inflated.
     *
     * @param most bytes that they may have together
     */
    static List<Slice> blocks(Slice body, List<String> fields, int most) throws MalformedMessageException {
        AvroCursor c = new AvroCursor(body);
        c.skip(MAGIC, "the file's header");
        boolean deflate = readHeader(c, fields);
        byte[] marker = marker(c, body);
        List<Slice> blocks = new ArrayList<>();
        int total = 0;
        while (c.remaining() > 0) {
            if (c.number("the count of a block") < 0) {
                throw c.fault("the count of a block is negative");
            }
            Slice data = c.bytes("a block");
            Slice plain = deflate ? inflate(c, data, most - total) : data;
            total += plain.length();
            blocks.add(plain);
            if (!Arrays.equals(marker, marker(c, body))) {
                throw c.fault("a block does not end with the file's marker");
            }
        }
        return blocks;
    }

    private static byte[] marker(AvroCursor c, Slice body) throws MalformedMessageException {
        int at = c.position();
        c.skip(SYNC, "the file's marker");
        return Arrays.copyOfRange(body.bytes(), at, at + SYNC);
    }

    /** True if blocks are deflated. */
    private static boolean readHeader(AvroCursor c, List<String> fields) throws MalformedMessageException {
        boolean deflate = false;
        boolean described = false;
        for (long left = c.blockCount("header entries", 1000); left > 0; left = c.blockCount("header entries", 1000)) {
            for (long i = 0; i < left; i++) {
                String name = c.text("a header entry's name").toString();
                String value = c.bytes("a header entry").toString();
                if (name.equals("avro.codec")) {
                    deflate = value.equals("deflate");
                    if (!deflate && !value.equals("null")) {
                        throw new MalformedMessageException(
                                "unsupported_codec", "a container file with a codec other than null or deflate", "");
                    }
                } else if (name.equals("avro.schema")) {
                    checkSchema(value, fields);
                    described = true;
                }
            }
        }
        if (!described) {
            throw c.fault("the file's header has no schema");
        }
        return deflate;
    }

    private static void checkSchema(String json, List<String> fields) throws MalformedMessageException {
        boolean ours;
        try {
            Schema schema = new Schema.Parser().parse(json);
            ours = schema.getType() == Schema.Type.RECORD
                    && schema.getFields().stream()
                            .map(field -> field.name() + " "
                                    + field.schema().getType().getName())
                            .toList()
                            .equals(fields);
        } catch (RuntimeException e) { // Avro has many for a schema that is none, NullPointerException among them
            ours = false;
        }
        if (!ours) {
            throw new MalformedMessageException(
                    "unsupported_schema", "a container file whose records are not change events", "");
        }
    }

    private static Slice inflate(AvroCursor c, Slice data, int most) throws MalformedMessageException {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(data.bytes(), data.from(), data.length());
            byte[] out = new byte[Math.min(most, Math.max(64, data.length() * 4))];
            int length = 0;
            while (!inflater.finished()) {
                int read = inflater.inflate(out, length, out.length - length);
                length += read;
                if (length == out.length && !inflater.finished()) {
                    if (length >= most) {
                        throw new MalformedMessageException(
                                "record_too_long",
                                "a container file that inflates to more than " + most + " bytes",
                                "");
                    }
                    out = Arrays.copyOf(out, (int) Math.min(most, out.length * 2L));
                } else if (read == 0 && !inflater.finished()) {
                    throw c.fault("a deflated block is cut off");
                }
            }
            return Slice.of(out, 0, length);
        } catch (DataFormatException e) {
            throw c.fault("a block is not deflated data");
        } finally {
            inflater.end();
        }
    }
}
