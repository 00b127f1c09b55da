package dev.sluice.pipeline;

import dev.sluice.text.Slice;
import org.jspecify.annotations.Nullable;

/**
 * One record as the broker delivered it.
 *
 * @param offset its place in the partition's log (Event Hubs: the sequence number)
 * @param body its bytes, null for a record without a value (a Kafka tombstone)
 * @param brokerTime when the broker took it, milliseconds since 1970; null if unknown or set by the producer
 */
public record Delivery(
        long offset, @Nullable Slice body, @Nullable Long brokerTime) {}
