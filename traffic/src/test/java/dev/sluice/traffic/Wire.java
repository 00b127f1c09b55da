package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A CES message as a strict JSON parser sees it, at its three levels. */
record Wire(JsonNode envelope, JsonNode data, JsonNode old, JsonNode current) {
    static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    static Wire of(Generated generated) throws IOException {
        return of(generated.message().body());
    }

    static Wire of(byte[] body) throws IOException {
        JsonNode envelope = STRICT.readTree(body);
        JsonNode data = STRICT.readTree(text(envelope, "data"));
        JsonNode rows = data.get("eventrow");
        return new Wire(envelope, data, STRICT.readTree(text(rows, "old")), STRICT.readTree(text(rows, "current")));
    }

    String attribute(String name) {
        return text(envelope, name);
    }

    JsonNode source() {
        return data.get("eventsource");
    }

    JsonNode transaction() {
        return source().get("transaction");
    }

    String table() {
        return text(source(), "db") + "." + text(source(), "schema") + "." + text(source(), "tbl");
    }

    Map<String, String> key() {
        Map<String, String> key = new LinkedHashMap<>();
        source().get("pkkey").forEach(part -> key.put(text(part, "columnname"), text(part, "value")));
        return key;
    }

    List<String> columns() {
        List<String> names = new ArrayList<>();
        source().get("cols").forEach(column -> names.add(text(column, "name")));
        return names;
    }

    /** Null if the row is {@code {}}, which is how CES says that it has none. */
    static @Nullable Map<String, @Nullable String> image(JsonNode row) {
        if (row.isEmpty()) {
            return null;
        }
        Map<String, @Nullable String> image = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> column : row.properties()) {
            JsonNode value = column.getValue();
            assertThat(value.isTextual() || value.isNull()).as(column.getKey()).isTrue();
            image.put(column.getKey(), value.textValue());
        }
        return image;
    }

    private static String text(JsonNode node, String name) {
        assertThat(node.get(name)).as(name).isNotNull();
        assertThat(node.get(name).isTextual()).as(name).isTrue();
        return node.get(name).textValue();
    }
}
