package dev.sluice.azure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.killed.Wave;
import dev.sluice.pipeline.Delivery;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Makes the calls that the host would make for records of a log. */
final class HostFeed {
    /** As the host writes it, without a zone. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Wave.Log log;

    HostFeed(Wave.Log log) {
        this.log = log;
    }

    boolean isEventHub() {
        return log.source().stream().startsWith("ces");
    }

    Class<?> function() {
        return isEventHub() ? ChangeFeed.class : KafkaChangeFeed.class;
    }

    /**
     * The arguments of a call.
     *
     * @param to the first record that is not in it
     */
    List<Object> call(int from, int to) {
        List<Delivery> records = log.deliveries(from, to);
        List<byte[]> bodies =
                records.stream().map(record -> record.body().copy()).toList();
        List<Long> offsets = records.stream().map(Delivery::offset).toList();
        return isEventHub() ? eventHub(records, bodies, offsets) : kafka(records, bodies, offsets);
    }

    private List<Object> eventHub(List<Delivery> records, List<byte[]> bodies, List<Long> offsets) {
        ObjectNode context = JSON.createObjectNode();
        context.put("FullyQualifiedNamespace", "broker");
        context.put("EventHubName", log.source().stream());
        context.put("PartitionId", Integer.toString(log.source().partition()));
        ArrayNode system = JSON.createArrayNode();
        ArrayNode times = JSON.createArrayNode();
        for (Delivery record : records) {
            String time = TIME.format(Instant.ofEpochMilli(record.brokerTime()));
            times.add(time);
            system.addObject().put("SequenceNumber", record.offset()).put("EnqueuedTimeUtc", time);
        }
        return List.of(bodies, context.toString(), system.toString(), offsets, times.toString());
    }

    private List<Object> kafka(List<Delivery> records, List<byte[]> bodies, List<Long> offsets) {
        List<String> topics = new ArrayList<>();
        ArrayNode partitions = JSON.createArrayNode();
        ArrayNode times = JSON.createArrayNode();
        for (Delivery record : records) {
            topics.add(log.source().stream());
            partitions.add(log.source().partition());
            times.add(Instant.ofEpochMilli(record.brokerTime()).toString());
        }
        return List.of(bodies, topics, partitions.toString(), offsets, times.toString());
    }
}
