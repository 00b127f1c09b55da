package dev.sluice.change;

/**
 * A primary key column as the message names it.
 *
 * @param fallback its value as told beside the images, for images that lack it
 */
public record KeyColumn(Column column, Value fallback) {
    /** True when a row's column is this one. */
    public boolean isOf(Column other) {
        return other == column || other.name().equals(column.name());
    }
}
