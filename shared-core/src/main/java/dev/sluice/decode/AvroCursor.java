package dev.sluice.decode;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import java.io.IOException;
import java.io.InputStream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Reads Avro binary step by step with Apache Avro's decoder, and believes no length or count before it has seen that so
 * many bytes are there: a prefix that claims gigabytes allocates nothing.
 */
final class AvroCursor {
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final BinaryDecoder decoder;
    private final InputStream rest;

    AvroCursor(Slice datum) {
        this.bytes = datum.bytes();
        this.from = datum.from();
        this.to = datum.to();
        this.decoder = DecoderFactory.get().binaryDecoder(bytes, from, to - from, null);
        this.rest = decoder.inputStream();
    }

    int remaining() throws MalformedMessageException {
        try {
            return rest.available();
        } catch (IOException e) {
            throw fault("the bytes cannot be read on");
        }
    }

    int position() throws MalformedMessageException {
        return to - remaining();
    }

    MalformedMessageException fault(String reason) {
        int at;
        try {
            at = to - rest.available() - from;
        } catch (IOException e) {
            at = 0;
        }
        return new MalformedMessageException("not_avro", reason, "byte " + at);
    }

    long number(String what) throws MalformedMessageException {
        try {
            return decoder.readLong();
        } catch (IOException | AvroRuntimeException e) {
            throw fault("the bytes end, or no number stands, where " + what + " was expected");
        }
    }

    boolean bool(String what) throws MalformedMessageException {
        int at = position();
        if (at >= to || bytes[at] < 0 || bytes[at] > 1) {
            throw fault("no 0 or 1 stands where " + what + " was expected");
        }
        skip(1, what);
        return bytes[at] == 1;
    }

    /** Bytes behind their length. */
    Slice bytes(String what) throws MalformedMessageException {
        long length = number("the length of " + what);
        int remaining = remaining();
        if (length < 0 || length > remaining) {
            throw fault("the length of " + what + " is " + length + ", and " + remaining + " bytes are left");
        }
        int start = position();
        skip((int) length, what);
        return Slice.of(bytes, start, start + (int) length);
    }

    /** UTF-8 text behind its length. */
    Slice text(String what) throws MalformedMessageException {
        Slice text = bytes(what);
        if (Utf8.firstMalformed(bytes, text.from(), text.to()) >= 0) {
            throw fault(what + " is not UTF-8");
        }
        return text;
    }

    void skip(int count, String what) throws MalformedMessageException {
        try {
            decoder.skipFixed(count);
        } catch (IOException | AvroRuntimeException e) {
            throw fault("the bytes end inside " + what);
        }
    }

    /**
     * The number of items in the next block of an array, 0 at its end. A negative count, which is legal, has the size
     * of the block behind it.
     */
    long blockCount(String what, long most) throws MalformedMessageException {
        long count = number("a block of " + what);
        if (count < 0) {
            count = -count;
            long size = number("the size of a block of " + what);
            if (size < 0 || size > remaining()) {
                throw fault("a block of " + what + " claims " + size + " bytes, and " + remaining() + " are left");
            }
        }
        if (count < 0 || count > most) {
            throw fault("more than " + most + " " + what);
        }
        return count;
    }
}
