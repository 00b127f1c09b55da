package dev.sluice.decode;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;

/** The next so many bytes of a text. */
final class CountedFeed implements TextWindow.Feed {
    private final TextWindow text;
    private long left;

    CountedFeed(TextWindow text, long count) {
        this.text = text;
        this.left = count;
    }

    @Override
    public boolean read(Utf8Buffer into) throws IOException, MalformedMessageException {
        if (left == 0) {
            return false;
        }
        if (text.unread().length() == 0 && !text.more()) {
            throw new MalformedMessageException(
                    "not_avro", "the bytes end, and " + left + " more were announced", "byte " + text.position());
        }
        Slice unread = text.unread();
        int count = (int) Math.min(left, unread.length());
        into.append(unread.bytes(), unread.from(), unread.from() + count);
        text.skip(count);
        left -= count;
        return true;
    }
}
