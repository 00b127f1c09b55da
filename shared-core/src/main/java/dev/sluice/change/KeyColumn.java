package dev.sluice.change;

import dev.sluice.text.Slice;
import java.util.List;

/**
 * A primary key column as the message names it.
 *
 * @param fallback its value as told beside the images, for images that lack it
 */
public record KeyColumn(Column column, Value fallback) {
    /** The key column of that name among the declared ones, or one that is not declared. */
    public static KeyColumn of(Slice name, Value fallback, List<Column> columns) {
        for (Column column : columns) {
            if (column.name().equals(name)) {
                return new KeyColumn(column, fallback);
            }
        }
        return new KeyColumn(Column.undeclared(name), fallback);
    }

    /** True when a row's column is this one. */
    public boolean isOf(Column other) {
        return other == column || other.name().equals(column.name());
    }
}
