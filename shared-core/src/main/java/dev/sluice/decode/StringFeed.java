package dev.sluice.decode;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.text.JsonEscapes;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;

/** What the content of a JSON string stands for. Begins behind the opening quote, and ends behind the closing one. */
final class StringFeed implements TextWindow.Feed {
    private final TextWindow text;
    private boolean ended;

    StringFeed(TextWindow text) {
        this.text = text;
    }

    @Override
    public boolean read(Utf8Buffer into) throws IOException, MalformedMessageException {
        if (ended) {
            return false;
        }
        int length = endOfWhole();
        while (length == 0 && text.more()) {
            length = endOfWhole();
        }
        Slice unread = text.unread();
        int end = length == 0 ? unread.to() : unread.from() + length;
        int quote = into.appendUnescaped(unread.bytes(), unread.from(), end);
        if (quote >= 0) {
            ended = true;
            text.skip(quote + 1 - unread.from());
            return true;
        }
        int fault = -1 - quote;
        if (fault < end || length == 0) {
            throw text.cursor().stringFault(fault);
        }
        text.skip(length);
        return true;
    }

    /** How much of what is unread can be unfolded without knowing what follows. */
    private int endOfWhole() {
        Slice unread = text.unread();
        return JsonEscapes.endOfWhole(unread.bytes(), unread.from(), unread.to()) - unread.from();
    }
}
