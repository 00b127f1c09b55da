package dev.sluice.pipeline;

import dev.sluice.change.RowChange;
import dev.sluice.change.Table;
import dev.sluice.lake.LakePath;
import dev.sluice.text.Slice;
import org.jspecify.annotations.Nullable;

/** What the two halves of an update have in common. */
record PairKey(String db, String schema, String table, Slice sequence) {
    /** All rows of a full load have this sequence. */
    private static final Slice NO_SEQUENCE = Slice.of("-1");

    /** Null for a half that tells nothing by which the other one could be known. */
    static @Nullable PairKey of(RowChange change) {
        Slice sequence = change.marks().sequence();
        if (sequence.length() == 0 || sequence.equals(NO_SEQUENCE)) {
            return null;
        }
        Table table = change.table();
        return new PairKey(table.db(), table.schema(), table.name(), Slice.of(sequence.copy()));
    }

    /** Names the update in the state store, and its object in the lake. */
    String hash() {
        return LakePath.pairHash(db, schema, table, sequence);
    }
}
