package dev.sluice.simulation;

import dev.sluice.CesMessage;
import dev.sluice.simulation.Source.Draft;
import dev.sluice.simulation.Source.Pair;
import dev.sluice.simulation.Source.Split;
import dev.sluice.text.Slice;
import java.util.Random;

/** The messages of the source. No two of them are alike. */
final class Messages {
    private static final String[] DAYS = {"2026-05-06", "2026-05-07"};

    private Messages() {}

    /** A message that is complete in itself. */
    static Draft plain(String name, Random random) {
        return switch (random.nextInt(16)) {
            case 0 -> new Draft("nothing", null);
            case 1 -> new Draft("poison", Slice.of("no JSON " + name));
            case 2, 3 ->
                new Draft(
                        "array",
                        Slice.of("[" + change(name + ".0", random).text() + ","
                                + change(name + ".1", random).text() + ",7,"
                                + change(name + ".3", random).text() + "]"));
            case 4 -> new Draft("key change", Slice.of(keyChange(name, random).text()));
            case 5 ->
                new Draft("ddl", Slice.of(dataWorks("null", "\"CREATE\"", "\"create table t" + name + "\"", "7")));
            case 6 -> new Draft("heartbeat", Slice.of(dataWorks("null", "\"MHEARTBEAT\"", "null", "8")));
            case 7 -> new Draft("wide change", Slice.of(wide(name, random).text()));
            default -> new Draft("change", Slice.of(change(name, random).text()));
        };
    }

    private static CesMessage in(CesMessage message, String name, Random random) {
        return message.logicalId(name)
                .table("d", "s", "t" + random.nextInt(2))
                .commitTime(DAYS[random.nextInt(2)] + "T00:00:00Z")
                .column("Id", "int")
                .column("Text", "nvarchar(max)");
    }

    private static CesMessage change(String name, Random random) {
        return in(random.nextBoolean() ? CesMessage.insert() : CesMessage.update(), name, random)
                .key("Id", "1")
                .old("{\"Id\":\"1\",\"Text\":\"old\"}")
                .current("{\"Id\":\"1\",\"Text\":\"" + name + "\"}");
    }

    private static CesMessage keyChange(String name, Random random) {
        return in(CesMessage.update(), name, random)
                .key("Id", "2")
                .old("{\"Id\":\"1\",\"Text\":\"\"}")
                .current("{\"Id\":\"2\",\"Text\":\"" + name + "\"}");
    }

    /** More columns than some owners read, where rules differ. */
    private static CesMessage wide(String name, Random random) {
        return in(CesMessage.insert(), name, random)
                .column("Third", "int")
                .key("Id", "1")
                .current("{\"Id\":\"1\",\"Text\":\"" + name + "\",\"Third\":\"3\"}");
    }

    /** An event that will be cut. */
    static Slice wholeOf(String name, Random random) {
        return Slice.of(ofSplit(name).text());
    }

    private static CesMessage ofSplit(String name) {
        return CesMessage.insert()
                .logicalId(name)
                .table("d", "s", "t" + name.charAt(name.length() - 1) % 2)
                .commitTime(DAYS[0] + "T00:00:00Z")
                .column("Id", "int")
                .column("Text", "nvarchar(max)")
                .key("Id", "1")
                .current("{\"Id\":\"1\",\"Text\":\"" + name + "\"}");
    }

    /** @param index from 0, however the source counts */
    static Draft piece(Split split, int cut, int index, int count) {
        String data = ofSplit(split.name).data();
        if (split.broken) {
            data = data.substring(0, data.length() - 1) + "!";
        }
        String part = data.substring(data.length() * index / count, data.length() * (index + 1) / count);
        return new Draft(
                split.name + (split.recut ? " cut " + cut : "") + " piece " + index + " of " + count,
                Slice.of(ofSplit(split.name)
                        .attribute("segmentindex", Integer.toString(index + split.from))
                        .attribute("finalsegment", Boolean.toString(index == count - 1))
                        .dataJson(CesMessage.quote(part))
                        .text()));
    }

    static Draft half(Pair pair, boolean first) {
        int id = Integer.parseInt(pair.sequence) + (pair.changesKey && !first ? 1000 : 0);
        String image = "{\"dataColumn\":{\"id\":" + id + ",\"v\":\"" + (first ? "old" : "new") + pair.sequence + "\"}}";
        String payload = first ? "\"before\":" + image + ",\"after\":null" : "\"before\":null,\"after\":" + image;
        Draft draft = new Draft(
                "update " + pair.sequence + (first ? " before" : " after"),
                Slice.of(dataWorks(payload, first ? "\"UPDATE_BEFOR\"" : "\"UPDATE_AFTER\"", "null", pair.sequence)));
        draft.pair = pair;
        return draft;
    }

    private static String dataWorks(String images, String op, String ddl, String sequence) {
        return "{\"schema\":{\"dataColumn\":[{\"name\":\"id\",\"type\":\"LONG\"},{\"name\":\"v\",\"type\":\"STRING\"}],"
                + "\"primaryKey\":[\"id\"],\"source\":{\"dbType\":\"MySQL\",\"dbName\":\"shop\",\"tableName\":\"t\"}},"
                + "\"payload\":{" + (images.equals("null") ? "\"before\":null,\"after\":null" : images)
                + ",\"sequenceId\":\"" + sequence + "\",\"timestamp\":{\"eventTime\":1790000183000},\"op\":" + op
                + ",\"ddl\":" + ddl + "},\"version\":\"0.0.1\"}";
    }
}
