package dev.sluice.cli.demo;

import java.util.List;
import java.util.Map;

/**
 * What a query finds in a lake.
 *
 * @param changes what the tables hold
 * @param tables the same by table
 * @param control lines by kind
 * @param doubledControl control lines that are there more than once
 * @param quarantined by code
 */
record LakeCounts(
        Changes changes,
        List<TableCounts> tables,
        Map<String, Long> control,
        long doubledControl,
        Map<String, Long> quarantined) {

    /**
     * Changes in all tables.
     *
     * @param lines all of them
     * @param differentLines by id and position; fewer than {@code lines} if one is there twice
     * @param changes with different ids; a changed key counts once, though it is two lines
     * @param messages with different positions; more than {@code changes} if the source sent some again
     * @param split that came in pieces
     * @param unpaired updates that miss the row before them
     */
    record Changes(long lines, long differentLines, long changes, long messages, long split, long unpaired) {
        static final Changes NONE = new Changes(0, 0, 0, 0, 0, 0);
    }

    long messages() {
        return changes.messages;
    }

    long doubledLines() {
        return changes.lines - changes.differentLines;
    }

    long resends() {
        return changes.messages - changes.changes;
    }

    long allControl() {
        return sum(control);
    }

    long allQuarantined() {
        return sum(quarantined);
    }

    /** Whether the lake holds just what the traffic did. */
    boolean isComplete(Expected expected) {
        return changes.changes == expected.changes()
                && doubledLines() == 0
                && changes.unpaired == 0
                && resends() <= expected.resends()
                && allControl() == expected.control()
                && doubledControl == 0
                && allQuarantined() == expected.poison();
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
