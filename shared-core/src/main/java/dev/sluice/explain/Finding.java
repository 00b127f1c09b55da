package dev.sluice.explain;

/**
 * Something that tells what became of an event.
 *
 * @param kind what it is
 * @param object key of the object that says so, or of the archive's file
 * @param line number of the line, or of the file's record, in it, from 1; 0 if that says nothing
 * @param text for people; holds no value and no key of a row
 */
public record Finding(Kind kind, String object, int line, String text) {
    /** What tells it. */
    public enum Kind {
        /** A record of the archive. */
        ARCHIVE,
        /** How far the partition is. */
        LEDGER,
        /** A line of the lake. */
        LINE,
        /** The mark of a split event that is in the lake. */
        DONE,
        /** A piece or a half that is kept. */
        PARKED,
        /** An entry of the quarantine. */
        QUARANTINE
    }
}
