package dev.sluice.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the Event Hubs trigger hands over. A record's place is its sequence number; offsets are opaque text in
 * geo-replicated namespaces. The host tells sequence numbers twice and drops entries of some lists, so lists are paired
 * with bodies only if they are as long, and if both tell the same.
 */
final class EventHubInput {
    private static final String UNKNOWN = "unknown";

    private EventHubInput() {}

    /**
     * Reads one call.
     *
     * @param stream what the stream is called, if not like the hub
     * @param context {@code PartitionContext}
     * @param systemProperties {@code SystemPropertiesArray}
     * @param sequenceNumbers {@code SequenceNumberArray}
     * @param enqueuedTimes {@code EnqueuedTimeUtcArray}
     */
    static Received read(
            Optional<String> stream,
            List<byte @Nullable []> bodies,
            @Nullable String context,
            @Nullable String systemProperties,
            @Nullable List<@Nullable Long> sequenceNumbers,
            @Nullable String enqueuedTimes) {
        if (bodies.isEmpty()) {
            return Received.NOTHING;
        }
        StreamPartition source = source(stream, HostMetadata.read(context));
        List<JsonNode> system = HostMetadata.array(systemProperties);
        List<Long> byProperties = system.stream()
                .map(properties -> HostMetadata.whole(properties.path("SequenceNumber")))
                .toList();
        List<Long> byNumber = sequenceNumbers == null
                ? List.of()
                : sequenceNumbers.stream()
                        .map(number -> number == null ? -1 : number)
                        .toList();
        List<@Nullable Long> times = times(bodies.size(), system, HostMetadata.array(enqueuedTimes));
        List<@Nullable Slice> slices = slices(bodies);

        if (source.log().equals(UNKNOWN)) {
            return Received.unplaced(
                    source,
                    lowest(byProperties, byNumber),
                    times.isEmpty() ? null : times.get(0),
                    slices,
                    "the host names no hub and partition");
        }
        boolean fits = fits(byProperties, bodies.size());
        List<Long> places = fits ? byProperties : byNumber;
        if (!fits(places, bodies.size()) || (fits && fits(byNumber, bodies.size()) && !byNumber.equals(byProperties))) {
            return Received.unplaced(
                    source,
                    lowest(byProperties, byNumber),
                    times.isEmpty() ? null : times.get(0),
                    slices,
                    bodies.size() + " bodies, " + byNumber.size() + " sequence numbers and " + system.size()
                            + " system properties do not line up");
        }
        List<Delivery> records = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            records.add(new Delivery(places.get(i), slices.get(i), times.isEmpty() ? null : times.get(i)));
        }
        return Received.of(source, records);
    }

    /** The hub's full name is the identity of the log. */
    private static StreamPartition source(Optional<String> stream, JsonNode context) {
        String hub = context.path("EventHubName").asText("");
        String partition = context.path("PartitionId").asText("");
        boolean known = !hub.isEmpty() && partition.matches("\\d{1,9}");
        return new StreamPartition(
                stream.orElse(hub.isEmpty() ? UNKNOWN : hub),
                known ? Integer.parseInt(partition) : 0,
                known ? context.path("FullyQualifiedNamespace").asText("") + "/" + hub : UNKNOWN);
    }

    private static boolean fits(List<Long> places, int bodies) {
        return places.size() == bodies && !places.contains(-1L);
    }

    private static long lowest(List<Long> some, List<Long> others) {
        return Stream.concat(some.stream(), others.stream())
                .filter(place -> place >= 0)
                .min(Long::compare)
                .orElse(-1L);
    }

    /** As many as there are bodies, or none. */
    private static List<@Nullable Long> times(int bodies, List<JsonNode> system, List<JsonNode> enqueued) {
        List<@Nullable Long> times = new ArrayList<>();
        if (system.size() == bodies) {
            system.forEach(properties -> times.add(HostMetadata.millis(properties.path("EnqueuedTimeUtc"))));
        } else if (enqueued.size() == bodies) {
            enqueued.forEach(time -> times.add(HostMetadata.millis(time)));
        }
        return times;
    }

    private static List<@Nullable Slice> slices(List<byte @Nullable []> bodies) {
        List<@Nullable Slice> slices = new ArrayList<>();
        bodies.forEach(body -> slices.add(body == null ? null : Slice.of(body)));
        return slices;
    }
}
