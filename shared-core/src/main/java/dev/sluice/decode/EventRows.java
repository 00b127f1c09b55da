package dev.sluice.decode;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowImage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Walks through an event that may be longer than memory, from row to row. */
interface EventRows {
    /** What {@link #next} answers. */
    enum At {
        BEFORE,
        AFTER,
        END
    }

    /** What there is of a row. */
    enum Found {
        /** Null, no text or an empty object. */
        NOTHING,
        /** Declared columns are missing. */
        PARTIAL,
        WHOLE
    }

    /** Goes to the next row, which has to be read then, or to the end of the event. */
    At next() throws IOException, MalformedMessageException;

    /** Reads the row that {@link #next} went to. */
    Found read(RowImage.Visitor visitor) throws IOException, MalformedMessageException;

    /** What the event tells of its table, key and transaction, once it was met. */
    @Nullable
    ChangeSource source();
}
