package dev.sluice.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** Reads a large object a range at a time, so that a lost connection costs one range and not the whole. */
public final class RangedInput extends InputStream {
    /** Fetches bytes of the version that was opened. */
    @FunctionalInterface
    public interface Ranges {
        /** Fetches exactly these. */
        byte[] read(long offset, int length) throws IOException;
    }

    private final long size;
    private final int rangeSize;
    private final Ranges ranges;
    private byte[] range = new byte[0];
    private int position;
    private long fetched;
    private boolean closed;

    public RangedInput(long size, int rangeSize, Ranges ranges) {
        this.size = size;
        this.rangeSize = rangeSize;
        this.ranges = ranges;
    }

    @Override
    public int read() throws IOException {
        return fetch() ? range[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        if (count == 0) {
            return 0;
        }
        if (!fetch()) {
            return -1;
        }
        int taken = Math.min(count, range.length - position);
        System.arraycopy(range, position, bytes, offset, taken);
        position += taken;
        return taken;
    }

    @Override
    public int available() {
        return range.length - position;
    }

    @Override
    public void close() {
        closed = true;
        range = new byte[0];
        position = 0;
    }

    private boolean fetch() throws IOException {
        if (closed) {
            throw new IOException("the stream is closed");
        }
        if (position == range.length && fetched < size) {
            int length = (int) Math.min(rangeSize, size - fetched);
            range = new byte[0]; // Leaves room for the next.
            position = 0;
            byte[] next = ranges.read(fetched, length);
            if (next.length != length) {
                throw new IOException(
                        "the store sent " + next.length + " bytes for the " + length + " from " + fetched + " on");
            }
            range = next;
            fetched += length;
        }
        return position < range.length;
    }
}
