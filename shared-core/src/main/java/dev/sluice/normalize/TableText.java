package dev.sluice.normalize;

import dev.sluice.change.Table;
import dev.sluice.text.Utf8Buffer;
import java.time.ZoneId;

/** What every line of one table repeats, worked out once. */
final class TableText {
    /** See {@link #names}; of a change, and of a row of a full load. */
    private final byte[] names;

    private final byte[] snapshotNames;

    final TableSchema schema;
    /** {@code ,"schema_id":"…"} */
    final byte[] schemaId;

    final ZoneId zone;

    TableText(Table table, SourceZones zones) {
        names = names(table, false);
        snapshotNames = names(table, true);
        schema = TableSchema.of(table);
        schemaId = new Utf8Buffer(64)
                .append(",\"schema_id\":")
                .appendQuoted(schema.id())
                .toBytes();
        zone = zones.zone(table);
    }

    byte[] names(boolean snapshot) {
        return snapshot ? snapshotNames : names;
    }

    /** {@code ,"snapshot":"…","db":…,"schema":…,"table":…} */
    static byte[] names(Table table, boolean snapshot) {
        Utf8Buffer out = new Utf8Buffer(128)
                .append(",\"snapshot\":\"")
                .append(Boolean.toString(snapshot))
                .append("\",\"db\":")
                .appendQuoted(table.db());
        out.append(",\"schema\":").appendQuoted(table.schema());
        return out.append(",\"table\":").appendQuoted(table.name()).toBytes();
    }
}
