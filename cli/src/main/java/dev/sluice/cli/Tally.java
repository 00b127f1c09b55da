package dev.sluice.cli;

/** Counts of a run. */
final class Tally {
    long records;
    long lines;
    long quarantined;
    long incomplete;
    long skipped;
    long control;
    long alreadyThere;

    boolean isComplete() {
        return quarantined == 0 && incomplete == 0;
    }
}
