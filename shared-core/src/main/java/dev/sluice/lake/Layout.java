package dev.sluice.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.util.Locale;

/** What a lake decides once, at its first start: how objects are compressed and how finely folders are dated. */
public record Layout(Partition partition, Compression compression) {
    public static final Layout DEFAULT = new Layout(Partition.DAY, Compression.GZIP);
    private static final String KEY = "_layout.json";
    private static final int FORMAT = 1;

    /** Made when a lake is opened; settings alone need no JSON, and loading it takes a good part of a short command. */
    private static final class Json {
        private static final JsonMapper MAPPER = JsonMapper.builder().build();
    }

    /** Folders per day, or per day and hour. */
    public enum Partition {
        DAY,
        HOUR
    }

    /** GZIP objects end in {@code .jsonl.gz}, others in {@code .jsonl}. */
    public enum Compression {
        GZIP(".jsonl.gz"),
        NONE(".jsonl");

        private final String suffix;

        Compression(String suffix) {
            this.suffix = suffix;
        }

        public String suffix() {
            return suffix;
        }
    }

    /**
     * Writes the layout into an empty lake; of a lake that has one, sees that it is this one.
     *
     * @throws LayoutMismatchException if the lake was begun with another layout
     */
    void fix(ObjectStore lake) throws IOException {
        StoredObject stored = lake.get(KEY).orElse(null);
        if (stored == null && lake.create(KEY, json())) {
            return;
        }
        StoredObject present =
                stored == null ? lake.get(KEY).orElseThrow(() -> new IOException(KEY + " vanished")) : stored;
        Layout fixed = parse(present.content());
        if (!fixed.equals(this)) {
            throw new LayoutMismatchException(fixed, this);
        }
    }

    private byte[] json() throws JsonProcessingException {
        return Json.MAPPER.writeValueAsBytes(Json.MAPPER
                .createObjectNode()
                .put("format", FORMAT)
                .put("compression", lower(compression))
                .put("partition", lower(partition)));
    }

    private static Layout parse(byte[] json) throws IOException {
        JsonNode node = Json.MAPPER.readTree(json);
        if (node.path("format").asInt() != FORMAT) {
            throw new IOException("the lake's " + KEY + " has format " + node.path("format")
                    + ", this version knows format " + FORMAT + "; use a version that knows it");
        }
        try {
            return new Layout(
                    Partition.valueOf(node.path("partition").asText().toUpperCase(Locale.ROOT)),
                    Compression.valueOf(node.path("compression").asText().toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException e) {
            throw new IOException("the lake's " + KEY + " is not readable: " + e.getMessage(), e);
        }
    }

    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
