package dev.sluice.store;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * Cuts what is written into parts of equal size and hands over each full one. The last, which may be empty, is for the
 * caller to fetch: if no other came before it, the object is small and needs one put.
 */
public final class PartedOutput extends OutputStream {
    /** Takes full parts, in order. */
    @FunctionalInterface
    public interface Parts {
        /** Takes one, which is its to use until it returns. */
        void add(byte[] part) throws IOException;
    }

    private static final int FIRST_BYTES = 64 << 10;

    private final int partSize;
    private final Parts parts;
    private byte[] part;
    private int length;

    public PartedOutput(int partSize, Parts parts) {
        this.partSize = partSize;
        this.parts = parts;
        this.part = new byte[Math.min(partSize, FIRST_BYTES)];
    }

    @Override
    public void write(int b) throws IOException {
        room();
        part[length++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        int from = offset;
        int left = count;
        while (left > 0) {
            int taken = Math.min(left, room());
            System.arraycopy(bytes, from, part, length, taken);
            length += taken;
            from += taken;
            left -= taken;
        }
    }

    /** What is not handed over yet; at least one byte if anything was written. */
    public byte[] last() {
        return Arrays.copyOf(part, length);
    }

    /** A full part goes only when another byte comes, so that the last is never empty behind others. */
    private int room() throws IOException {
        if (length == partSize) {
            parts.add(part);
            length = 0;
        } else if (length == part.length) {
            part = Arrays.copyOf(part, (int) Math.min(partSize, 2L * length));
        }
        return part.length - length;
    }
}
