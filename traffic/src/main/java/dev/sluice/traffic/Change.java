package dev.sluice.traffic;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        List<Integer> places) {

    /** What an oracle is told. */
    SourceRow row(String op, String logicalId, int partition, long offset) {
        return new SourceRow(
                table.fullName(), op, keyByName(), image(before), image(after), logicalId, partition, offset);
    }

    private Map<String, String> keyByName() {
        Map<String, String> byName = new LinkedHashMap<>();
        for (int i = 0; i < table.key().size(); i++) {
            byName.put(table.column(table.key().get(i)), key.get(i));
        }
        return Collections.unmodifiableMap(byName);
    }

    private @Nullable Map<String, @Nullable String> image(@Nullable Row row) {
        return row == null ? null : row.image(table, places);
    }
}
