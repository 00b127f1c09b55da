package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import dev.sluice.pipeline.UnplacedBatch;
import dev.sluice.text.Slice;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records of a call are told apart by topic and partition, and never paired by guess. */
class KafkaInputTest {
    private static Received read(Invocation call, boolean brokerTimes) {
        return KafkaInput.read(
                "cluster",
                brokerTimes,
                call.bodies(),
                call.strings("TopicArray"),
                call.json("PartitionArray"),
                call.longs("OffsetArray"),
                call.json("TimestampArray"));
    }

    private static byte[] body(int content) {
        return new byte[] {(byte) content};
    }

    @Test
    void eachPartitionOfEachTopicIsABatch() {
        Invocation call = Invocation.of("kafka-many.json");
        Received received = read(call, true);

        assertThat(received.unplaced()).isEmpty();
        assertThat(received.batches())
                .extracting(Batch::source)
                .containsExactly(
                        new StreamPartition("dw.orders", 0, "cluster/dw.orders"),
                        new StreamPartition("dw.items", 1, "cluster/dw.items"),
                        new StreamPartition("ces-feed", 2, "cluster/ces-feed"));
        assertThat(received.batches())
                .extracting(batch -> batch.deliveries().get(0).offset())
                .containsExactly(642L, 743L, 807L);
        assertThat(received.batches().get(1).deliveries().get(0).body())
                .as("tombstone")
                .isNull();
        assertThat(received.batches().get(0).deliveries().get(0).body().copy())
                .isEqualTo(call.bodies().get(0));
        assertThat(received.batches().get(0).deliveries().get(0).brokerTime())
                .isEqualTo(Instant.parse("2026-10-14T09:30:00.591Z").toEpochMilli());
    }

    @Test
    void theTimeOfAProducerIsNoTime() {
        Received received = read(Invocation.of("kafka-many.json"), false);

        assertThat(received.batches())
                .extracting(batch -> batch.deliveries().get(0).brokerTime())
                .containsOnlyNulls()
                .hasSize(3);
    }

    @Test
    void aTombstoneThatTheHostDroppedMovesNothing() {
        Invocation call = Invocation.of("kafka-many-misaligned.json");
        Received received = read(call, true);

        assertThat(received.batches()).isEmpty();
        UnplacedBatch batch = received.unplaced().get(0);
        assertThat(batch.source()).isEqualTo(new StreamPartition("dw.orders", 0, "cluster/dw.orders"));
        assertThat(batch.lowest()).isEqualTo(642);
        assertThat(batch.bodies()).extracting(Slice::copy).containsExactlyElementsOf(call.bodies());
        assertThat(batch.reason()).isEqualTo("2 bodies, 3 topics, 3 partitions and 3 offsets do not line up");
    }

    @Test
    void recordsOfAPartitionAreTakenInTheirOrder() {
        Received received = KafkaInput.read(
                "cluster",
                false,
                Arrays.asList(body(0), body(1), null, body(3)),
                List.of("t", "t", "t", "t"),
                "[1,0,1,\"0\"]",
                List.of(12L, 4L, 11L, 3L),
                null);

        assertThat(received.batches()).hasSize(2);
        assertThat(received.batches().get(0).deliveries())
                .extracting(Delivery::offset)
                .containsExactly(11L, 12L);
        assertThat(received.batches().get(1).deliveries())
                .extracting(Delivery::offset)
                .containsExactly(3L, 4L);
    }

    @Test
    void whatIsMissingOrNoNumberDoesNotLineUp() {
        List<byte[]> one = List.of(body(0));
        List<Received> all = List.of(
                KafkaInput.read("c", false, one, null, "[0]", List.of(1L), null),
                KafkaInput.read("c", false, one, Arrays.asList((String) null), "[0]", List.of(1L), null),
                KafkaInput.read("c", false, one, List.of(""), "[0]", List.of(1L), null),
                KafkaInput.read("c", false, one, List.of("t"), null, List.of(1L), null),
                KafkaInput.read("c", false, one, List.of("t"), "[-1]", List.of(1L), null),
                KafkaInput.read("c", false, one, List.of("t"), "[0]", null, null),
                KafkaInput.read("c", false, one, List.of("t"), "[0]", Arrays.asList((Long) null), null));

        assertThat(all).allSatisfy(received -> {
            assertThat(received.batches()).isEmpty();
            assertThat(received.unplaced()).hasSize(1);
        });
    }

    @Test
    void aCallWithoutRecordsIsNothing() {
        assertThat(KafkaInput.read("c", false, List.of(), null, null, null, null))
                .isEqualTo(Received.NOTHING);
    }
}
