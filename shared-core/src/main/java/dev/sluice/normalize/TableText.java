package dev.sluice.normalize;

import dev.sluice.change.Table;
import dev.sluice.text.Utf8Buffer;
import java.time.ZoneId;

/** What every line of one table repeats, worked out once. */
final class TableText {
    /** {@code ,"db":…,"schema":…,"table":…} */
    final byte[] names;

    final TableSchema schema;
    final byte[] schemaId;
    final ZoneId zone;

    TableText(Table table, SourceZones zones) {
        names = names(table);
        schema = TableSchema.of(table);
        schemaId = new Utf8Buffer(32).appendQuoted(schema.id()).toBytes();
        zone = zones.zone(table);
    }

    static byte[] names(Table table) {
        Utf8Buffer out = new Utf8Buffer(128).append(",\"db\":").appendQuoted(table.db());
        out.append(",\"schema\":").appendQuoted(table.schema());
        return out.append(",\"table\":").appendQuoted(table.name()).toBytes();
    }
}
