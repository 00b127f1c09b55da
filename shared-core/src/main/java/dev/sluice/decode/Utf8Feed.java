package dev.sluice.decode;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.text.Utf8;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;

/** Lets text through that is well-formed UTF-8, however its bytes arrive. */
final class Utf8Feed implements TextWindow.Feed {
    private final TextWindow.Feed bytes;
    private final Utf8Buffer chunk = new Utf8Buffer(1024);
    private long before;

    Utf8Feed(TextWindow.Feed bytes) {
        this.bytes = bytes;
    }

    @Override
    public boolean read(Utf8Buffer into) throws IOException, MalformedMessageException {
        boolean more = bytes.read(chunk);
        int end = more ? Utf8.endOfWhole(chunk.bytes(), 0, chunk.length()) : chunk.length();
        int bad = Utf8.firstMalformed(chunk.bytes(), 0, end);
        if (bad >= 0) {
            throw new MalformedMessageException("not_utf8", "bytes that are not UTF-8", "byte " + (before + bad));
        }
        into.append(chunk.bytes(), 0, end);
        chunk.removeFirst(end);
        before += end;
        return more;
    }
}
