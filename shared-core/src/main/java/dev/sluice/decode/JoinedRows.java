package dev.sluice.decode;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowImage;
import dev.sluice.decode.EventRows.At;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The rows of a split event that was found good, to be read again; one behind the other needs one reading of the pieces. */
final class JoinedRows {
    private final Opener opener;
    private @Nullable EventRows rows;
    private At at = At.END;

    /** Opens the event at its beginning. */
    interface Opener {
        EventRows open() throws IOException, MalformedMessageException;
    }

    JoinedRows(Opener opener) {
        this.opener = opener;
    }

    void show(At wanted, RowImage.Visitor visitor) {
        try {
            EventRows open = at == At.END ? begin() : rows;
            boolean again = false;
            while (open == null || at != wanted) {
                if (open == null || at == At.END) {
                    if (again) {
                        throw new IllegalStateException("a row of an event is gone");
                    }
                    again = true;
                    open = begin();
                } else {
                    open.read((column, kind, bytes, from, to) -> {});
                    at = open.next();
                }
            }
            open.read(visitor);
            at = open.next();
            if (at == At.END) {
                rows = null;
            }
        } catch (IOException e) {
            at = At.END;
            throw new UncheckedIOException(e);
        } catch (MalformedMessageException e) {
            at = At.END;
            throw new IllegalStateException("an event reads otherwise the second time: " + e.code(), e);
        } catch (RuntimeException e) {
            at = At.END;
            throw e;
        }
    }

    private EventRows begin() throws IOException, MalformedMessageException {
        EventRows opened = opener.open();
        rows = opened;
        at = opened.next();
        return opened;
    }
}
