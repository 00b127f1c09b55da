package dev.sluice.normalize;

import dev.sluice.change.Column;
import dev.sluice.change.Table;
import java.util.IdentityHashMap;

/** What lines repeat of the tables seen so far, as many as are not too large together. Serves one thread. */
public final class TableTexts {
    private static final int MOST_BYTES = 4 << 20;
    /** What a table or column takes besides its names. */
    private static final int OVERHEAD = 256;

    private final SourceZones zones;
    private final IdentityHashMap<Table, TableText> texts = new IdentityHashMap<>();
    private long bytes;

    public TableTexts(NormalizeOptions options) {
        this.zones = options.zones();
    }

    TableText of(Table table) {
        TableText known = texts.get(table);
        if (known == null) {
            long size = size(table);
            if (bytes + size > MOST_BYTES) {
                texts.clear(); // tables that nobody else knows any more are among them
                bytes = 0;
            }
            known = new TableText(table, zones);
            texts.put(table, known);
            bytes += size;
        }
        return known;
    }

    private static long size(Table table) {
        long size = OVERHEAD;
        for (Column column : table.columns()) {
            size += OVERHEAD + column.name().length() + column.declaredType().length();
        }
        return size;
    }
}
