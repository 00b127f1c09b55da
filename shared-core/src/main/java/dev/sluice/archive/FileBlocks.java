package dev.sluice.archive;

import dev.sluice.archive.EventDataReader.Event;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * The blocks of a file of Capture, one after the other: a count, a length, so many bytes of records, and the file's marker.
 * Apache Avro's own reader ends without a word where a file was cut off; this one does not.
 *
 * <p>A block is read into memory as a whole, unless it is too large for that; then its records come from a stream. It is good
 * until the next one is read.
 *
 * <p>Every {@link IOException} is the store's or means that the block is not whole; {@link FileBytes#throwFailure} tells.
 */
final class FileBlocks implements Closeable {
    /** Bytes as they are stored of a block that is read into memory. */
    static final int LONGEST = 1 << 20;
    /** Records of such a block. */
    static final int MOST_RECORDS = 1 << 16;

    private static final int BUFFER = 1 << 13;
    /** Bytes that are inflated at a time where only the first ones are needed. */
    private static final int GLANCE = 256;

    private final FileBytes in;
    private final AvroHeader header;
    private final EventDataReader reader;
    private final Inflater inflater = new Inflater(true);
    private final BlockInflater whole = new BlockInflater(inflater);

    private long count;
    private long size;

    private FileBlocks(FileBytes in, AvroHeader header, EventDataReader reader) {
        this.in = in;
        this.header = header;
        this.reader = reader;
    }

    static FileBlocks open(ObjectStore store, String key) throws IOException, DamagedFileException {
        FileBytes in = FileBytes.open(store, key);
        boolean opened = false;
        try {
            AvroHeader header = AvroHeader.read(in);
            FileBlocks blocks = new FileBlocks(in, header, EventDataReader.of(header.schema()));
            opened = true;
            return blocks;
        } finally {
            if (!opened) {
                in.close();
            }
        }
    }

    FileBytes bytes() {
        return in;
    }

    byte[] marker() {
        return header.marker();
    }

    /** Records in the block that was begun. */
    long count() {
        return count;
    }

    /** Bytes of the block that was begun, as they are stored. */
    long size() {
        return size;
    }

    /** True if the block that was begun is not to be read into memory. */
    boolean isLarge() {
        return size > LONGEST || count > MOST_RECORDS;
    }

    /** Byte of the file behind the block that was begun, and its marker; to be asked for in front of its bytes. */
    long end() {
        return in.position() + size + AvroHeader.MARKER;
    }

    /** Begins a block; false at the end of the file. */
    boolean begin() throws IOException {
        if (in.isAtEnd()) {
            return false;
        }
        count = in.number();
        size = in.number();
        if (count < 0 || size < 0) {
            throw new IOException("a block claims " + count + " records in " + size + " bytes");
        }
        return true;
    }

    /** Passes over the bytes of the block that was begun. */
    void skip() throws IOException {
        in.goTo(in.position() + size);
        requireMarker();
    }

    /** The sequence number of the first record of the block that was begun; passes over the others. */
    long skipBehindFirst() throws IOException {
        long end = in.position() + size;
        long first = reader.sequence(RecordBytes.of(data(new BlockBytes(in, size), GLANCE)));
        in.goTo(end);
        requireMarker();
        return first;
    }

    /** Reads the block that was begun. If it is not too long, it is a {@link Block.Whole}. */
    Block read() throws IOException {
        if (isLarge()) {
            return new Streamed(in);
        }
        byte[] stored = new byte[(int) size];
        if (in.readNBytes(stored, 0, stored.length) < stored.length) {
            throw new EOFException("the file ends inside a block");
        }
        Optional<Slice> data = header.deflate() ? whole.inflate(stored) : Optional.of(Slice.of(stored));
        if (data.isEmpty()) {
            return new Streamed(new ByteArrayInputStream(stored));
        }
        Block block = Block.Whole.of(data.get(), count, reader);
        requireMarker();
        return block;
    }

    private InputStream data(InputStream stored, int buffer) {
        inflater.reset();
        return header.deflate() ? new InflaterInputStream(stored, inflater, buffer) : stored;
    }

    private void requireMarker() throws IOException {
        if (!Arrays.equals(in.readNBytes(AvroHeader.MARKER), header.marker())) {
            throw new IOException("the marker is missing behind a block");
        }
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }

    /** A block whose records come from a stream. */
    private final class Streamed implements Block {
        private final BlockBytes stored;
        private final InputStream data;
        private final RecordBytes records;

        private Streamed(InputStream in) {
            this.stored = new BlockBytes(in, size);
            this.data = new BufferedInputStream(data(stored, BUFFER), BUFFER);
            this.records = RecordBytes.of(data);
        }

        @Override
        public Event read(LongPredicate wanted) throws IOException {
            return reader.read(records, wanted);
        }

        @Override
        public boolean isConsecutive(long first) {
            return false;
        }

        @Override
        public void end() throws IOException {
            if (data.read() >= 0 || stored.left() > 0 || inflater.getRemaining() > 0) {
                throw new IOException("bytes are left in a block");
            }
            requireMarker();
        }
    }

    /** The bytes of one block. Its end is an end, that of the file in front of it is an error. */
    private static final class BlockBytes extends InputStream {
        private final InputStream in;
        private long left;

        private BlockBytes(InputStream in, long size) {
            this.in = in;
            this.left = size;
        }

        long left() {
            return left;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int taken = in.read(bytes, from, (int) Math.min(length, left));
            if (taken < 0) {
                throw new EOFException("the file ends inside a block");
            }
            left -= taken;
            return taken;
        }
    }
}
