package dev.sluice.decode;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.text.Slice;

/**
 * Receives what a message holds, one call per item, in the order of the message. Slices are valid during the call only.
 */
public interface Items {
    /** Told first: how many items the message has; item numbers in the calls that follow go from 0. */
    void begin(int count);

    void change(int item, RowChange change);

    void segment(int item, Segment segment);

    /** Nothing in it that the lake wants, such as an empty body. */
    void skipped(int item, String reason);

    /**
     * Cannot be read.
     *
     * @param raw the bytes of the item, to be kept
     */
    void malformed(int item, MalformedMessageException fault, Slice raw);
}
