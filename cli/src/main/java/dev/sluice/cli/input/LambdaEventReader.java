package dev.sluice.cli.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one Lambda Kafka event; what it does not know, it skips. */
final class LambdaEventReader {
    private static final JsonFactory JSON = new JsonFactory();

    private final Place first;
    private final List<KafkaFields> fields = new ArrayList<>();
    private String eventSource = "";
    private @Nullable String cluster;
    private String brokers = "";
    private boolean hasRecords;

    LambdaEventReader(Place first) {
        this.first = first;
    }

    void read(byte[] body) throws IOException {
        try (JsonParser json = JSON.createParser(body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return;
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (name.equals("records") && value == JsonToken.START_OBJECT) {
                    hasRecords = true;
                    partitions(json);
                } else if (value == JsonToken.VALUE_STRING) {
                    attribute(name, json.getText());
                } else {
                    json.skipChildren();
                }
            }
            hasRecords &= json.nextToken() == null; // two values are no event
        }
    }

    private void attribute(String name, String value) {
        switch (name) {
            case "eventSource" -> eventSource = value;
            case "eventSourceArn" -> cluster = value;
            case "bootstrapServers" -> brokers = value;
            default -> {}
        }
    }

    private void partitions(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String partition = json.currentName();
            if (json.nextToken() != JsonToken.START_ARRAY) {
                json.skipChildren();
                continue;
            }
            for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
                fields.add(KafkaFields.read(json, partition, i));
            }
        }
    }

    String eventSource() {
        return eventSource;
    }

    boolean hasRecords() {
        return hasRecords;
    }

    LambdaEvent event() {
        List<KafkaRecord> read = new ArrayList<>();
        List<LambdaEvent.Faulty> faulty = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            Place place = new Place(first.input(), first.record() + i);
            try {
                read.add(fields.get(i).record(place, cluster()));
            } catch (IllegalArgumentException e) {
                faulty.add(new LambdaEvent.Faulty(
                        place,
                        new Fault(
                                "bad_lambda_record",
                                String.valueOf(e.getMessage()),
                                fields.get(i).pointer())));
            }
        }
        return new LambdaEvent(read, faulty);
    }

    /** MSK names its cluster; of a self-managed one only the brokers are known, in no fixed order. */
    private String cluster() {
        if (cluster != null) {
            return cluster;
        }
        String[] sorted = brokers.split(",", -1);
        Arrays.sort(sorted);
        return String.join(",", sorted);
    }
}
