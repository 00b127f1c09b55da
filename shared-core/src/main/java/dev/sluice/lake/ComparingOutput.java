package dev.sluice.lake;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** Compares what is written to it with what another stream holds. */
final class ComparingOutput extends OutputStream {
    private final InputStream other;
    private boolean equal = true;

    ComparingOutput(InputStream other) {
        this.other = other;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (equal) {
            byte[] expected = other.readNBytes(length);
            equal = Arrays.equals(expected, 0, expected.length, bytes, from, from + length);
        }
    }

    /** True when all of the other stream was written. */
    boolean isEqual() throws IOException {
        return equal && other.read() < 0;
    }

    @Override
    public void close() throws IOException {
        other.close();
    }
}
