package dev.sluice.archive;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.sluice.archive.KafkaEvent.Entry;
import dev.sluice.text.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one {@link KafkaEvent}. What it does not know, it skips. */
final class KafkaEventParser {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .build();

    private static final Base64Variant BASE64 = Base64Variants.MIME_NO_LINEFEEDS.withPaddingAllowed();

    /** Stands for what is neither a body nor none. */
    private static final Slice UNREADABLE = Slice.of("?");

    /** Keeps values as they stand that are no base64; else they end the reading. */
    private final boolean keepsText;

    private String cluster = "";
    private String brokers = "";
    private boolean isKafka;
    private String givenUp = "";
    private final List<Entry> entries = new ArrayList<>();

    private KafkaEventParser(boolean keepsText) {
        this.keepsText = keepsText;
    }

    /** A value is no base64, and is lost to who decodes it on the way. */
    private static final class NoBase64Exception extends IOException {
        private NoBase64Exception(JsonParseException cause) {
            super("a value is no base64", cause);
        }
    }

    /** @throws IOException from the stream, or when it holds anything else than one JSON value */
    static KafkaEventParser parse(InputStream event) throws IOException {
        InputStream twice = event.markSupported() ? event : new ByteArrayInputStream(event.readAllBytes());
        twice.mark(Integer.MAX_VALUE);
        try {
            return new KafkaEventParser(false).read(twice);
        } catch (NoBase64Exception e) {
            twice.reset();
            return new KafkaEventParser(true).read(twice);
        }
    }

    private KafkaEventParser read(InputStream event) throws IOException {
        try (JsonParser json = JSON.createParser(event)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                event(json);
            } else {
                json.skipChildren();
            }
            if (json.nextToken() != null) {
                throw new IOException("something stands behind the event");
            }
        } catch (JsonParseException e) {
            // The parser's own words would repeat values.
            throw new IOException(
                    "the event is no JSON from byte " + e.getLocation().getByteOffset() + " on");
        }
        return this;
    }

    boolean isKafka() {
        return isKafka;
    }

    /** Why the mapping gave up; "" if it did not. */
    String givenUp() {
        return givenUp;
    }

    KafkaEvent event() {
        return new KafkaEvent(cluster.isEmpty() ? brokers : cluster, entries);
    }

    private void event(JsonParser json) throws IOException {
        String source = "";
        boolean hasRecords = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (name.equals("records") && value == JsonToken.START_OBJECT) {
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
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String group = json.currentName();
            JsonToken records = json.nextToken();
            if (records == JsonToken.START_ARRAY) {
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    entries.add(entry(json, group));
                }
            } else if (records != JsonToken.VALUE_NULL) {
                entries.add(noRecord(json));
            }
        }
    }

    /** Something else where a record should stand. */
    private static Entry noRecord(JsonParser json) throws IOException {
        json.skipChildren();
        return new Entry("", -1, -1, UNREADABLE, null);
    }

    private Entry entry(JsonParser json, String group) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            return noRecord(json);
        }
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
            return UNREADABLE;
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

    /** The number that up to 18 digits make; -1 for anything else. */
    private static long whole(String text) {
        long number = text.isEmpty() || text.length() > 18 ? -1 : 0;
        for (int i = 0; i < text.length() && number >= 0; i++) {
            int digit = text.charAt(i) - '0';
            number = digit < 0 || digit > 9 ? -1 : 10 * number + digit;
        }
        return number;
    }
}
