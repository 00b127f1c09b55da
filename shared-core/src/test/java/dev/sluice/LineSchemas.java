package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Judges lines of the product by the JSON Schemas that it ships, and by what a schema cannot say: the order of the keys,
 * no name twice, UTF-8 without a byte order mark, one line.
 */
public final class LineSchemas {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(10_000)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();
    private static final JsonMapper JSON = JsonMapper.builder(FACTORY).build();

    private static final Schema EVENT = schema("event.schema.json");
    private static final Schema CONTROL = schema("control.schema.json");
    private static final Schema QUARANTINE = schema("quarantine.schema.json");

    private static final List<String> EVENT_KEYS = List.of(
            "op",
            "before",
            "after",
            "source",
            "transaction",
            "ts_ms",
            "key",
            "key_before",
            "pkNames",
            "id",
            "order",
            "schema_id",
            "flags");
    private static final List<String> SOURCE_KEYS = List.of(
            "version",
            "connector",
            "name",
            "ts_ms",
            "snapshot",
            "db",
            "schema",
            "table",
            "commit_lsn",
            "begin_lsn",
            "event_serial_no",
            "sequence",
            "scn",
            "db_type",
            "gtid",
            "es",
            "stream",
            "partition",
            "offset",
            "commit_time");
    private static final List<String> TRANSACTION_KEYS = List.of("id", "total_order", "data_collection_order");
    private static final List<String> CONTROL_KEYS = List.of("kind", "op", "source", "id", "order", "text", "detail");
    private static final List<String> QUARANTINE_KEYS = List.of(
            "code",
            "reason",
            "where",
            "stream",
            "partition",
            "epoch",
            "offset",
            "item",
            "items",
            "broker_time",
            "headers",
            "body_base64");

    private LineSchemas() {}

    private static Schema schema(String name) {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        try (InputStream in = Objects.requireNonNull(LineSchemas.class.getResourceAsStream("/dev/sluice/" + name))) {
            return registry.getSchema(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A line of a table folder, without its line feed. */
    public static void assertValid(String line) {
        JsonNode event = assertValid(EVENT, EVENT_KEYS, line);
        assertThat(event.path("ts_ms"))
                .as("ts_ms, twice")
                .isEqualTo(event.path("source").path("ts_ms"));
    }

    /** A line of a {@code _control} folder, without its line feed. */
    public static void assertValidControl(String line) {
        assertValid(CONTROL, CONTROL_KEYS, line);
    }

    /** A line of a quarantine folder, without its line feed. */
    public static void assertValidQuarantine(String line) {
        assertValid(QUARANTINE, QUARANTINE_KEYS, line);
    }

    private static JsonNode assertValid(Schema schema, List<String> order, String line) {
        assertThat(line).doesNotContain("\n", "\r").doesNotStartWith("\uFEFF");
        try {
            JsonNode json = JSON.readTree(line);
            assertThat(schema.validate(json)).as(shown(line)).isEmpty();
            assertOrder(line, order);
            return json;
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + shown(line), e);
        }
    }

    private static String shown(String line) {
        return line.length() < 4000 ? line : line.substring(0, 4000) + "…";
    }

    private static void assertOrder(String line, List<String> order) throws IOException {
        List<String> names = new ArrayList<>();
        List<String> source = new ArrayList<>();
        List<String> transaction = new ArrayList<>();
        try (JsonParser parser = FACTORY.createParser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                names.add(name);
                JsonToken value = parser.nextToken();
                if (value == JsonToken.START_OBJECT && name.equals("source")) {
                    namesOf(parser, source);
                } else if (value == JsonToken.START_OBJECT && name.equals("transaction")) {
                    namesOf(parser, transaction);
                } else {
                    parser.skipChildren();
                }
            }
            assertThat(parser.nextToken()).as("text behind the event").isNull();
        }
        assertThat(names).isEqualTo(order.stream().filter(names::contains).toList());
        assertThat(source)
                .as("source")
                .isEqualTo(SOURCE_KEYS.stream().filter(source::contains).toList());
        assertThat(transaction)
                .as("transaction")
                .isEqualTo(
                        TRANSACTION_KEYS.stream().filter(transaction::contains).toList());
    }

    private static void namesOf(JsonParser parser, List<String> names) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            names.add(parser.currentName());
            parser.nextToken();
            parser.skipChildren();
        }
    }

    /** The lines of an object, strictly read: UTF-8, no byte order mark, each with its line feed. */
    public static List<String> lines(byte[] content) {
        if (content.length == 0) {
            return List.of();
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new AssertionError("not UTF-8", e);
        }
        assertThat(text).endsWith("\n");
        return List.of(text.substring(0, text.length() - 1).split("\n", -1));
    }
}
