package dev.sluice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes one message of SQL Server change event streaming, generation C, and lets a test bend every part of it. What is
 * called JSON is put in as it stands, whether it is JSON or not.
 */
public final class CesMessage {
    public static final String GUID = "6e1fd7a4-93ab-4f0c-8f56-0f4b1e5d2c77";
    public static final String LOGICAL_ID = GUID + ":0000002A000001B00003:00000000000000000007";

    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final Map<String, String> source = new LinkedHashMap<>();
    private final Map<String, String> row = new LinkedHashMap<>();
    private final List<String> columns = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();
    private @Nullable String dataJson;

    private CesMessage(String operation) {
        attributes.put("specversion", "\"1.0\"");
        attributes.put("type", "\"com.microsoft.SQL.CES.DML.V1\"");
        attributes.put("source", "\"\\/\"");
        attributes.put("id", "\"0b7f2f6e-5a0e-4d43-9a57-6f1d2a90c3e1\"");
        attributes.put("logicalid", quote(LOGICAL_ID));
        attributes.put("time", "\"2026-05-06T07:08:09.101Z\"");
        attributes.put("datacontenttype", "\"application\\/json\"");
        attributes.put("operation", quote(operation));
        attributes.put("segmentindex", "0");
        attributes.put("finalsegment", "true");
        source.put("db", "\"ShopDb\"");
        source.put("schema", "\"dbo\"");
        source.put("tbl", "\"Items\"");
        source.put("cols", "");
        source.put("pkkey", "");
        source.put(
                "transaction",
                "{\"commitlsn\":\"0000002A:000001B0:0003\",\"beginlsn\":\"0000002A:000001B0:0001\","
                        + "\"sequencenumber\":7,\"finalevent\":false,\"committime\":\"2026-05-06T07:08:09.112Z\"}");
        row.put("old", "\"{}\"");
        row.put("current", "\"{}\"");
    }

    public static CesMessage insert() {
        return new CesMessage("INS");
    }

    public static CesMessage update() {
        return new CesMessage("UPD");
    }

    public static CesMessage delete() {
        return new CesMessage("DEL");
    }

    /** An insert into a table with the key Id and one more column, which has this value. */
    public static CesMessage value(String type, String valueJson) {
        return insert().column("Id", "int")
                .column("v", type)
                .key("Id", "1")
                .current("{\"Id\":\"1\",\"v\":" + valueJson + "}");
    }

    /** An attribute of the envelope. */
    public CesMessage attribute(String name, String json) {
        attributes.put(name, json);
        return this;
    }

    public CesMessage without(String attribute) {
        attributes.remove(attribute);
        return this;
    }

    public CesMessage logicalId(String id) {
        return attribute("logicalid", quote(id));
    }

    public CesMessage table(String db, String schema, String name) {
        return source("db", quote(db)).source("schema", quote(schema)).source("tbl", quote(name));
    }

    /** A member of eventsource. */
    public CesMessage source(String name, String json) {
        source.put(name, json);
        return this;
    }

    public CesMessage withoutSource(String name) {
        source.remove(name);
        return this;
    }

    public CesMessage commitTime(String time) {
        return source(
                "transaction",
                "{\"commitlsn\":\"0000002A:000001B0:0003\",\"beginlsn\":\"0000002A:000001B0:0001\","
                        + "\"sequencenumber\":7,\"committime\":" + quote(time) + "}");
    }

    /** A column behind the others. */
    public CesMessage column(String name, String type) {
        return column(name, type, columns.size());
    }

    public CesMessage column(String name, String type, int index) {
        return columnJson("{\"name\":" + quote(name) + ",\"type\":" + quote(type) + ",\"index\":" + index + "}");
    }

    public CesMessage columnJson(String json) {
        columns.add(json);
        return this;
    }

    public CesMessage key(String column, String value) {
        return keyJson("{\"columnname\":" + quote(column) + ",\"value\":" + quote(value) + "}");
    }

    public CesMessage keyJson(String json) {
        keys.add(json);
        return this;
    }

    /** The row before, as JSON text that goes into a string. */
    public CesMessage old(String rowText) {
        return oldJson(quote(rowText));
    }

    /** The row after, as JSON text that goes into a string. */
    public CesMessage current(String rowText) {
        return currentJson(quote(rowText));
    }

    public CesMessage oldJson(String json) {
        row.put("old", json);
        return this;
    }

    public CesMessage currentJson(String json) {
        row.put("current", json);
        return this;
    }

    public CesMessage withoutRow(String side) {
        row.remove(side);
        return this;
    }

    /** The value of data, in place of the one that the other parts make. */
    public CesMessage dataJson(String json) {
        dataJson = json;
        return this;
    }

    /** The text of data. */
    public String data() {
        if (source.containsKey("cols") && source.get("cols").isEmpty()) {
            source.put("cols", "[" + String.join(",", columns) + "]");
        }
        if (source.containsKey("pkkey") && source.get("pkkey").isEmpty()) {
            source.put("pkkey", "[" + String.join(",", keys) + "]");
        }
        return "{\"eventsource\":" + object(source) + ",\"eventrow\":" + object(row) + "}";
    }

    /** The message. */
    public String text() {
        Map<String, String> all = new LinkedHashMap<>(attributes);
        if (!all.containsKey("data_base64")) {
            all.put("data", dataJson == null ? quote(data()) : dataJson);
        }
        return object(all);
    }

    public byte[] body() {
        return text().getBytes(StandardCharsets.UTF_8);
    }

    private static String object(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> quote(member.getKey()) + ":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** A JSON string; lone surrogates become escapes. */
    public static String quote(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (pair) {
                out.append(c).append(text.charAt(++i));
            } else if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
