package dev.sluice.cli.input;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts one input into record bodies: JSON lines if the name says so or if the first line alone is a whole JSON value and
 * more follows; otherwise all of it is one body. Blank lines are no records; an input without a byte is an empty record.
 */
final class BodyReader implements Closeable {
    private final InputStream in;
    private final boolean linesByName;
    private final byte[] chunk = new byte[1 << 16];
    private final CappedBytes read;
    private int at;
    private int end;
    private boolean started;
    private boolean lines;

    /** @param cap most bytes of a record that are read into memory */
    BodyReader(Input input, int cap) throws IOException {
        this.in = input.open();
        this.linesByName = input.isLinesByName();
        this.read = new CappedBytes(cap);
    }

    /** The next body, null at the end. */
    @Nullable
    Body next() throws IOException {
        if (!started) {
            started = true;
            return first();
        }
        return lines ? line() : null;
    }

    private @Nullable Body first() throws IOException {
        int start = 0;
        while (readLine() && !read.isOverCap() && isBlank(start)) {
            start = (int) read.length();
        }
        boolean isEmpty = read.length() == 0;
        lines = linesByName ? !isEmpty : hasMore() && !read.isOverCap() && isWholeValue(start);
        if (lines) {
            return read.isOverCap() || !isBlank(start) ? body(start) : null;
        }
        while (readLine()) {
            // everything is one record
        }
        return read.isOverCap() ? new Body(null, read.length()) : body(0);
    }

    private @Nullable Body line() throws IOException {
        do {
            read.clear();
            if (!readLine()) {
                return null;
            }
        } while (!read.isOverCap() && isBlank(0));
        return body(0);
    }

    private Body body(int start) {
        if (read.isOverCap()) {
            return new Body(null, read.length() - start);
        }
        int to = (int) read.length();
        while (lines && to > start && (read.array()[to - 1] == '\n' || read.array()[to - 1] == '\r')) {
            to--;
        }
        return new Body(read.copy(start, to), to - start);
    }

    private boolean isBlank(int start) {
        return JsonText.isBlank(read.array(), start, (int) read.length());
    }

    private boolean isWholeValue(int start) {
        return JsonText.isWholeValue(read.array(), start, (int) read.length());
    }

    /** Adds the next line with its line feed to what was read; false if there is none. */
    private boolean readLine() throws IOException {
        if (!hasMore()) {
            return false;
        }
        while (hasMore()) {
            int from = at;
            while (at < end && chunk[at] != '\n') {
                at++;
            }
            boolean found = at < end;
            at = found ? at + 1 : at;
            read.add(chunk, from, at);
            if (found) {
                break;
            }
        }
        return true;
    }

    private boolean hasMore() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, in.read(chunk));
        }
        return at < end;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
