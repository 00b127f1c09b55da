package dev.sluice.archive;

import dev.sluice.store.ObjectStore;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The bytes of a file from its start on. Knows where it is, and tells a store that fails from bytes that are wrong. */
final class FileBytes extends InputStream {
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int next;
    private int end;
    private long position;
    private @Nullable IOException failure;

    private FileBytes(InputStream in) {
        this.in = in;
    }

    static FileBytes open(ObjectStore store, String key) throws IOException {
        return new FileBytes(store.open(key).orElseThrow(() -> new NoSuchFileException(key)));
    }

    /** Bytes that were read or passed over. */
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

    private interface Call<T> {
        T run() throws IOException;
    }

    private <T> T call(Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    boolean isAtEnd() throws IOException {
        if (next == end) {
            next = 0;
            end = Math.max(0, call(() -> in.read(buffer)));
        }
        return next == end;
    }

    @Override
    public int read() throws IOException {
        if (isAtEnd()) {
            return -1;
        }
        position++;
        return buffer[next++] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
        Objects.checkFromIndexSize(from, count, bytes.length);
        int taken;
        if (next == end && count >= BUFFER) {
            taken = call(() -> in.read(bytes, from, count));
        } else {
            taken = count > 0 && isAtEnd() ? -1 : Math.min(count, end - next);
            System.arraycopy(buffer, next, bytes, from, Math.max(0, taken));
            next += Math.max(0, taken);
        }
        position += Math.max(0, taken);
        return taken;
    }

    /** A number as Avro writes it. */
    long number() throws IOException {
        return RecordBytes.of(this).number();
    }

    /** Goes on to a position ahead; of a file on disk, the bytes between are not read. */
    void goTo(long target) throws IOException {
        while (position < target) {
            int buffered = (int) Math.min(end - next, target - position);
            if (buffered > 0) {
                next += buffered;
                position += buffered;
                continue;
            }
            long left = target - position;
            long skipped = call(() -> in.skip(left));
            position += skipped;
            if (skipped == 0 && read() < 0) {
                throw new EOFException();
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
