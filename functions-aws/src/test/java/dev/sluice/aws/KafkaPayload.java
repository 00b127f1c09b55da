package dev.sluice.aws;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** What Lambda hands a function: records of Kafka topics, grouped by partition, with keys and values in base64. */
final class KafkaPayload {
    /** As much as Lambda hands over at once. */
    static final int MOST_BYTES = 6 << 20;

    private static final int NAMES = 300;
    private static final int HEADER_BYTE = ",-128".length();
    private static final JsonFactory JSON = new JsonFactory();

    private KafkaPayload() {}

    /** At least the bytes that a record takes. */
    static int size(ConsumerRecord<byte[], byte[]> record) {
        int size = NAMES + 2 * record.topic().length() + base64(record.key()) + base64(record.value());
        for (Header header : record.headers()) {
            int bytes = header.value() == null ? 0 : header.value().length;
            size += NAMES / 10 + header.key().length() + HEADER_BYTE * bytes;
        }
        return size;
    }

    private static int base64(byte[] bytes) {
        return bytes == null ? 0 : 4 * (bytes.length / 3 + 1);
    }

    static String of(String cluster, String brokers, List<ConsumerRecord<byte[], byte[]>> records) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("eventSource", "aws:kafka");
            json.writeStringField("eventSourceArn", cluster);
            json.writeStringField("bootstrapServers", brokers);
            json.writeObjectFieldStart("records");
            for (Map.Entry<String, List<ConsumerRecord<byte[], byte[]>>> partition :
                    byPartition(records).entrySet()) {
                json.writeArrayFieldStart(partition.getKey());
                for (ConsumerRecord<byte[], byte[]> record : partition.getValue()) {
                    write(json, record);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        return text.toString();
    }

    private static Map<String, List<ConsumerRecord<byte[], byte[]>>> byPartition(
            List<ConsumerRecord<byte[], byte[]>> records) {
        Map<String, List<ConsumerRecord<byte[], byte[]>>> partitions = new LinkedHashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            partitions
                    .computeIfAbsent(partition(record), name -> new ArrayList<>())
                    .add(record);
        }
        return partitions;
    }

    /** As Lambda calls it. */
    static String partition(ConsumerRecord<?, ?> record) {
        return record.topic() + "-" + record.partition();
    }

    private static void write(JsonGenerator json, ConsumerRecord<byte[], byte[]> record) throws IOException {
        json.writeStartObject();
        json.writeStringField("topic", record.topic());
        json.writeNumberField("partition", record.partition());
        json.writeNumberField("offset", record.offset());
        json.writeNumberField("timestamp", record.timestamp());
        json.writeStringField("timestampType", record.timestampType().name());
        writeBase64(json, "key", record.key(), record.offset());
        writeBase64(json, "value", record.value(), record.offset());
        json.writeArrayFieldStart("headers");
        for (Header header : record.headers()) {
            json.writeStartObject();
            json.writeFieldName(header.key());
            writeSigned(json, header.value());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** What is not there was seen both as null and missing. */
    private static void writeBase64(JsonGenerator json, String name, byte[] bytes, long offset) throws IOException {
        if (bytes != null) {
            json.writeStringField(name, Base64.getEncoder().encodeToString(bytes));
        } else if (offset % 4 < 2) {
            json.writeNullField(name);
        }
    }

    private static void writeSigned(JsonGenerator json, byte[] bytes) throws IOException {
        if (bytes == null) {
            json.writeNull();
            return;
        }
        json.writeStartArray();
        for (byte one : bytes) {
            json.writeNumber(one);
        }
        json.writeEndArray();
    }
}
