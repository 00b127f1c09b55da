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
    private static final int HELD_BYTES = 64 << 10;
    /** A source holds names; one that is longer is not ours. */
    private static final int LONGEST_SOURCE = 1 << 20;

    private final Lines lines;
    private final MessageDigest sha = sha256();
    private final Utf8Buffer held = new Utf8Buffer(HELD_BYTES);
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
        for (int i = from; i < end; i++) {
            if (bytes[i] == '\n') {
                hold(bytes, start, i);
                endLine();
                start = i + 1;
            }
        }
        hold(bytes, start, end);
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
        digest(0, held.length());
        lines.line(place, Digest.of(sha.digest()));
        held.clear();
        part = Part.FRONT;
        place = null;
        begun = false;
    }

    /** Digests what is at hand, but for what may be the beginning of something that is looked for. */
    private void drain() {
        if (part == Part.FRONT) {
            int at = find(SOURCE, 0);
            part = at < 0 ? Part.FRONT : Part.SOURCE;
            take(at < 0 ? Math.max(0, held.length() - SOURCE.length + 1) : at);
        }
        if (part == Part.SOURCE && (readPlace() || held.length() > LONGEST_SOURCE)) {
            part = Part.REST;
        }
        if (part == Part.REST) {
            take(held.length());
        }
    }

    private void take(int count) {
        digest(0, count);
        held.removeFirst(count);
    }

    private void digest(int from, int to) {
        sha.update(held.bytes(), from, to - from);
    }

    /** Reads the members that tell the place, which follow each other, and cuts out the digits of the offset. */
    private boolean readPlace() {
        int stream = find(STREAM, 0);
        int partition = stream < 0 ? -1 : find(PARTITION, stream);
        int offset = partition < 0 ? -1 : find(OFFSET, partition);
        if (offset < 0) {
            return false;
        }
        int digits = offset + OFFSET.length;
        int end = digits;
        while (end < held.length() && isDigit(held.bytes()[end])) {
            end++;
        }
        if (end == held.length()) {
            return false;
        }
        place = place(
                text(stream + STREAM.length - 1, partition),
                text(partition + PARTITION.length, offset),
                text(digits, end));
        if (place != null) {
            digest(0, digits);
            held.removeFirst(end);
        }
        return true;
    }

    private static @Nullable LinePlace place(String stream, String partition, String offset) {
        try {
            return new LinePlace(stream, Integer.parseInt(partition), Long.parseLong(offset));
        } catch (NumberFormatException notOurs) {
            return null;
        }
    }

    private String text(int from, int to) {
        return new String(held.bytes(), from, to - from, StandardCharsets.UTF_8);
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private int find(byte[] wanted, int from) {
        byte[] bytes = held.bytes();
        int last = held.length() - wanted.length;
        for (int i = from; i <= last; i++) {
            if (bytes[i] == wanted[0]
                    && bytes[i + 1] == wanted[1]
                    && Slice.of(wanted).startsAt(bytes, i, held.length())) {
                return i;
            }
        }
        return -1;
    }
}
