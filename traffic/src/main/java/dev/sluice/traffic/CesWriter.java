package dev.sluice.traffic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes change events as SQL Server does: column values as strings in a row, the row as a string in data, data as a
 * string in the envelope. White space follows the public samples of each generation. For one thread at a time.
 */
final class CesWriter {
    private final JsonWriter json = new JsonWriter();

    /** @param id the CloudEvents id, fresh for every message */
    byte[] write(ChangeEvent event, String id) {
        CesGeneration generation = event.transaction().generation();
        boolean avroJson = generation == CesGeneration.B;
        json.start(avroJson ? JsonWriter.Layout.TABS : JsonWriter.Layout.TWO_SPACES);
        json.openObject();
        json.name("specversion").string("1.0");
        json.name("type").string("com.microsoft.SQL.CES.DML.V1");
        json.name("source").string("/");
        json.name("id").string(id);
        json.name("logicalid").string(event.logicalId());
        json.name("time").string(SqlText.utc(event.transaction().commitMs()));
        json.name("datacontenttype").string(avroJson ? "application/avro-json" : "application/json");
        json.name("operation").string(event.change().operation().wire);
        switch (generation) {
            case A -> json.name("splitindex").number(0).name("splittotalcnt").number(0);
            case B -> json.name("segmentindex").number(1).name("finalsegment").bool(true);
            case C -> json.name("segmentindex").number(0).name("finalsegment").bool(true);
        }
        json.name("data");
        writeData(event, generation);
        return json.closeObject().toBytes();
    }

    private void writeData(ChangeEvent event, CesGeneration generation) {
        Change change = event.change();
        boolean compact = generation == CesGeneration.C;
        json.openText(compact ? JsonWriter.Layout.COMPACT : JsonWriter.Layout.TWO_SPACES);
        json.openObject();
        json.name("eventsource").openObject();
        json.name("db").string(change.table().database());
        json.name("schema").string(change.table().schema());
        json.name("tbl").string(change.table().name());
        writeColumns(change);
        writeKey(change);
        if (generation != CesGeneration.A) {
            writeTransaction(event, generation);
        }
        json.closeObject();

        JsonWriter.Layout rowLayout = compact ? JsonWriter.Layout.COMPACT : JsonWriter.Layout.ONE_LINE;
        json.name("eventrow").openObject();
        writeImage("old", change.before(), change, rowLayout);
        writeImage("current", change.after(), change, rowLayout);
        json.closeObject().closeObject().closeText();
    }

    private void writeColumns(Change change) {
        json.name("cols").openArray();
        for (int place : change.places()) {
            Column column = change.table().columns().get(place);
            json.element().openObject();
            json.name("name").string(column.name());
            json.name("type").string(column.type());
            json.name("index").number(place);
            json.closeObject();
        }
        json.closeArray();
    }

    private void writeKey(Change change) {
        List<Integer> places = change.table().key();
        json.name("pkkey").openArray();
        for (int i = 0; i < places.size(); i++) {
            json.element().openObject();
            json.name("columnname").string(change.table().column(places.get(i)));
            json.name("value").string(change.key().get(i));
            json.closeObject();
        }
        json.closeArray();
    }

    private void writeTransaction(ChangeEvent event, CesGeneration generation) {
        Transaction transaction = event.transaction();
        json.name("transaction").openObject();
        json.name("commitlsn").string(transaction.commitLsn());
        json.name("beginlsn").string(transaction.beginLsn());
        json.name("sequencenumber").number(event.sequence());
        if (generation == CesGeneration.C) {
            json.name("finalevent").bool(false);
        }
        json.name("committime").string(SqlText.utc(transaction.commitMs()));
        json.closeObject();
    }

    private void writeImage(String side, @Nullable Row image, Change change, JsonWriter.Layout layout) {
        json.name(side).openText(layout).openObject();
        if (image != null) {
            for (int place : change.places()) {
                json.name(change.table().column(place)).stringOrNull(image.get(place));
            }
        }
        json.closeObject().closeText();
    }
}
