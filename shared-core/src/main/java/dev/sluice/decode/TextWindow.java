package dev.sluice.decode;

import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;

/** A text that may be longer than memory, seen through a window that moves on as it is read. */
final class TextWindow {
    private static final int CHUNK = 64 << 10;

    /** Where the text comes from. */
    interface Feed {
        /** Appends some of it, at least a byte; false at the end. */
        boolean read(Utf8Buffer into) throws IOException, MalformedMessageException;
    }

    /** Reads something whose end it sees: a number alone is not, for it may go on behind the window. */
    interface Step<T> {
        T read(JsonCursor c) throws MalformedMessageException;
    }

    private final Feed feed;
    private final Limits limits;
    private final Utf8Buffer text = new Utf8Buffer(256);
    private int from;
    private long before;
    private boolean ended;

    TextWindow(Feed feed, Limits limits) {
        this.feed = feed;
        this.limits = limits;
    }

    /** What is seen of the text and was not read yet. */
    Slice unread() {
        return text.slice(from);
    }

    /** Goes on behind so many bytes of what is unread. */
    void skip(int count) {
        from += count;
    }

    /** Where the first unread byte stands in the text. */
    long position() {
        return before + from;
    }

    /** Shows more of the text behind what is unread; false if there is no more. */
    boolean more() throws IOException, MalformedMessageException {
        if (ended) {
            return false;
        }
        text.removeFirst(from);
        before += from;
        from = 0;
        checkLength(text.length());
        int wanted = Math.max(CHUNK, 2 * text.length());
        int length = text.length();
        while (!ended && text.length() < wanted) {
            ended = !feed.read(text);
        }
        return text.length() > length;
    }

    /** However the text was cut, so much of it is in memory at a time, and no more. */
    void checkLength(int step) throws MalformedMessageException {
        if (step > limits.valueBytes()) {
            throw new MalformedMessageException(
                    "value_too_long",
                    "a value of more than " + limits.valueBytes()
                            + " bytes in an event that came in pieces (SLUICE_MAX_VALUE_BYTES)",
                    "byte " + position());
        }
    }

    /** Takes a step, and shows as much of the text as it needs. */
    <T> T step(Step<T> step) throws IOException, MalformedMessageException {
        while (true) {
            JsonCursor c = cursor();
            try {
                T result = step.read(c);
                checkLength(c.position() - from);
                from = c.position();
                return result;
            } catch (MalformedMessageException e) {
                if (!e.code().equals("truncated") || !more()) {
                    throw e;
                }
            }
        }
    }

    /** The next byte that is not white space, or -1 at the end; nothing is read. */
    int peek() throws IOException, MalformedMessageException {
        int next = cursor().peek();
        while (next < 0 && more()) {
            next = cursor().peek();
        }
        return next;
    }

    /** Only white space may follow. */
    void expectEnd() throws IOException, MalformedMessageException {
        peek();
        cursor().expectEnd();
    }

    /** A cursor at what is unread, as far as it is seen. */
    JsonCursor cursor() {
        return new JsonCursor(text.bytes(), from, text.length(), position(), limits);
    }
}
