package dev.sluice.verify;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.pipeline.Delivery;
import dev.sluice.text.Slice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Records for archives and lakes. */
final class Records {
    private Records() {}

    /** An insert: every third into Items, the others into Orders. */
    static byte[] change(long number) {
        return event(number).body();
    }

    static CesMessage event(long number) {
        String lsn = String.format(Locale.ROOT, "%020X", number);
        return CesMessage.insert()
                .table("ShopDb", "dbo", number % 3 == 0 ? "Items" : "Orders")
                .logicalId(CesMessage.GUID + ":" + lsn + ":00000000000000000001")
                .column("Id", "int")
                .column("Note", "nvarchar(50)")
                .key("Id", Long.toString(number))
                .current("{\"Id\":\"" + number + "\",\"Note\":\"note " + number + "\"}");
    }

    static byte[] poison(long number) {
        return ("{\"foreign\":" + number + "}").getBytes(StandardCharsets.UTF_8);
    }

    /** The pieces of an event of the table Items. */
    static List<byte[]> pieces(long number, int count) {
        String text = event(number * 3).data();
        List<byte[]> pieces = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String fragment = text.substring(text.length() * i / count, text.length() * (i + 1) / count);
            pieces.add(event(number * 3)
                    .attribute("segmentindex", Integer.toString(i))
                    .attribute("finalsegment", Boolean.toString(i == count - 1))
                    .dataJson(quoted(fragment))
                    .body());
        }
        return pieces;
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** Half of an update of DataWorks. */
    static byte[] half(boolean first, int sequence, int id) {
        String image = "{\"dataColumn\":{\"id\":" + id + ",\"v\":\"" + (first ? "old" : "new") + "\"}}";
        return ("{\"schema\":{\"dataColumn\":[{\"name\":\"id\",\"type\":\"LONG\"},{\"name\":\"v\",\"type\":\"STRING\"}],"
                        + "\"primaryKey\":[\"id\"],\"source\":{\"dbType\":\"MySQL\",\"dbName\":\"shop\",\"tableName\":\"t\"}},"
                        + "\"payload\":{\"before\":" + (first ? image : "null") + ",\"after\":"
                        + (first ? "null" : image)
                        + ",\"sequenceId\":\"" + sequence + "\",\"timestamp\":{\"eventTime\":1790000183000},\"op\":\""
                        + (first ? "UPDATE_BEFOR" : "UPDATE_AFTER") + "\",\"ddl\":null},\"version\":\"0.0.1\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    static Delivery record(long offset, byte @Nullable [] body) {
        return new Delivery(offset, body == null ? null : Slice.of(body), LakeFixture.BROKER_TIME + offset * 1000);
    }

    static List<Delivery> records(long first, long last, LongFunction<byte @Nullable []> body) {
        List<Delivery> records = new ArrayList<>();
        for (long offset = first; offset <= last; offset++) {
            records.add(record(offset, body.apply(offset)));
        }
        return records;
    }

    static List<Delivery> changes(long first, long last) {
        return records(first, last, Records::change);
    }
}
