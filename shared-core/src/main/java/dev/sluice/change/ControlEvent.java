package dev.sluice.change;

import dev.sluice.text.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Something a source tells that is not a row change.
 *
 * @param op the source's own word
 * @param table what it is about; its name is {@code ""} if the message names none
 * @param text the statement, null if there is none
 * @param detail a JSON object, on one line, of what has no place of its own
 */
public record ControlEvent(
        Kind kind,
        String op,
        Table table,
        Commit commit,
        Marks marks,
        @Nullable Slice text,
        Slice detail) {

    /** Kinds, each of which has a folder in the lake. */
    public enum Kind {
        DDL("ddl"),
        TRANSACTION("transaction"),
        TRUNCATE("truncate"),
        /** A statement that is neither, or one that stands where a row should. */
        STATEMENT("statement"),
        UNKNOWN("unknown");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }
}
