package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.BatchSummary;
import dev.sluice.pipeline.SweepSummary;
import dev.sluice.pipeline.UnplacedBatch;
import dev.sluice.text.Slice;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An agent gets the metrics under the names that the alerts know. */
class TelemetryTest {
    private static final StreamPartition HUB = new StreamPartition("hr", 3, "ns/hr");
    private static final Attributes SOURCE =
            Attributes.of(AttributeKey.stringKey("stream"), "hr", AttributeKey.longKey("partition"), 3L);

    private final InMemoryMetricReader reader = InMemoryMetricReader.create();
    private final SdkMeterProvider provider =
            SdkMeterProvider.builder().registerMetricReader(reader).build();
    private final Telemetry telemetry = new Telemetry(provider.get("dev.sluice"));

    private static long value(Collection<MetricData> metrics, String name, Attributes of) {
        List<Long> values = metrics.stream()
                .filter(metric -> metric.getName().equals(name))
                .flatMap(metric -> (metric.getType() == MetricDataType.LONG_GAUGE
                                ? metric.getLongGaugeData()
                                : metric.getLongSumData())
                        .getPoints().stream())
                .filter(point -> point.getAttributes().equals(of))
                .map(LongPointData::getValue)
                .toList();
        assertThat(values).as(name).hasSize(1);
        return values.get(0);
    }

    @Test
    void aBatchIsCounted() {
        BatchSummary batch = new BatchSummary(
                HUB,
                1,
                9,
                9,
                900,
                new BatchReport.Counts(5, 1, 0, 1, 2),
                Map.of("bad_json", 2),
                1,
                Duration.ofSeconds(3),
                Duration.ofMillis(40));
        telemetry.record(batch);
        telemetry.record(batch);
        Collection<MetricData> metrics = reader.collectAllMetrics();

        assertThat(value(metrics, "sluice.records", SOURCE)).isEqualTo(18);
        assertThat(value(metrics, "sluice.items.emitted", SOURCE)).isEqualTo(10);
        assertThat(value(metrics, "sluice.items.quarantined", SOURCE)).isEqualTo(4);
        assertThat(value(
                        metrics,
                        "sluice.faults",
                        SOURCE.toBuilder().put("code", "bad_json").build()))
                .isEqualTo(4);
        assertThat(value(metrics, "sluice.holes", SOURCE)).isEqualTo(1);
        assertThat(value(metrics, "sluice.lag", SOURCE)).isEqualTo(3000);
        assertThat(value(metrics, "sluice.duration", SOURCE)).isEqualTo(40);
    }

    @Test
    void whatIsThrownBackAndWhatHasNoPlaceIsCounted() {
        telemetry.recordFailure();
        telemetry.recordUnplaced(
                new UnplacedBatch(HUB, 1, null, List.of(Slice.EMPTY, Slice.EMPTY), "nothing lines up"));
        Collection<MetricData> metrics = reader.collectAllMetrics();

        assertThat(value(metrics, "sluice.batches.failed", Attributes.empty())).isEqualTo(1);
        assertThat(value(metrics, "sluice.items.quarantined", SOURCE)).isEqualTo(2);
    }

    @Test
    void aSweepIsMeasured() {
        telemetry.record(new SweepSummary(Map.of(), 0, Duration.ofMinutes(2)));

        assertThat(value(reader.collectAllMetrics(), "sluice.parked.age", Attributes.empty()))
                .isEqualTo(120_000);
    }
}
