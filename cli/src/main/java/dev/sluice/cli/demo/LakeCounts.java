package dev.sluice.cli.demo;

import java.util.List;
import java.util.Map;

/**
 * What a query finds in a lake.
 *
 * @param lines in all tables
 * @param differentLines by id and position; fewer than {@code lines} if one is there twice
 * @param changes with different ids; a changed key counts once, though it is two lines
 * @param messages with different positions; more than {@code changes} if the source sent some again
 * @param quarantined by code
 */
record LakeCounts(
        List<TableCounts> tables,
        long lines,
        long differentLines,
        long changes,
        long messages,
        Map<String, Long> quarantined) {

    long resends() {
        return messages - changes;
    }

    long allQuarantined() {
        return quarantined.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether the lake holds just what the traffic did. */
    boolean isComplete(Expected expected) {
        return changes == expected.changes()
                && differentLines == lines
                && resends() <= expected.resends()
                && allQuarantined() == expected.poison();
    }
}
