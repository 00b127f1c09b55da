package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A DataWorks message as a strict JSON parser sees it. */
record DataWorksWire(JsonNode schema, JsonNode payload, List<String> members) {
    private static final Set<String> BARE = Set.of("LONG", "DATE", "BOOLEAN");

    static DataWorksWire of(Generated generated) throws IOException {
        JsonNode message = Wire.STRICT.readTree(generated.message().body());
        List<String> members = new ArrayList<>();
        message.fieldNames().forEachRemaining(members::add);
        assertThat(message.get("version").textValue()).isEqualTo("0.0.1");
        return new DataWorksWire(message.get("schema"), message.get("payload"), members);
    }

    String op() {
        return payload.get("op").textValue();
    }

    @Nullable
    String sequence() {
        return payload.get("sequenceId").textValue();
    }

    String table() {
        JsonNode source = schema.get("source");
        assertThat(source.get("dbType").textValue()).isEqualTo("MySQL");
        return source.get("dbName").textValue() + ".." + source.get("tableName").textValue();
    }

    long time(String name) {
        return payload.get("timestamp").get(name).longValue();
    }

    Map<String, String> types() {
        Map<String, String> types = new LinkedHashMap<>();
        schema.get("dataColumn")
                .forEach(column -> types.put(
                        column.get("name").textValue(), column.get("type").textValue()));
        return types;
    }

    /** The source texts; null if there is no row. */
    @Nullable
    Map<String, @Nullable String> image(String side) {
        if (payload.get(side).isNull()) {
            return null;
        }
        Map<String, String> types = types();
        Map<String, @Nullable String> image = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> column :
                payload.get(side).get("dataColumn").properties()) {
            JsonNode value = column.getValue();
            boolean bare = BARE.contains(types.get(column.getKey()));
            assertThat(value.isNull() || value.isTextual() != bare)
                    .as(column.getKey())
                    .isTrue();
            image.put(column.getKey(), value.isNull() ? null : value.asText());
        }
        return image;
    }
}
