package dev.sluice.archive;

import dev.sluice.store.ObjectStore;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The bytes of a file from its start on. Knows where it is, and tells a store that fails from bytes that are wrong. */
final class FileBytes extends InputStream {
    private final BufferedInputStream in;
    private long position;
    private @Nullable IOException failure;

    private FileBytes(BufferedInputStream in) {
        this.in = in;
    }

    static FileBytes open(ObjectStore store, String key) throws IOException {
        return new FileBytes(
                new BufferedInputStream(store.open(key).orElseThrow(() -> new NoSuchFileException(key)), 1 << 16));
    }

    /** Bytes that were read. */
    long position() {
        return position;
    }

    /**
     * Throws what the store threw. Decoders throw {@link IOException} for wrong bytes too; behind this call it can only be
     * that.
     */
    void throwFailure() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    private interface Read {
        int run() throws IOException;
    }

    private int read(Read read) throws IOException {
        try {
            return read.run();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public int read() throws IOException {
        int b = read(in::read);
        position += b < 0 ? 0 : 1;
        return b;
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
        Objects.checkFromIndexSize(from, count, bytes.length);
        int taken = read(() -> in.read(bytes, from, count));
        position += Math.max(0, taken);
        return taken;
    }

    boolean isAtEnd() throws IOException {
        in.mark(1);
        int next = read(in::read);
        in.reset();
        return next < 0;
    }

    /** Goes on to a position ahead. */
    void goTo(long target) throws IOException {
        byte[] waste = new byte[1 << 14];
        while (position < target) {
            if (read(waste, 0, (int) Math.min(waste.length, target - position)) < 0) {
                throw new EOFException();
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
