package dev.sluice.traffic;

import java.nio.charset.StandardCharsets;
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
        openEnvelope(event, id, 0, 1);
        json.openText(dataLayout(event));
        writeData(event);
        return json.closeText().closeObject().toBytes();
    }

    /**
     * Writes a piece of an event that was cut.
     *
     * @param fragments of {@link #data}
     * @param piece from 0
     */
    byte[] write(ChangeEvent event, String id, List<String> fragments, int piece) {
        openEnvelope(event, id, piece, fragments.size());
        return json.string(fragments.get(piece)).closeObject().toBytes();
    }

    /** The data that stands as a string in the envelope. */
    String data(ChangeEvent event) {
        json.start(dataLayout(event));
        writeData(event);
        return new String(json.toBytes(), StandardCharsets.UTF_8);
    }

    /** Up to the name of the data. */
    private void openEnvelope(ChangeEvent event, String id, int piece, int pieces) {
        CesGeneration generation = event.transaction().generation();
        boolean avroJson = generation == CesGeneration.B;
        boolean last = piece == pieces - 1;
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
            case A ->
                json.name("splitindex").number(piece).name("splittotalcnt").number(pieces == 1 ? 0 : pieces);
            case B ->
                json.name("segmentindex").number(piece + 1).name("finalsegment").bool(last);
            case C ->
                json.name("segmentindex").number(piece).name("finalsegment").bool(last);
        }
        json.name("data");
    }

    private static JsonWriter.Layout dataLayout(ChangeEvent event) {
        return event.transaction().generation() == CesGeneration.C
                ? JsonWriter.Layout.COMPACT
                : JsonWriter.Layout.TWO_SPACES;
    }

    private void writeData(ChangeEvent event) {
        CesGeneration generation = event.transaction().generation();
        Change change = event.change();
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

        JsonWriter.Layout rowLayout =
                generation == CesGeneration.C ? JsonWriter.Layout.COMPACT : JsonWriter.Layout.ONE_LINE;
        json.name("eventrow").openObject();
        writeImage("old", change.before(), change, rowLayout);
        writeImage("current", change.after(), change, rowLayout);
        json.closeObject().closeObject();
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
