package dev.sluice.verify;

import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts bytes into lines of change and control events and tells of each where it stands and its digest. Builds no tree, and
 * keeps little of a line, however long it is: a line has one object of the unescaped name {@code "source"}, for the values
 * of rows are scalars. Serves one thread.
 */
final class LineScan extends OutputStream {
    private static final byte[] SOURCE = ascii("\"source\":{");
    private static final byte[] STREAM = ascii(",\"stream\":\"");
    private static final byte[] PARTITION = ascii(",\"partition\":");
    private static final byte[] OFFSET = ascii(",\"offset\":");
    private static final int BUFFER = 4096;
    private static final int HELD_BYTES = 64 << 10;
    /** A source holds names; one that is longer is not ours. */
    private static final int LONGEST_SOURCE = 1 << 20;

    private final Lines lines;
    private final MessageDigest sha = sha256();
    private final Utf8Buffer held = new Utf8Buffer(BUFFER);
    private Part part = Part.FRONT;
    private boolean begun;
    private @Nullable LinePlace place;

    /** Is told of each line. */
    interface Lines {
        /**
         * Takes a line.
         *
         * @param place null if the line tells none, and so is not one of ours
         */
        void line(@Nullable LinePlace place, Digest digest);
    }

    private enum Part {
        FRONT,
        SOURCE,
        REST
    }

    LineScan(Lines lines) {
        this.lines = lines;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    void accept(Slice slice) {
        write(slice.bytes(), slice.from(), slice.length());
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        int end = from + length;
        int start = from;
        for (int feed = indexOf('\n', bytes, start, end); feed >= 0; feed = indexOf('\n', bytes, start, end)) {
            if (begun) {
                hold(bytes, start, feed);
                endLine();
            } else {
                wholeLine(bytes, start, feed);
            }
            start = feed + 1;
        }
        hold(bytes, start, end);
    }

    /** Without a copy: most lines are whole in one piece of their object. */
    private void wholeLine(byte[] bytes, int from, int to) {
        int source = find(SOURCE, bytes, from, to);
        if (source >= 0) {
            int rest = readPlace(bytes, from, source, to);
            sha.update(bytes, rest, to - rest);
        } else {
            sha.update(bytes, from, to - from);
        }
        tell();
    }

    private void tell() {
        lines.line(place, Digest.of(sha.digest()));
        place = null;
    }

    /** A loop so small that it is compiled well: most of the time of a scan is spent in it. */
    private static int indexOf(char wanted, byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** What stands behind the last line feed is a line too, though a broken one. */
    @Override
    public void close() {
        if (begun) {
            place = null;
            part = Part.REST;
            endLine();
        }
    }

    private void hold(byte[] bytes, int from, int to) {
        held.append(bytes, from, to);
        begun |= to > from;
        if (held.length() > HELD_BYTES) {
            drain();
        }
    }

    private void endLine() {
        drain();
        take(held.length());
        tell();
        part = Part.FRONT;
        begun = false;
    }

    /** Digests what is at hand, but for what may be the beginning of something that is looked for. */
    private void drain() {
        if (part == Part.FRONT) {
            int at = find(SOURCE, held.bytes(), 0, held.length());
            part = at < 0 ? Part.FRONT : Part.SOURCE;
            take(at < 0 ? Math.max(0, held.length() - SOURCE.length + 1) : at);
        }
        if (part == Part.SOURCE) {
            int rest = readPlace(held.bytes(), 0, 0, held.length());
            held.removeFirst(rest);
            part = rest > 0 || held.length() > LONGEST_SOURCE ? Part.REST : Part.SOURCE;
        }
        if (part == Part.REST) {
            take(held.length());
        }
    }

    private void take(int count) {
        sha.update(held.bytes(), 0, count);
        held.removeFirst(count);
    }

    /**
     * Reads the members that tell the place, which follow each other.
     *
     * @return where the rest of the line begins: all in front of it is digested, but for the digits of the offset; {@code
     *     from} if the place is not there
     */
    private int readPlace(byte[] bytes, int from, int source, int to) {
        int stream = find(STREAM, bytes, source, to);
        int partition = stream < 0 ? -1 : find(PARTITION, bytes, stream, to);
        int offset = partition < 0 ? -1 : find(OFFSET, bytes, partition, to);
        if (offset < 0) {
            return from;
        }
        int digits = offset + OFFSET.length;
        int end = digits;
        while (end < to && isDigit(bytes[end])) {
            end++;
        }
        if (end == to) {
            return from;
        }
        place = place(
                text(bytes, stream + STREAM.length - 1, partition),
                text(bytes, partition + PARTITION.length, offset),
                text(bytes, digits, end));
        int kept = place == null ? end : digits;
        sha.update(bytes, from, kept - from);
        return end;
    }

    private static @Nullable LinePlace place(String stream, String partition, String offset) {
        try {
            return new LinePlace(stream, Integer.parseInt(partition), Long.parseLong(offset));
        } catch (NumberFormatException notOurs) {
            return null;
        }
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static int find(byte[] wanted, byte[] bytes, int from, int to) {
        int last = to - wanted.length;
        for (int i = from; i <= last; i++) {
            if (bytes[i] == wanted[0] && isAt(wanted, bytes, i)) {
                return i;
            }
        }
        return -1;
    }

    /** By a loop: nearly always the third byte tells, and a comparison of arrays takes longer to begin than this. */
    private static boolean isAt(byte[] wanted, byte[] bytes, int at) {
        for (int i = 1; i < wanted.length; i++) {
            if (bytes[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
