package dev.sluice.archive;

import dev.sluice.archive.EventDataReader.Event;
import dev.sluice.store.ObjectStore;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.DecoderFactory;

/**
 * The blocks of a file of Capture, one after the other as a stream: a count, a length, so many bytes of records, and the
 * file's marker. Apache Avro's own reader ends without a word where a file was cut off; this one does not.
 *
 * <p>Every {@link IOException} is the store's or means that the block is not whole; {@link FileBytes#throwFailure} tells.
 */
final class FileBlocks implements Closeable {
    private static final int BUFFER = 1 << 13;

    private final FileBytes in;
    private final AvroHeader header;
    private final EventDataReader reader;
    private final Inflater inflater = new Inflater(true);

    private InputStream data = InputStream.nullInputStream();
    private BlockBytes stored = new BlockBytes(data, 0);
    private long count;

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

    /** Begins a block; false at the end of the file. */
    boolean begin() throws IOException {
        if (in.isAtEnd()) {
            return false;
        }
        count = number();
        long size = number();
        if (count < 0 || size < 0) {
            throw new IOException("a block claims " + count + " records in " + size + " bytes");
        }
        inflater.reset();
        stored = new BlockBytes(in, size);
        data = new BufferedInputStream(
                header.deflate() ? new InflaterInputStream(stored, inflater, BUFFER) : stored, BUFFER);
        return true;
    }

    private long number() throws IOException {
        try {
            return DecoderFactory.get().directBinaryDecoder(in, null).readLong();
        } catch (AvroRuntimeException e) {
            throw new IOException("no number begins a block", e);
        }
    }

    /** The next record of the block; there are {@link #count} of them. */
    Event read(LongPredicate wanted) throws IOException {
        return reader.read(data, wanted);
    }

    /** Sees to it that the block is whole: nothing is left in it, and the marker stands behind. */
    void end() throws IOException {
        if (data.read() >= 0 || stored.left() > 0 || inflater.getRemaining() > 0) {
            throw new IOException("bytes are left in a block");
        }
        if (!Arrays.equals(in.readNBytes(AvroHeader.MARKER), header.marker())) {
            throw new IOException("the marker is missing behind a block");
        }
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
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
