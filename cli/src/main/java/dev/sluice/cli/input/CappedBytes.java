package dev.sluice.cli.input;

import java.util.Arrays;

/** Gathers bytes up to a cap; beyond it they are only counted, so that no input can take all the memory. */
final class CappedBytes {
    private final int cap;
    private byte[] bytes = new byte[1 << 13];
    private long length;

    CappedBytes(int cap) {
        this.cap = cap;
    }

    void clear() {
        length = 0;
    }

    void add(byte[] source, int from, int to) {
        long wanted = length + to - from;
        if (wanted <= cap) {
            if (wanted > bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(cap, Math.max(wanted, 2L * bytes.length)));
            }
            System.arraycopy(source, from, bytes, (int) length, to - from);
        }
        length = wanted;
    }

    /** How many were added, kept or not. */
    long length() {
        return length;
    }

    boolean isOverCap() {
        return length > cap;
    }

    /** The bytes kept, valid until the next call. */
    byte[] array() {
        return bytes;
    }

    byte[] copy(int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }
}
