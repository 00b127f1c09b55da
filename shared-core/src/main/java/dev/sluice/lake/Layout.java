package dev.sluice.lake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a lake decides once, at its first start: how objects are compressed and how finely folders are dated. */
public record Layout(Partition partition, Compression compression) {
    public static final Layout DEFAULT = new Layout(Partition.DAY, Compression.GZIP);
    private static final String KEY = "_layout.json";
    private static final int FORMAT = 1;

    /** Made when a lake is opened; settings alone need no JSON, and loading it takes a good part of a short command. */
    private static final class Json {
        private static final JsonFactory FACTORY = new JsonFactory();
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

        /** As the name of an object tells. */
        static Compression of(String key) {
            return key.endsWith(GZIP.suffix) ? GZIP : NONE;
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
        if (fixed.partition != partition || fixed.compression != compression) {
            throw new LayoutMismatchException(fixed, this);
        }
    }

    /** What stands for the object that says so: another layout is another one. */
    String object() {
        return KEY + "\n" + lower(compression) + "\n" + lower(partition);
    }

    /** The layout of a lake that was begun. */
    static Layout read(ObjectStore lake) throws IOException {
        StoredObject stored = lake.get(KEY)
                .orElseThrow(() -> new IOException("there is no lake: it has no " + KEY + "; check its name"));
        return parse(stored.content());
    }

    private byte[] json() {
        return new Utf8Buffer(64)
                .append("{\"format\":")
                .append(FORMAT)
                .append(",\"compression\":")
                .appendQuoted(lower(compression))
                .append(",\"partition\":")
                .appendQuoted(lower(partition))
                .append("}")
                .toBytes();
    }

    private static Layout parse(byte[] json) throws IOException {
        Map<String, String> members = members(json);
        String format = members.getOrDefault("format", "");
        if (!format.equals(String.valueOf(FORMAT))) {
            throw new IOException("the lake's " + KEY + " has format " + format + ", this version knows format "
                    + FORMAT + "; use a version that knows it");
        }
        try {
            return new Layout(
                    Partition.valueOf(members.getOrDefault("partition", "").toUpperCase(Locale.ROOT)),
                    Compression.valueOf(members.getOrDefault("compression", "").toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException e) {
            throw new IOException("the lake's " + KEY + " is not readable: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> members(byte[] json) throws IOException {
        Map<String, String> members = new HashMap<>();
        try (JsonParser parser = Json.FACTORY.createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                if (parser.nextToken().isScalarValue()) {
                    members.put(name, parser.getText());
                }
                parser.skipChildren();
            }
        }
        return members;
    }

    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
