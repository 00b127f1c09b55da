package dev.sluice.cli.demo;

/**
 * What the lake has of a table.
 *
 * @param table {@code db.schema.table}
 * @param first commit time of its first event, as the source wrote it
 */
record TableCounts(String table, long events, long inserts, long updates, long deletes, String first, String last) {}
