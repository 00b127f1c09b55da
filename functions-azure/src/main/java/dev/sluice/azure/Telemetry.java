package dev.sluice.azure;

import dev.sluice.pipeline.BatchSummary;
import dev.sluice.pipeline.SweepSummary;
import dev.sluice.pipeline.UnplacedBatch;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import java.util.Map;

/**
 * Metrics through OpenTelemetry's API, which the Application Insights agent of the platform takes up; without an agent they
 * go nowhere. The names are those of {@link BatchSummary} and {@link SweepSummary}.
 */
final class Telemetry {
    private static final AttributeKey<String> STREAM = AttributeKey.stringKey("stream");
    private static final AttributeKey<Long> PARTITION = AttributeKey.longKey("partition");
    private static final AttributeKey<String> CODE = AttributeKey.stringKey("code");

    private final Meter meter;

    Telemetry() {
        this(GlobalOpenTelemetry.getMeter("dev.sluice"));
    }

    Telemetry(Meter meter) {
        this.meter = meter;
    }

    void record(BatchSummary batch) {
        Attributes source = Attributes.of(STREAM, batch.source().stream(), PARTITION, (long)
                batch.source().partition());
        count(batch.counters(), source);
        measure(batch.gauges(), source);
        batch.faults()
                .forEach((code, items) -> count(
                        Map.of("sluice.faults", (long) items),
                        source.toBuilder().put(CODE, code).build()));
    }

    void recordUnplaced(UnplacedBatch batch) {
        count(
                Map.of("sluice.items.quarantined", (long) batch.bodies().size()),
                Attributes.of(STREAM, batch.source().stream(), PARTITION, (long)
                        batch.source().partition()));
    }

    /** A batch was thrown back. */
    void recordFailure() {
        count(Map.of("sluice.batches.failed", 1L), Attributes.empty());
    }

    /** A step of a replay was given up. */
    void recordFailedReplay() {
        count(Map.of("sluice.replays.failed", 1L), Attributes.empty());
    }

    void record(SweepSummary sweep) {
        measure(sweep.gauges(), Attributes.empty());
    }

    private void count(Map<String, Long> counters, Attributes of) {
        counters.forEach((name, value) -> meter.counterBuilder(name).build().add(value, of));
    }

    private void measure(Map<String, Long> gauges, Attributes of) {
        gauges.forEach(
                (name, value) -> meter.gaugeBuilder(name).ofLongs().build().set(value, of));
    }
}
