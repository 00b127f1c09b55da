package dev.sluice.traffic;

/**
 * What happens to the rows of a table. The shares are those of {@link TrafficOptions}.
 *
 * @param rowsPerTable most rows a table ever has
 */
record RowOptions(int rowsPerTable, double keyChangeShare, double sparseShare, double noBeforeShare) {}
