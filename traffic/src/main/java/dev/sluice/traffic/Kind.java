package dev.sluice.traffic;

/** Why a message is in the stream. */
public enum Kind {
    /** A row change, sent for the first time; if it comes in several messages, the one whose place it takes. */
    CHANGE,
    /** The producer sent the change before it again: same logicalid and data, new CloudEvents id, next offset. */
    RESEND,
    /** A later piece of a change that CES cut, or one of these again. */
    PIECE,
    /** The row before an update that DataWorks tells in two messages; the change is the one behind it. */
    HALF,
    /** What DataWorks says of tables and transactions. */
    CONTROL,
    /** DataWorks has nothing to say. */
    HEARTBEAT,
    /** Not a change: a body cut off in the middle, or another producer's CloudEvent. */
    POISON,
    /** A body of no bytes. */
    EMPTY
}
