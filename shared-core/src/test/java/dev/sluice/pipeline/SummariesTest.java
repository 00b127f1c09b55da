package dev.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.text.Slice;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an operator gets to see; scripts read it, and nothing of a row is in it. */
class SummariesTest {
    private static BatchSummary summary(List<Delivery> records, int holes, long now) throws Exception {
        try (LakeFixture owner = new LakeFixture(new MemoryObjectStore(), new MemoryObjectStore())) {
            BatchReport report = owner.process(records);
            return BatchSummary.of(new Batch(LakeFixture.HUB, records), report, holes, now, Duration.ofMillis(321));
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<Delivery> records() {
        byte[] change = CesMessage.insert()
                .column("Id", "int")
                .current("{\"Id\":\"741852\"}")
                .body();
        byte[] piece = CesMessage.insert()
                .logicalId("split")
                .column("Id", "int")
                .current("{\"Id\":\"741852\"}")
                .attribute("segmentindex", "1")
                .attribute("finalsegment", "false")
                .body();
        return LakeFixture.records(40, change, null, utf8("741852"), utf8("{"), piece, utf8("[7,8]"));
    }

    @Test
    void aBatchIsOneLine() throws Exception {
        List<Delivery> records = records();
        long bytes = records.stream()
                .mapToLong(record -> record.body() == null ? 0 : record.body().length())
                .sum();

        String line =
                summary(records, 2, LakeFixture.BROKER_TIME + 45_000 + 1500).json();

        assertThat(line)
                .isEqualTo("{\"event\":\"batch\",\"stream\":\"hub\",\"partition\":3,\"first\":40,\"last\":45,"
                        + "\"records\":6,\"bytes\":" + bytes
                        + ",\"emitted\":1,\"parked\":1,\"control\":0,\"skipped\":1,"
                        + "\"quarantined\":4,\"faults\":{\"not_json\":1,\"truncated\":1,\"unexpected_type\":2},"
                        + "\"holes\":2,\"lag_ms\":1500,\"duration_ms\":321}");
    }

    @Test
    void whatIsCountedAndMeasuredHasNames() throws Exception {
        BatchSummary summary = summary(records(), 0, LakeFixture.BROKER_TIME);

        assertThat(summary.counters().keySet())
                .containsExactly(
                        "sluice.records",
                        "sluice.bytes",
                        "sluice.items.emitted",
                        "sluice.items.parked",
                        "sluice.items.control",
                        "sluice.items.skipped",
                        "sluice.items.quarantined");
        assertThat(summary.counters()).containsEntry("sluice.items.quarantined", 4L);
        assertThat(summary.gauges())
                .containsEntry("sluice.duration", 321L)
                .containsEntry("sluice.holes", 0L)
                .as("clocks of others may be ahead")
                .containsEntry("sluice.lag", 0L)
                .hasSize(3);
    }

    @Test
    void aBatchWithoutTimesHasNoLag() throws Exception {
        BatchSummary summary = summary(List.of(new Delivery(1, Slice.of("no JSON"), null)), 0, 0);

        assertThat(summary.json()).contains("\"lag_ms\":null");
        assertThat(summary.gauges()).doesNotContainKey("sluice.lag");
    }

    @Test
    void aSweepIsOneLine() {
        Instant now = Instant.parse("2026-05-06T07:08:09Z");
        SweepSummary summary = SweepSummary.of(
                List.of(
                        item(now.minusSeconds(30), Sweep.Fate.WAITING),
                        item(now.minusSeconds(90), Sweep.Fate.INCOMPLETE),
                        new Sweep.Item("hub", "00", "", "", now.minusSeconds(80), Sweep.Fate.BROKEN, true),
                        item(now.minusSeconds(900), Sweep.Fate.FINISHED)),
                now);

        assertThat(summary.json())
                .isEqualTo("{\"event\":\"sweep\",\"waiting\":1,\"completed\":0,\"incomplete\":1,\"broken\":1,"
                        + "\"finished\":1,\"removed\":0,\"reported\":1,\"oldest_ms\":30000}");
        assertThat(summary.gauges())
                .containsEntry("sluice.parked.age", 30_000L)
                .containsEntry("sluice.parked.reported", 1L)
                .containsEntry("sluice.parked.waiting", 1L)
                .containsEntry("sluice.parked.finished", 1L)
                .containsEntry("sluice.parked.removed", 0L)
                .hasSize(8);
    }

    private static Sweep.Item item(Instant since, Sweep.Fate fate) {
        return new Sweep.Item("hub", "00", "", "", since, fate, false);
    }
}
