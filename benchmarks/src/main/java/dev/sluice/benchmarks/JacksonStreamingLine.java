package dev.sluice.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The same line as ours for updates with both images, with Jackson's streaming parser and generator. */
final class JacksonStreamingLine {
    private static final JsonFactory JSON = new JsonFactory();

    private record Column(String name, String type) {}

    /** What one event's {@code data} says; filled while it is read. */
    private static final class Data {
        private String db = "";
        private String schema = "";
        private String table = "";
        private final List<Column> columns = new ArrayList<>();
        private final List<String> key = new ArrayList<>();
        private String lsn = "";
        private String beginLsn = "";
        private String time = "";
        private long sequence;
        private Map<String, @Nullable String> before = Map.of();
        private Map<String, @Nullable String> after = Map.of();
    }

    byte[] line(byte[] body) throws IOException {
        String logicalId = "";
        String text = "";
        try (JsonParser in = JSON.createParser(body)) {
            in.nextToken();
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                in.nextToken();
                switch (name) {
                    case "logicalid" -> logicalId = in.getText();
                    case "data" -> text = in.getText();
                    default -> in.skipChildren();
                }
            }
        }
        return write(logicalId, data(text));
    }

    private static Data data(String text) throws IOException {
        Data data = new Data();
        try (JsonParser in = JSON.createParser(text)) {
            in.nextToken();
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                in.nextToken();
                switch (name) {
                    case "eventsource" -> source(in, data);
                    case "eventrow" -> rows(in, data);
                    default -> in.skipChildren();
                }
            }
        }
        return data;
    }

    private static void source(JsonParser in, Data data) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            switch (name) {
                case "db" -> data.db = in.getText();
                case "schema" -> data.schema = in.getText();
                case "tbl" -> data.table = in.getText();
                case "cols" -> {
                    while (in.nextToken() == JsonToken.START_OBJECT) {
                        data.columns.add(column(in));
                    }
                }
                case "pkkey" -> {
                    while (in.nextToken() == JsonToken.START_OBJECT) {
                        key(in, data);
                    }
                }
                case "transaction" -> transaction(in, data);
                default -> in.skipChildren();
            }
        }
    }

    private static Column column(JsonParser in) throws IOException {
        String columnName = "";
        String type = "";
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            switch (name) {
                case "name" -> columnName = in.getText();
                case "type" -> type = in.getText();
                default -> in.skipChildren();
            }
        }
        return new Column(columnName, type);
    }

    private static void key(JsonParser in, Data data) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            if (name.equals("columnname")) {
                data.key.add(in.getText());
            }
        }
    }

    private static void transaction(JsonParser in, Data data) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            switch (name) {
                case "commitlsn" -> data.lsn = in.getText();
                case "beginlsn" -> data.beginLsn = in.getText();
                case "sequencenumber" -> data.sequence = in.getLongValue();
                case "committime" -> data.time = in.getText();
                default -> in.skipChildren();
            }
        }
    }

    private static void rows(JsonParser in, Data data) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            switch (name) {
                case "old" -> data.before = row(in.getText());
                case "current" -> data.after = row(in.getText());
                default -> in.skipChildren();
            }
        }
    }

    private static Map<String, @Nullable String> row(String text) throws IOException {
        Map<String, @Nullable String> row = new HashMap<>();
        try (JsonParser in = JSON.createParser(text)) {
            in.nextToken();
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                row.put(name, in.nextToken() == JsonToken.VALUE_NULL ? null : in.getText());
            }
        }
        return row;
    }

    private static byte[] write(String logicalId, Data data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(2048);
        try (JsonGenerator out = JSON.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeStringField("op", "u");
            row(out, "before", data.columns, data.before);
            row(out, "after", data.columns, data.after);
            out.writeObjectFieldStart("source");
            out.writeStringField("version", "1");
            out.writeStringField("connector", "sqlserver-ces");
            out.writeStringField("name", "bench");
            out.writeNumberField("ts_ms", JacksonValues.epochMillis(data.time));
            out.writeStringField("snapshot", "false");
            out.writeStringField("db", data.db);
            out.writeStringField("schema", data.schema);
            out.writeStringField("table", data.table);
            out.writeStringField("commit_lsn", data.lsn);
            out.writeStringField("begin_lsn", data.beginLsn);
            out.writeNumberField("event_serial_no", data.sequence);
            out.writeStringField("stream", "bench");
            out.writeNumberField("partition", 0);
            out.writeNumberField("offset", 7);
            out.writeStringField("commit_time", data.time);
            out.writeEndObject();
            out.writeObjectFieldStart("transaction");
            out.writeStringField("id", data.lsn);
            out.writeNumberField("total_order", data.sequence);
            out.writeNullField("data_collection_order");
            out.writeEndObject();
            out.writeNumberField("ts_ms", JacksonValues.epochMillis(data.time));
            out.writeObjectFieldStart("key");
            for (String name : data.key) {
                out.writeFieldName(name);
                JacksonValues.write(out, type(data.columns, name), data.after.get(name));
            }
            out.writeEndObject();
            out.writeArrayFieldStart("pkNames");
            for (String name : data.key) {
                out.writeString(name);
            }
            out.writeEndArray();
            out.writeStringField("id", logicalId);
            out.writeStringField("order", JacksonValues.order(data.lsn, data.sequence));
            out.writeStringField("schema_id", schemaId(data.columns));
            out.writeArrayFieldStart("flags");
            out.writeEndArray();
            out.writeEndObject();
            out.writeRaw('\n');
        }
        return bytes.toByteArray();
    }

    private static String schemaId(List<Column> columns) {
        StringBuilder json = new StringBuilder("[");
        for (Column column : columns) {
            json.append(json.length() > 1 ? "," : "");
            json.append("{\"name\":\"").append(column.name()).append("\",\"type\":\"");
            json.append(column.type()).append("\"}");
        }
        return JacksonValues.schemaId(json.append(']').toString());
    }

    private static void row(JsonGenerator out, String name, List<Column> columns, Map<String, @Nullable String> row)
            throws IOException {
        out.writeObjectFieldStart(name);
        for (Column column : columns) {
            if (row.containsKey(column.name())) {
                out.writeFieldName(column.name());
                JacksonValues.write(out, column.type(), row.get(column.name()));
            }
        }
        out.writeEndObject();
    }

    private static String type(List<Column> columns, String name) {
        for (Column column : columns) {
            if (column.name().equals(name)) {
                return column.type();
            }
        }
        throw new IllegalStateException("no such column");
    }
}
