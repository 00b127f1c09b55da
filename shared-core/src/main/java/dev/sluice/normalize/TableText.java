package dev.sluice.normalize;

import dev.sluice.change.Table;
import dev.sluice.text.Utf8Buffer;
import java.time.ZoneId;

/** What every line of one table repeats, worked out once. */
final class TableText {
    /** {@code ,"snapshot":"false","db":…,"schema":…,"table":…} */
    final byte[] source;

    final TableSchema schema;
    final byte[] schemaId;
    final ZoneId zone;

    TableText(Table table, SourceZones zones) {
        Utf8Buffer out =
                new Utf8Buffer(256).append(",\"snapshot\":\"false\",\"db\":").appendQuoted(table.db());
        out.append(",\"schema\":").appendQuoted(table.schema());
        source = out.append(",\"table\":").appendQuoted(table.name()).toBytes();
        schema = TableSchema.of(table);
        schemaId = new Utf8Buffer(32).appendQuoted(schema.id()).toBytes();
        zone = zones.zone(table);
    }
}
