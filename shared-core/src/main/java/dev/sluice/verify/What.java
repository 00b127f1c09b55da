package dev.sluice.verify;

import java.util.Locale;

/** What is counted, per folder. */
public enum What {
    /** Lines that the archive's records become, but for resends. */
    LINES,
    /** Of these, those that stand in the lake once, byte by byte. */
    EQUAL,
    MISSING,
    /** Another line stands in its place. */
    DIFFERENT,
    /** Lines of the lake that stand there once more. */
    DOUBLED,
    /** Lines of the lake that no record of the archive explains. */
    UNEXPECTED,
    /** Missing, and the ledger does not claim them yet. */
    NOT_YET,
    /** Missing, and the ledger has a hole there. */
    IN_HOLE,
    /** Other than expected, behind a gap of the archive that may hold the first half of the update. */
    UNPROVEN,
    /** What the producer sent again near the first copy, and stands in the lake. */
    RESENDS_KEPT,
    /** The same, left out of the object that holds the copy. */
    RESENDS_LEFT_OUT;

    /** True for what makes the lake another one than the archive tells. */
    public boolean isDifference() {
        return this == MISSING || this == DIFFERENT || this == DOUBLED || this == UNEXPECTED;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
