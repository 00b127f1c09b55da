package dev.sluice.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sluice.archive.EnqueuedTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what the Functions host tells of a batch: JSON in strings, whose whole numbers stay whole. */
final class HostMetadata {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private HostMetadata() {}

    /** What the text holds; a missing node if it is absent or no JSON. */
    static JsonNode read(@Nullable String json) {
        if (json == null) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** The elements of an array; none if the text holds none. */
    static List<JsonNode> array(@Nullable String json) {
        List<JsonNode> elements = new ArrayList<>();
        JsonNode array = read(json);
        if (array.isArray()) {
            array.forEach(elements::add);
        }
        return elements;
    }

    /** A whole number that is not negative; -1 if there is none. */
    static long whole(JsonNode node) {
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return Math.max(-1, node.longValue());
        }
        return node.isTextual() && node.textValue().matches("\\d{1,18}") ? Long.parseLong(node.textValue()) : -1;
    }

    /** Milliseconds since 1970 of a time that is in UTC if it does not say otherwise; null if it cannot be read. */
    static @Nullable Long millis(JsonNode node) {
        return node.isTextual() ? EnqueuedTime.millis(node.textValue()) : null;
    }
}
