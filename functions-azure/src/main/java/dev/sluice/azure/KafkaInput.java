package dev.sluice.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the Kafka trigger hands over: records of any topics and partitions. Older hosts drop the bodies of tombstones and
 * keep their offsets; then nobody can tell which offset belongs to which body.
 */
final class KafkaInput {
    private KafkaInput() {}

    /**
     * Reads one call.
     *
     * @param cluster what the cluster is called; with the topic the identity of a log
     * @param brokerTimes the broker sets the times of records
     * @param topics {@code TopicArray}
     * @param partitions {@code PartitionArray}
     * @param offsets {@code OffsetArray}
     * @param timestamps {@code TimestampArray}
     */
    static Received read(
            String cluster,
            boolean brokerTimes,
            List<byte @Nullable []> bodies,
            @Nullable List<@Nullable String> topics,
            @Nullable String partitions,
            @Nullable List<@Nullable Long> offsets,
            @Nullable String timestamps) {
        if (bodies.isEmpty()) {
            return Received.NOTHING;
        }
        List<@Nullable String> topicOf = topics == null ? List.of() : topics;
        List<@Nullable Long> offsetOf = offsets == null ? List.of() : offsets;
        List<JsonNode> partitionOf = HostMetadata.array(partitions);
        List<JsonNode> timeOf = HostMetadata.array(timestamps);
        int size = bodies.size();
        if (!linesUp(size, topicOf, partitionOf, offsetOf)) {
            return unplaced(cluster, bodies, topicOf, partitionOf, offsetOf);
        }
        Map<StreamPartition, List<Delivery>> records = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            byte[] body = bodies.get(i);
            Long time = brokerTimes && timeOf.size() == size ? HostMetadata.millis(timeOf.get(i)) : null;
            records.computeIfAbsent(
                            source(cluster, String.valueOf(topicOf.get(i)), partitionOf.get(i)),
                            key -> new ArrayList<>())
                    // The host gives no value and an empty one alike.
                    .add(new Delivery(
                            whole(offsetOf.get(i)), body == null || body.length == 0 ? null : Slice.of(body), time));
        }
        Received all = Received.NOTHING;
        for (Map.Entry<StreamPartition, List<Delivery>> one : records.entrySet()) {
            all = all.and(Received.of(one.getKey(), one.getValue()));
        }
        return all;
    }

    private static boolean linesUp(
            int size, List<@Nullable String> topics, List<JsonNode> partitions, List<@Nullable Long> offsets) {
        return topics.size() == size
                && partitions.size() == size
                && offsets.size() == size
                && topics.stream().noneMatch(topic -> topic == null || topic.isEmpty())
                && partitions.stream().allMatch(partition -> HostMetadata.whole(partition) >= 0)
                && offsets.stream().allMatch(offset -> whole(offset) >= 0);
    }

    private static long whole(@Nullable Long offset) {
        return offset == null ? -1 : offset;
    }

    private static StreamPartition source(String cluster, String topic, JsonNode partition) {
        return new StreamPartition(topic, (int) HostMetadata.whole(partition), cluster + "/" + topic);
    }

    private static Received unplaced(
            String cluster,
            List<byte @Nullable []> bodies,
            List<@Nullable String> topics,
            List<JsonNode> partitions,
            List<@Nullable Long> offsets) {
        String topic = topics.stream()
                .filter(name -> name != null && !name.isEmpty())
                .findFirst()
                .orElse("unknown");
        int partition = (int) partitions.stream()
                .mapToLong(HostMetadata::whole)
                .filter(number -> number >= 0)
                .findFirst()
                .orElse(0);
        long lowest = offsets.stream()
                .mapToLong(KafkaInput::whole)
                .filter(offset -> offset >= 0)
                .min()
                .orElse(-1);
        List<@Nullable Slice> slices = new ArrayList<>();
        bodies.forEach(body -> slices.add(body == null ? null : Slice.of(body)));
        return Received.unplaced(
                new StreamPartition(topic, partition, cluster + "/" + topic),
                lowest,
                null,
                slices,
                bodies.size() + " bodies, " + topics.size() + " topics, " + partitions.size() + " partitions and "
                        + offsets.size() + " offsets do not line up");
    }
}
