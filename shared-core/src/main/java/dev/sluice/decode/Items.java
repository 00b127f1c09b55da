package dev.sluice.decode;

import dev.sluice.change.ControlEvent;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.change.UpdateHalf;
import dev.sluice.text.Slice;

/**
 * Receives what a message holds, one call per item, in the order of the message. Slices are valid during the call only.
 */
public interface Items {
    /** Told first: how many items the message has; item numbers in the calls that follow go from 0. */
    void begin(int count);

    void change(int item, RowChange change);

    void segment(int item, Segment segment);

    /** One half of an update whose other half is a message of its own. */
    void half(int item, UpdateHalf half);

    /** Something that is not a row change, such as DDL. */
    void control(int item, ControlEvent event);

    /**
     * The source says only how far it has come.
     *
     * @param reason what it is, such as {@code heartbeat}
     * @param sourceTime milliseconds since 1970, -1 if it does not say
     */
    void heartbeat(int item, String reason, long sourceTime);

    /** Nothing in it that the lake wants, such as an empty body. */
    void skipped(int item, String reason);

    /**
     * Cannot be read.
     *
     * @param raw the bytes of the item, to be kept
     */
    void malformed(int item, MalformedMessageException fault, Slice raw);
}
