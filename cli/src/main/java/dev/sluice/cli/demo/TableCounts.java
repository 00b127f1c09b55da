package dev.sluice.cli.demo;

import java.time.Instant;

/**
 * What the lake has of a table.
 *
 * @param connector which source it comes from
 * @param table {@code db.schema.table}, or {@code db.table} where databases have no schemas
 * @param first commit time of its first event
 */
record TableCounts(
        String connector,
        String table,
        long events,
        long inserts,
        long updates,
        long deletes,
        long reads,
        Instant first,
        Instant last) {}
