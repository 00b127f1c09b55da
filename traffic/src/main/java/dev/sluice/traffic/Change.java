package dev.sluice.traffic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one message says about one row.
 *
 * @param key of the row, the new one after a key change; empty without a primary key
 * @param before null if it is not sent
 * @param after null if it is not sent
 * @param places the columns that are sent, in table order
 */
record Change(
        Table table,
        Operation operation,
        List<String> key,
        @Nullable Row before,
        @Nullable Row after,
        List<Integer> places) {}
