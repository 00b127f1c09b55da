package dev.sluice.traffic;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages as a DataWorks task does. The vendor's samples have the schema first in what is incremental, and all
 * names in the order of the alphabet in rows of a full load. For one thread at a time.
 */
final class DataWorksWriter {
    /** A serialized Java string, for a serialized Java object. */
    private static final String DDL_META = "rO0ABXQAB29wYXF1ZSE=";

    private static final String DATABASE_TYPE = "MySQL";
    private static final String VERSION = "0.0.1";

    private final JsonWriter json = JsonWriter.withBareSolidus();

    /**
     * Where a message stands in the task.
     *
     * @param sequence null for a heartbeat
     * @param eventMs whole seconds, as in a binlog
     * @param systemMs when the task made the message
     */
    record Moment(@Nullable String sequence, long eventMs, long systemMs) {}

    byte[] insert(Change change, Moment moment) {
        return row("INSERT", change, null, change.after(), moment);
    }

    byte[] delete(Change change, Moment moment) {
        return row("DELETE", change, change.before(), null, moment);
    }

    /** The whole update. */
    byte[] update(Change change, Moment moment) {
        return row("UPDATE_AFTER", change, change.before(), change.after(), moment);
    }

    /** The row before the update; this is how the vendor spells it. */
    byte[] firstHalf(Change change, Moment moment) {
        return row("UPDATE_BEFOR", change, change.before(), null, moment);
    }

    /** The row after the update. */
    byte[] secondHalf(Change change, Moment moment) {
        return row("UPDATE_AFTER", change, null, change.after(), moment);
    }

    /** A row of a full load. */
    byte[] full(Change change, long systemMs) {
        Table table = change.table();
        List<Integer> sorted = table.places().stream()
                .sorted(Comparator.comparing(table::column))
                .toList();
        json.start(JsonWriter.Layout.COMPACT).openObject();
        json.name("payload").openObject();
        image("after", table, change.after(), sorted);
        json.name("before").stringOrNull(null);
        json.name("ddl").stringOrNull(null);
        json.name("op").string("INSERT");
        json.name("sequenceId").string("-1");
        json.name("timestamp").openObject();
        json.name("checkpointTime").number(-1);
        json.name("eventTime").number(-1);
        json.name("systemTime").number(systemMs);
        json.closeObject().closeObject();
        json.name("schema").openObject();
        columns(table);
        primaryKey(table);
        json.name("source").openObject();
        json.name("dbName").string(table.database());
        json.name("dbType").string(DATABASE_TYPE);
        json.name("tableName").string(table.name());
        json.closeObject().closeObject();
        return end();
    }

    byte[] heartbeat(long eventMs) {
        begin(null, false);
        noImages();
        payloadEnd("MHEARTBEAT", new Moment(null, eventMs, 0), null);
        return end();
    }

    /** @param op TRANSACTION_BEGIN or TRANSACTION_END */
    byte[] transaction(String op, Moment moment) {
        begin(null, false);
        noImages();
        payloadEnd(op, moment, null);
        return end();
    }

    /**
     * A change of a table.
     *
     * @param op such as CREATE
     * @param listsColumns with the columns that the table has now
     */
    byte[] ddl(String op, Table table, boolean listsColumns, String statement, Moment moment) {
        begin(table, listsColumns);
        noImages();
        payloadEnd(op, moment, statement);
        return end();
    }

    private byte[] row(String op, Change change, @Nullable Row before, @Nullable Row after, Moment moment) {
        Table table = change.table();
        json.start(JsonWriter.Layout.COMPACT).openObject();
        json.name("schema").openObject();
        columns(table);
        primaryKey(table);
        source(table);
        json.closeObject();
        json.name("payload").openObject();
        image("before", table, before, change.places());
        image("after", table, after, change.places());
        payloadEnd(op, moment, null);
        return end();
    }

    /** Up to the payload of a message without a row. */
    private void begin(@Nullable Table table, boolean listsColumns) {
        json.start(JsonWriter.Layout.COMPACT).openObject();
        json.name("schema").openObject();
        if (table != null && listsColumns) {
            columns(table);
        } else {
            json.name("dataColumn").stringOrNull(null);
        }
        json.name("primaryKey").stringOrNull(null);
        if (table == null) {
            json.name("source").stringOrNull(null);
        } else {
            source(table);
        }
        json.closeObject();
        json.name("payload").openObject();
    }

    private void noImages() {
        json.name("before").stringOrNull(null);
        json.name("after").stringOrNull(null);
    }

    private void payloadEnd(String op, Moment moment, @Nullable String statement) {
        json.name("sequenceId").stringOrNull(moment.sequence());
        json.name("timestamp").openObject();
        json.name("eventTime").number(moment.eventMs());
        if (moment.sequence() != null) {
            json.name("systemTime").number(moment.systemMs()); // heartbeats have none
        }
        json.name("checkpointTime").number(moment.eventMs());
        json.closeObject();
        json.name("op").string(op);
        json.name("ddl");
        if (statement == null) {
            json.stringOrNull(null);
        } else {
            json.openObject();
            json.name("text").string(statement);
            json.name("ddlMeta").string(DDL_META);
            json.closeObject();
        }
        json.closeObject();
    }

    private byte[] end() {
        json.name("version").string(VERSION);
        return json.closeObject().toBytes();
    }

    private void columns(Table table) {
        json.name("dataColumn").openArray();
        for (Column column : table.columns()) {
            json.element().openObject();
            json.name("name").string(column.name());
            json.name("type").string(column.type());
            json.closeObject();
        }
        json.closeArray();
    }

    /** Null if the rows have no key but the number that the database gives them. */
    private void primaryKey(Table table) {
        json.name("primaryKey");
        if (table.column(table.key().get(0)).equals(DataWorksCatalog.HIDDEN_ROW_ID)) {
            json.stringOrNull(null);
            return;
        }
        json.openArray();
        table.key().forEach(place -> json.element().string(table.column(place)));
        json.closeArray();
    }

    private void source(Table table) {
        json.name("source").openObject();
        json.name("dbType").string(DATABASE_TYPE);
        json.name("dbName").string(table.database());
        json.name("tableName").string(table.name());
        json.closeObject();
    }

    private void image(String side, Table table, @Nullable Row row, List<Integer> places) {
        json.name(side);
        if (row == null) {
            json.stringOrNull(null);
            return;
        }
        json.openObject().name("dataColumn").openObject();
        for (int place : places) {
            json.name(table.column(place));
            value(table.columns().get(place).type(), row.get(place));
        }
        json.closeObject().closeObject();
    }

    /** The vendor's page has a DOUBLE as a number; every message seen has its text. */
    private void value(String type, @Nullable String text) {
        boolean bare = type.equals("LONG") || type.equals("DATE") || type.equals("BOOLEAN");
        if (text != null && bare) {
            json.literal(text);
        } else {
            json.stringOrNull(text);
        }
    }
}
