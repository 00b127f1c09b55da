package dev.sluice.change;

/** How a value stands on the wire. The slice of a string excludes its quotes. */
public enum WireKind {
    /** The row does not mention the column; that is not the same as null. */
    ABSENT,
    NULL,
    /** A JSON string without a backslash: its bytes are its text. */
    STRING,
    /** A JSON string with escapes in it. */
    ESCAPED_STRING,
    NUMBER,
    TRUE,
    FALSE,
    /** An object or array, kept as the JSON text it is. */
    NESTED
}
