package dev.sluice.normalize;

import dev.sluice.change.Table;
import java.util.IdentityHashMap;

/** What lines repeat of the tables seen so far. Serves one thread. */
public final class TableTexts {
    private static final int MOST = 1024;

    private final SourceZones zones;
    private final IdentityHashMap<Table, TableText> texts = new IdentityHashMap<>();

    public TableTexts(NormalizeOptions options) {
        this.zones = options.zones();
    }

    TableText of(Table table) {
        TableText known = texts.get(table);
        if (known == null) {
            if (texts.size() >= MOST) {
                texts.clear();
            }
            known = new TableText(table, zones);
            texts.put(table, known);
        }
        return known;
    }
}
