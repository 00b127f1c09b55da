package dev.sluice.cli.input;

import dev.sluice.pipeline.Delivery;
import dev.sluice.text.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A record of a Lambda Kafka event.
 *
 * @param log full identity of the topic: its cluster and its name
 * @param value null for a tombstone
 * @param brokerTime milliseconds since 1970, null unless the broker set it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record KafkaRecord(
        Place place,
        String topic,
        int partition,
        String log,
        long offset,
        byte @Nullable [] value,
        @Nullable Long brokerTime) {
    public Delivery delivery() {
        return new Delivery(offset, value == null ? null : Slice.of(value), brokerTime);
    }

    boolean isOfPartition(KafkaRecord other) {
        return partition == other.partition && log.equals(other.log);
    }
}
