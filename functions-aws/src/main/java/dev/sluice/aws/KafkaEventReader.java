package dev.sluice.aws;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import dev.sluice.text.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the event of a Kafka event source mapping, of MSK or of brokers of one's own, as a stream: a value is decoded from
 * base64 once, into the bytes that the pipeline works on. What it does not know, it skips. What the mapping gave up is read
 * too: an object of an on-failure destination, with the event in it as text (S3) or as it is (a Kafka topic).
 */
final class KafkaEventReader {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .build();

    private static final Base64Variant BASE64 = Base64Variants.MIME_NO_LINEFEEDS.withPaddingAllowed();

    private final Optional<String> named;
    /** Keeps values as they stand that are no base64; else they end the reading. */
    private final boolean keepsText;

    private String cluster = "";
    private String brokers = "";
    private boolean isKafka;
    private String givenUp = "";
    private final List<Entry> entries = new ArrayList<>();

    private KafkaEventReader(Optional<String> named, boolean keepsText) {
        this.named = named;
        this.keepsText = keepsText;
    }

    /** A value is no base64, and is lost to who decodes it on the way. */
    private static final class NoBase64Exception extends IOException {
        private NoBase64Exception(JsonParseException cause) {
            super("a value is no base64", cause);
        }
    }

    /** A record as it stands there. */
    private record Entry(
            String topic,
            long partition,
            long offset,
            @Nullable Slice body,
            @Nullable Long brokerTime) {}

    /**
     * Reads an event.
     *
     * @param cluster what the cluster is called, if not like its ARN or its brokers
     * @throws IOException if it is no Kafka event
     */
    static Received read(InputStream event, Optional<String> cluster) throws IOException {
        InputStream twice = event.markSupported() ? event : new ByteArrayInputStream(event.readAllBytes());
        twice.mark(Integer.MAX_VALUE);
        try {
            return new KafkaEventReader(cluster, false).read(twice);
        } catch (NoBase64Exception e) {
            twice.reset();
            return new KafkaEventReader(cluster, true).read(twice);
        }
    }

    private Received read(InputStream event) throws IOException {
        try (JsonParser json = JSON.createParser(event)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                event(json);
            }
        } catch (JsonParseException e) {
            e.clearLocation();
            throw new IOException("the event is no JSON: " + e.getOriginalMessage(), e);
        }
        if (!isKafka) {
            throw new IOException(
                    givenUp.isEmpty()
                            ? "this is no event of a Kafka event source mapping (expected eventSource aws:kafka or"
                                    + " aws:SelfManagedKafka, and records)"
                            : "the records that were given up (" + givenUp
                                    + ") are not in this object; replay them from an archive");
        }
        return received();
    }

    private void event(JsonParser json) throws IOException {
        String source = "";
        boolean hasRecords = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (name.equals("records")) {
                hasRecords = true;
                groups(json);
            } else if (name.equals("payload") && value == JsonToken.START_OBJECT) {
                event(json);
            } else if (name.equals("payload") && value == JsonToken.VALUE_STRING) {
                nested(json.getText());
            } else if (name.equals("requestContext") && value == JsonToken.START_OBJECT) {
                requestContext(json);
            } else if (value == JsonToken.VALUE_STRING) {
                switch (name) {
                    case "eventSource" -> source = json.getText();
                    case "eventSourceArn" -> cluster = json.getText();
                    case "bootstrapServers" -> brokers = json.getText();
                    default -> {}
                }
            } else {
                json.skipChildren();
            }
        }
        // An event without records was seen; it has a source all the same.
        isKafka |= source.endsWith(":kafka") || source.endsWith("SelfManagedKafka") || (source.isEmpty() && hasRecords);
    }

    private void nested(String event) throws IOException {
        try (JsonParser json = JSON.createParser(event)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                event(json);
            }
        }
    }

    private void requestContext(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (name.equals("condition") && value == JsonToken.VALUE_STRING) {
                givenUp = json.getText();
            } else {
                json.skipChildren();
            }
        }
    }

    private void groups(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String group = json.currentName();
            if (json.nextToken() != JsonToken.START_ARRAY) {
                json.skipChildren();
                continue;
            }
            while (json.nextToken() != JsonToken.END_ARRAY) {
                if (json.currentToken() == JsonToken.START_OBJECT) {
                    entries.add(entry(json, group));
                } else {
                    json.skipChildren();
                }
            }
        }
    }

    private Entry entry(JsonParser json, String group) throws IOException {
        int dash = group.lastIndexOf('-');
        String topic = group.substring(0, Math.max(0, dash));
        long partition = whole(group.substring(dash + 1));
        long offset = -1;
        long time = -1;
        boolean brokerSets = false;
        Slice body = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken token = json.nextToken();
            switch (name) {
                case "topic" -> topic = token == JsonToken.VALUE_STRING ? json.getText() : topic;
                case "partition" -> partition = token.isScalarValue() ? whole(json.getText()) : partition;
                case "offset" -> offset = token.isScalarValue() ? whole(json.getText()) : -1;
                case "timestamp" -> time = token.isScalarValue() ? whole(json.getText()) : -1;
                case "timestampType" ->
                    brokerSets =
                            token == JsonToken.VALUE_STRING && json.getText().equals("LOG_APPEND_TIME");
                case "value" -> body = body(json);
                default -> {}
            }
            json.skipChildren();
        }
        return new Entry(topic, partition, offset, body, brokerSets && time >= 0 ? time : null);
    }

    /** Null for a tombstone; what is no base64 is kept as it stands, and will end in the quarantine. */
    private @Nullable Slice body(JsonParser json) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            return Slice.of("?");
        }
        if (keepsText) {
            return text(json.getText());
        }
        try {
            return Slice.of(json.getBinaryValue(BASE64)); // as a stream: its text is never in memory
        } catch (JsonEOFException e) {
            throw e;
        } catch (JsonParseException e) {
            throw new NoBase64Exception(e);
        }
    }

    private static Slice text(String text) {
        try {
            return Slice.of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException noBase64) {
            return Slice.of(text);
        }
    }

    private static long whole(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    }

    private Received received() {
        Map<StreamPartition, List<Delivery>> placed = new LinkedHashMap<>();
        Map<StreamPartition, List<@Nullable Slice>> unplaced = new LinkedHashMap<>();
        for (Entry entry : entries) {
            boolean known = !entry.topic.isEmpty() && entry.partition >= 0 && entry.partition <= Integer.MAX_VALUE;
            String topic = known ? entry.topic : "unknown";
            StreamPartition source =
                    new StreamPartition(topic, known ? (int) entry.partition : 0, logs() + "/" + topic);
            if (known && entry.offset >= 0) {
                placed.computeIfAbsent(source, key -> new ArrayList<>())
                        .add(new Delivery(entry.offset, entry.body, entry.brokerTime));
            } else {
                unplaced.computeIfAbsent(source, key -> new ArrayList<>()).add(entry.body);
            }
        }
        Received all = Received.NOTHING;
        for (Map.Entry<StreamPartition, List<Delivery>> one : placed.entrySet()) {
            all = all.and(Received.of(one.getKey(), one.getValue()));
        }
        for (Map.Entry<StreamPartition, List<@Nullable Slice>> one : unplaced.entrySet()) {
            all = all.and(Received.unplaced(
                    one.getKey(),
                    -1,
                    null,
                    one.getValue(),
                    "topic, partition or offset is missing or no whole number"));
        }
        return all;
    }

    private String logs() {
        return named.orElse(cluster.isEmpty() ? brokers : cluster);
    }
}
