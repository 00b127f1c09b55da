package dev.sluice.aws;

import dev.sluice.archive.KafkaEvent;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sorts the records of a {@link KafkaEvent} by their partitions. */
final class KafkaEventReader {
    private KafkaEventReader() {}

    /**
     * Reads an event, or what the mapping gave up.
     *
     * @param cluster what the cluster is called, if not like its ARN or its brokers
     * @throws IOException if it is no Kafka event
     */
    static Received read(InputStream in, Optional<String> cluster) throws IOException {
        KafkaEvent event = KafkaEvent.read(in);
        String logs = cluster.orElse(event.cluster());
        Map<StreamPartition, List<Delivery>> placed = new LinkedHashMap<>();
        Map<StreamPartition, List<@Nullable Slice>> unplaced = new LinkedHashMap<>();
        for (KafkaEvent.Entry entry : event.records()) {
            boolean known = entry.hasPartition();
            String topic = known ? entry.topic() : "unknown";
            StreamPartition source =
                    new StreamPartition(topic, known ? (int) entry.partition() : 0, logs + "/" + topic);
            if (entry.isPlaced()) {
                placed.computeIfAbsent(source, key -> new ArrayList<>())
                        .add(new Delivery(entry.offset(), entry.body(), entry.brokerTime()));
            } else {
                unplaced.computeIfAbsent(source, key -> new ArrayList<>()).add(entry.body());
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
}
