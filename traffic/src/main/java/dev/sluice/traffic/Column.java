package dev.sluice.traffic;

/**
 * A column of a table.
 *
 * @param type the full SQL type text, such as {@code datetime2(7)}
 * @param values where new values come from
 */
record Column(String name, String type, Values values) {}
