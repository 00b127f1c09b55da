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
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the host says of a batch is believed as far as it fits together. */
class EventHubInputTest {
    private static final String CONTEXT =
            "{\"FullyQualifiedNamespace\":\"ns.example\",\"EventHubName\":\"hub\",\"PartitionId\":\"3\"}";

    private static Received read(Invocation call) {
        return EventHubInput.read(
                Optional.empty(),
                call.bodies(),
                call.json("PartitionContext"),
                call.json("SystemPropertiesArray"),
                call.longs("SequenceNumberArray"),
                call.json("EnqueuedTimeUtcArray"));
    }

    private static List<byte[]> bodies(int count) {
        byte[][] bodies = new byte[count][];
        Arrays.setAll(bodies, i -> new byte[] {(byte) i});
        return List.of(bodies);
    }

    private static Received read(int bodies, String system, List<Long> numbers, String times) {
        return EventHubInput.read(Optional.empty(), bodies(bodies), CONTEXT, system, numbers, times);
    }

    private static List<Long> offsets(Received received) {
        return received.batches().get(0).deliveries().stream()
                .map(Delivery::offset)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"eventhub-many.json", "eventhub-many-geo-replicated.json", "eventhub-many-older-extension.json"})
    void aBatchHasItsSequenceNumbersAsPlaces(String name) {
        Invocation call = Invocation.of(name);
        Received received = read(call);

        assertThat(received.unplaced()).isEmpty();
        assertThat(received.batches()).hasSize(1);
        Batch batch = received.batches().get(0);
        assertThat(batch.source()).isEqualTo(new StreamPartition("ces", 3, "lake-in.servicebus.windows.net/ces"));
        assertThat(offsets(received)).containsExactly(8100L, 8101L, 8102L, 8103L);
        assertThat(batch.deliveries())
                .extracting(Delivery::brokerTime)
                .containsExactly(
                        millis("2026-10-14T09:00:00.120Z"),
                        millis("2026-10-14T09:00:01.121Z"),
                        millis("2026-10-14T09:00:02.122Z"),
                        millis("2026-10-14T09:00:03.123Z"));
        assertThat(batch.deliveries())
                .extracting(record -> record.body().copy())
                .containsExactlyElementsOf(call.bodies());
    }

    private static long millis(String time) {
        return Instant.parse(time).toEpochMilli();
    }

    @Test
    void listsOfOtherLengthsThanTheBodiesAreNeverPaired() {
        Invocation call = Invocation.of("eventhub-many-misaligned.json");
        Received received = read(call);

        assertThat(received.batches()).isEmpty();
        UnplacedBatch batch = received.unplaced().get(0);
        assertThat(batch.source().partition()).isEqualTo(3);
        assertThat(batch.lowest()).isEqualTo(8100);
        assertThat(batch.brokerTime()).isEqualTo(millis("2026-10-14T09:00:00.120Z"));
        assertThat(batch.bodies()).extracting(Slice::copy).containsExactlyElementsOf(call.bodies());
        assertThat(batch.reason()).isEqualTo("4 bodies, 3 sequence numbers and 3 system properties do not line up");
    }

    @Test
    void aStreamMayHaveAnotherNameThanItsHub() {
        Received received = EventHubInput.read(Optional.of("orders"), bodies(1), CONTEXT, null, List.of(7L), null);

        assertThat(received.batches().get(0).source()).isEqualTo(new StreamPartition("orders", 3, "ns.example/hub"));
    }

    @Test
    void eitherListOfNumbersWillDo() {
        assertThat(offsets(read(2, "[{\"SequenceNumber\":5},{\"SequenceNumber\":6}]", List.of(), null)))
                .containsExactly(5L, 6L);
        assertThat(offsets(read(2, "[{}]", List.of(5L, 6L), null))).containsExactly(5L, 6L);
        assertThat(offsets(read(2, "no JSON", List.of(5L, 6L), null))).containsExactly(5L, 6L);
        assertThat(offsets(read(2, null, List.of(5L, 6L), null))).containsExactly(5L, 6L);
        assertThat(offsets(read(2, "[{\"SequenceNumber\":5},{\"SequenceNumber\":6}]", null, null)))
                .containsExactly(5L, 6L);
    }

    @Test
    void listsThatContradictEachOtherAreNotBelieved() {
        Received received = read(2, "[{\"SequenceNumber\":5},{\"SequenceNumber\":6}]", List.of(5L, 7L), null);

        assertThat(received.batches()).isEmpty();
        assertThat(received.unplaced().get(0).lowest()).isEqualTo(5);
    }

    @Test
    void aBatchThatNobodyCountedHasNoPlace() {
        assertThat(read(2, null, null, null).unplaced().get(0).lowest()).isEqualTo(-1);
        assertThat(read(1, "[{\"SequenceNumber\":-4}]", null, null).unplaced()).hasSize(1);
        assertThat(read(1, null, Arrays.asList((Long) null), null).unplaced()).hasSize(1);
        assertThat(read(2, null, List.of(5L, 5L), null).unplaced().get(0).reason())
                .isEqualTo("two records have the same offset");
    }

    /** 2^53 + 1 is no double. */
    @Test
    void longNumbersKeepTheirDigits() {
        assertThat(offsets(read(1, "[{\"SequenceNumber\":9007199254740993}]", null, null)))
                .containsExactly(9007199254740993L);
        assertThat(offsets(read(1, "[{\"SequenceNumber\":\"9007199254740993\"}]", null, null)))
                .containsExactly(9007199254740993L);
        assertThat(read(1, "[{\"SequenceNumber\":1.5}]", null, null).unplaced()).hasSize(1);
        assertThat(read(1, "[{\"SequenceNumber\":99999999999999999999}]", null, null)
                        .unplaced())
                .hasSize(1);
    }

    @Test
    void recordsAreTakenInTheirOrder() {
        Received received = read(3, null, List.of(9L, 7L, 8L), null);

        assertThat(offsets(received)).containsExactly(7L, 8L, 9L);
        assertThat(received.batches().get(0).deliveries())
                .extracting(record -> record.body().copy()[0])
                .containsExactly((byte) 1, (byte) 2, (byte) 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-10-14T09:00:00.120|2026-10-14T09:00:00.120Z",
                "2026-10-14T09:00:00|2026-10-14T09:00:00Z",
                "2026-10-14T09:00:00.1234567|2026-10-14T09:00:00.123Z",
                "2026-10-14T09:00:00.120Z|2026-10-14T09:00:00.120Z",
                "2026-10-14T09:00:00+02:00|2026-10-14T07:00:00Z",
                "2026-10-14T09:00:00-05:30|2026-10-14T14:30:00Z",
                "2026-10-14 09:00:00|2026-10-14T09:00:00Z",
                "10/14/2026 9:00:00 AM|2026-10-14T09:00:00Z",
                "10/4/2026 12:00:01 PM|2026-10-04T12:00:01Z"
            })
    void aTimeWithoutAZoneIsInUtc(String text, String expected) {
        Received received = read(1, null, List.of(7L), "[\"" + text + "\"]");

        assertThat(received.batches().get(0).deliveries().get(0).brokerTime()).isEqualTo(millis(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"yesterday\"]", "[17]", "[\"2026-13-01T00:00:00\"]", "[]", "{}", "", "[null]"})
    void aTimeThatCannotBeReadIsNoTime(String times) {
        Received received = read(1, null, List.of(7L), times);

        assertThat(received.batches().get(0).deliveries().get(0).brokerTime()).isNull();
    }

    @Test
    void aPartitionWithoutANameIsUnknown() {
        for (String context : Arrays.asList(null, "", "{}", "[]", "{\"EventHubName\":\"hub\",\"PartitionId\":\"x\"}")) {
            Received received = EventHubInput.read(Optional.of("orders"), bodies(1), context, null, List.of(7L), null);
            assertThat(received.batches()).isEmpty();
            assertThat(received.unplaced().get(0).source().stream()).isEqualTo("orders");
        }
    }

    @Test
    void aCallWithoutRecordsIsNothing() {
        assertThat(read(0, "[]", List.of(), "[]")).isEqualTo(Received.NOTHING);
    }
}
