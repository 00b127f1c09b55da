package dev.sluice.change;

/**
 * A primary key column as the message names it.
 *
 * @param index its place among the declared columns, or -1 when it is not declared
 * @param fallback its value as told beside the images, for images that lack it
 */
public record KeyColumn(Column column, int index, Value fallback) {}
