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
            EventRows open = rows;
            if (open == null || (at != wanted && !skipTo(wanted, open))) {
                open = opener.open();
                rows = open;
                at = open.next();
                if (at != wanted && !skipTo(wanted, open)) {
                    throw new IllegalStateException("a row of an event is gone");
                }
            }
            open.read(visitor);
            at = open.next();
            if (at == At.END) {
                rows = null;
            }
        } catch (IOException e) {
            rows = null;
            throw new UncheckedIOException(e);
        } catch (MalformedMessageException e) {
            rows = null;
            throw new IllegalStateException("an event reads otherwise the second time: " + e.code(), e);
        } catch (RuntimeException e) {
            rows = null;
            throw e;
        }
    }

    /** Reads on to a row; false if it is not ahead. */
    private boolean skipTo(At wanted, EventRows open) throws IOException, MalformedMessageException {
        while (at != wanted && at != At.END) {
            open.read((column, kind, bytes, from, to) -> {});
            at = open.next();
        }
        return at == wanted;
    }
}
