package dev.sluice.normalize;

import dev.sluice.change.Table;
import org.jspecify.annotations.Nullable;

/**
 * What became of one row change.
 *
 * @param lines how many lines it is: 1, or 2 for a changed key
 * @param schema the columns that the lines refer to, null if they refer to none
 */
public record NormalizedChange(
        Table table, CommitTime time, int lines, @Nullable TableSchema schema) {}
