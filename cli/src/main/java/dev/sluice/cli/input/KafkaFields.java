package dev.sluice.cli.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a record of a Lambda Kafka event, as they stand there; numbers were seen as text too.
 *
 * @param group the name under which the record stands: topic, dash, partition
 * @param index number of the record in its group, from 0
 */
record KafkaFields(
        String group,
        int index,
        @Nullable String topic,
        @Nullable String partition,
        @Nullable String offset,
        @Nullable String timestamp,
        @Nullable String timestampType,
        @Nullable String value) {

    /** Reads one element of a group's array, at whose first token the parser stands. */
    static KafkaFields read(JsonParser json, String group, int index) throws IOException {
        String topic = null;
        String partition = null;
        String offset = null;
        String timestamp = null;
        String timestampType = null;
        String value = null;
        if (json.currentToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                String text = scalar(json);
                switch (name) {
                    case "topic" -> topic = text;
                    case "partition" -> partition = text;
                    case "offset" -> offset = text;
                    case "timestamp" -> timestamp = text;
                    case "timestampType" -> timestampType = text;
                    case "value" -> value = json.currentToken() == JsonToken.VALUE_NULL ? null : orNoBase64(text, json);
                    default -> {}
                }
            }
        } else {
            json.skipChildren();
        }
        return new KafkaFields(group, index, topic, partition, offset, timestamp, timestampType, value);
    }

    /** A value that is no text is neither a tombstone nor base64 by chance. */
    private static String orNoBase64(@Nullable String text, JsonParser json) {
        return text == null || json.currentToken() != JsonToken.VALUE_STRING ? "?" : text;
    }

    /** The text of the next value, null for JSON null and for what has parts. */
    private static @Nullable String scalar(JsonParser json) throws IOException {
        JsonToken token = json.nextToken();
        if (token == JsonToken.VALUE_NULL || !token.isScalarValue()) {
            json.skipChildren();
            return null;
        }
        return json.getText();
    }

    /** @throws IllegalArgumentException that tells what is wrong */
    KafkaRecord record(Place place, String cluster) {
        int dash = group.lastIndexOf('-');
        String ofTopic = topic != null ? topic : group.substring(0, Math.max(0, dash));
        long ofPartition = number("partition", partition != null ? partition : group.substring(dash + 1));
        if (ofTopic.isEmpty()) {
            throw new IllegalArgumentException("the record has no topic");
        }
        if (ofPartition > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the partition is not a 32-bit number");
        }
        Long brokerTime = "LOG_APPEND_TIME".equals(timestampType) && timestamp != null && !timestamp.startsWith("-")
                ? Long.valueOf(number("timestamp", timestamp))
                : null;
        return new KafkaRecord(
                place,
                ofTopic,
                (int) ofPartition,
                cluster + "/" + ofTopic,
                number("offset", offset),
                decoded(),
                brokerTime);
    }

    private static long number(String name, @Nullable String text) {
        try {
            long number = Long.parseLong(text == null ? "" : text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new IllegalArgumentException("the record's " + name + " is missing or not a whole number");
    }

    private byte @Nullable [] decoded() {
        try {
            return value == null ? null : Base64.getDecoder().decode(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the record's value is not base64", e);
        }
    }

    String pointer() {
        return "/records/" + group.replace("~", "~0").replace("/", "~1") + "/" + index;
    }
}
