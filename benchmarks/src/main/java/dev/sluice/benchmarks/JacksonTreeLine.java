package dev.sluice.benchmarks;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** The same line as ours for updates with both images, with {@link JsonNode} trees. */
final class JacksonTreeLine {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    byte[] line(byte[] body) throws IOException {
        JsonNode envelope = JSON.readTree(body);
        JsonNode data = JSON.readTree(envelope.get("data").asText());
        JsonNode source = data.get("eventsource");
        JsonNode columns = source.get("cols");
        JsonNode before = JSON.readTree(data.get("eventrow").get("old").asText());
        JsonNode after = JSON.readTree(data.get("eventrow").get("current").asText());
        JsonNode transaction = source.get("transaction");
        String lsn = transaction.get("commitlsn").asText();
        String time = transaction.get("committime").asText();
        long sequence = transaction.get("sequencenumber").asLong();

        ByteArrayOutputStream bytes = new ByteArrayOutputStream(2048);
        try (JsonGenerator out = JSON.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeStringField("op", "u");
            row(out, "before", columns, before);
            row(out, "after", columns, after);
            out.writeObjectFieldStart("source");
            out.writeStringField("version", "1");
            out.writeStringField("connector", "sqlserver-ces");
            out.writeStringField("name", "bench");
            out.writeNumberField("ts_ms", JacksonValues.epochMillis(time));
            out.writeStringField("snapshot", "false");
            out.writeStringField("db", source.get("db").asText());
            out.writeStringField("schema", source.get("schema").asText());
            out.writeStringField("table", source.get("tbl").asText());
            out.writeStringField("commit_lsn", lsn);
            out.writeStringField("begin_lsn", transaction.get("beginlsn").asText());
            out.writeNumberField("event_serial_no", sequence);
            out.writeStringField("stream", "bench");
            out.writeNumberField("partition", 0);
            out.writeNumberField("offset", 7);
            out.writeStringField("commit_time", time);
            out.writeEndObject();
            out.writeObjectFieldStart("transaction");
            out.writeStringField("id", lsn);
            out.writeNumberField("total_order", sequence);
            out.writeNullField("data_collection_order");
            out.writeEndObject();
            out.writeNumberField("ts_ms", JacksonValues.epochMillis(time));
            out.writeObjectFieldStart("key");
            for (JsonNode part : source.get("pkkey")) {
                String name = part.get("columnname").asText();
                out.writeFieldName(name);
                JacksonValues.write(out, type(columns, name), after.get(name).asText());
            }
            out.writeEndObject();
            out.writeArrayFieldStart("pkNames");
            for (JsonNode part : source.get("pkkey")) {
                out.writeString(part.get("columnname").asText());
            }
            out.writeEndArray();
            out.writeStringField("id", envelope.get("logicalid").asText());
            out.writeStringField("order", JacksonValues.order(lsn, sequence));
            out.writeStringField("schema_id", schemaId(columns));
            out.writeArrayFieldStart("flags");
            out.writeEndArray();
            out.writeEndObject();
            out.writeRaw('\n');
        }
        return bytes.toByteArray();
    }

    private static String schemaId(JsonNode columns) {
        ArrayNode named = JSON.createArrayNode();
        for (JsonNode column : columns) {
            named.addObject()
                    .put("name", column.get("name").asText())
                    .put("type", column.get("type").asText());
        }
        return JacksonValues.schemaId(named.toString());
    }

    private static void row(JsonGenerator out, String name, JsonNode columns, JsonNode row) throws IOException {
        out.writeObjectFieldStart(name);
        for (JsonNode column : columns) {
            JsonNode value = row.get(column.get("name").asText());
            if (value != null) {
                out.writeFieldName(column.get("name").asText());
                JacksonValues.write(out, column.get("type").asText(), value.isNull() ? null : value.asText());
            }
        }
        out.writeEndObject();
    }

    private static String type(JsonNode columns, String name) {
        for (JsonNode column : columns) {
            if (column.get("name").asText().equals(name)) {
                return column.get("type").asText();
            }
        }
        throw new IllegalStateException("no such column");
    }
}
