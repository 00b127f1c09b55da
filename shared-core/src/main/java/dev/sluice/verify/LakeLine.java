package dev.sluice.verify;

/**
 * A line that stands in the lake.
 *
 * @param folder see {@link Rows}
 * @param key of its object
 */
record LakeLine(String folder, long offset, Digest digest, String key) {}
