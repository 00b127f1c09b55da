package dev.sluice.archive;

import dev.sluice.text.Slice;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Bytes of records in Avro's binary form, from an array or from a stream. Both believe no length before so many bytes are
 * there, and end in an {@link EOFException}.
 */
interface RecordBytes {
    int next() throws IOException;

    void skip(long count) throws IOException;

    /** Some bytes; those of an array stay where they are. */
    Slice take(int count) throws IOException;

    /** A number of up to 64 bits, as Avro writes all of them. */
    default long number() throws IOException {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int b = next();
            number |= (b & 0x7FL) << shift;
            if (b < 0x80) {
                return number >>> 1 ^ -(number & 1);
            }
        }
        throw new IOException("a number has more than 64 bits");
    }

    static RecordBytes of(InputStream in) {
        return new OfStream(in);
    }

    /** From a stream. */
    record OfStream(InputStream in) implements RecordBytes {
        @Override
        public int next() throws IOException {
            int b = in.read();
            if (b < 0) {
                throw new EOFException();
            }
            return b;
        }

        @Override
        public void skip(long count) throws IOException {
            in.skipNBytes(count);
        }

        @Override
        public Slice take(int count) throws IOException {
            byte[] bytes = in.readNBytes(count); // makes room as bytes come
            if (bytes.length < count) {
                throw new EOFException();
            }
            return Slice.of(bytes);
        }
    }

    /** From an array. */
    final class OfArray implements RecordBytes {
        private final byte[] bytes;
        private final int end;
        private int position;

        OfArray(Slice slice) {
            this.bytes = slice.bytes();
            this.position = slice.from();
            this.end = slice.to();
        }

        boolean isAtEnd() {
            return position == end;
        }

        @Override
        public int next() throws IOException {
            if (position == end) {
                throw new EOFException();
            }
            return bytes[position++] & 0xFF;
        }

        @Override
        public void skip(long count) throws IOException {
            if (count > end - position) {
                throw new EOFException();
            }
            position += (int) count;
        }

        @Override
        public Slice take(int count) throws IOException {
            int from = position;
            skip(count);
            return Slice.of(bytes, from, position);
        }
    }
}
