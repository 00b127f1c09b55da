package dev.sluice.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/** A call as the Functions host makes it, written down in {@code functions/*.json}. */
record Invocation(JsonNode sample) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Invocation of(String name) {
        try (InputStream in = Invocation.class.getResourceAsStream("/functions/" + name)) {
            return new Invocation(JSON.readTree(Objects.requireNonNull(in, name)));
        } catch (IOException e) {
            throw new IllegalStateException(name, e);
        }
    }

    List<byte[]> bodies() {
        List<byte[]> bodies = new ArrayList<>();
        sample.at("/inputData/events/base64")
                .forEach(body -> bodies.add(Base64.getDecoder().decode(body.asText())));
        return bodies;
    }

    /** What a parameter of type String gets; null if the host has no such value. */
    String json(String name) {
        JsonNode value = sample.at("/triggerMetadata/" + name + "/json");
        return value.isMissingNode() ? null : value.toString();
    }

    List<Long> longs(String name) {
        List<Long> values = new ArrayList<>();
        sample.at("/triggerMetadata/" + name + "/longs").forEach(value -> values.add(value.longValue()));
        return values;
    }

    List<String> strings(String name) {
        List<String> values = new ArrayList<>();
        sample.at("/triggerMetadata/" + name + "/strings").forEach(value -> values.add(value.asText()));
        return values;
    }

    /** The arguments of {@link ChangeFeed#run}, all but the context. */
    List<Object> changeFeed() {
        List<Object> arguments = new ArrayList<>();
        arguments.add(bodies());
        arguments.add(json("PartitionContext"));
        arguments.add(json("SystemPropertiesArray"));
        arguments.add(longs("SequenceNumberArray"));
        arguments.add(json("EnqueuedTimeUtcArray"));
        return arguments;
    }

    /** The arguments of {@link KafkaChangeFeed#run}, all but the context. */
    List<Object> kafkaChangeFeed() {
        List<Object> arguments = new ArrayList<>();
        arguments.add(bodies());
        arguments.add(strings("TopicArray"));
        arguments.add(json("PartitionArray"));
        arguments.add(longs("OffsetArray"));
        arguments.add(json("TimestampArray"));
        return arguments;
    }
}
