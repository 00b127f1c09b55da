package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.BatchSummary;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.SweepSummary;
import dev.sluice.pipeline.UnplacedBatch;
import dev.sluice.text.Slice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each line is one JSON object; what it calls a metric or a dimension is a member of it, as the format demands. */
class EmbeddedMetricsTest {
    private static final StreamPartition TOPIC = new StreamPartition("dw.orders", 3, "cluster/dw.orders");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final EmbeddedMetrics metrics =
            new EmbeddedMetrics(new PrintStream(out, true, StandardCharsets.UTF_8), "sluice-changes");

    private JsonNode line() throws IOException {
        String text = out.toString(StandardCharsets.UTF_8);
        assertThat(text.strip().lines()).hasSize(1);
        out.reset();
        JsonNode line = new ObjectMapper().readTree(text);
        JsonNode aws = line.get("_aws");
        assertThat(aws.get("Timestamp").isIntegralNumber()).isTrue();
        assertThat(aws.get("CloudWatchMetrics").size()).isEqualTo(1);
        JsonNode directive = aws.get("CloudWatchMetrics").get(0);
        assertThat(directive.get("Namespace").asText()).isEqualTo("Sluice");
        directive.get("Dimensions").forEach(set -> {
            assertThat(set.size()).isLessThanOrEqualTo(30);
            set.forEach(name -> assertThat(line.path(name.asText()).isTextual()).isTrue());
        });
        assertThat(directive.get("Metrics").size()).isBetween(1, 100);
        directive.get("Metrics").forEach(metric -> {
            assertThat(line.get(metric.get("Name").asText()).isNumber()).isTrue();
            assertThat(metric.get("Unit").asText()).isIn("Count", "Bytes", "Milliseconds");
        });
        return line;
    }

    private static List<String> names(JsonNode line) {
        List<String> names = new ArrayList<>();
        line.at("/_aws/CloudWatchMetrics/0/Metrics")
                .forEach(metric -> names.add(metric.get("Name").asText()));
        return names;
    }

    @Test
    void aBatchIsOneLineWithItsMetrics() throws IOException {
        BatchSummary batch = new BatchSummary(
                TOPIC,
                1,
                9,
                9,
                900,
                new BatchReport.Counts(5, 1, 0, 1, 2),
                Map.of("not_json", 2),
                1,
                Duration.ofSeconds(3),
                Duration.ofMillis(40));
        metrics.batch(batch, 1_767_225_600_000L);
        JsonNode line = line();

        assertThat(names(line))
                .containsAll(batch.counters().keySet())
                .containsAll(batch.gauges().keySet());
        assertThat(line.get("event").asText()).isEqualTo("batch");
        assertThat(line.get("stream").asText()).isEqualTo("dw.orders");
        assertThat(line.get("sluice.items.emitted").asInt()).isEqualTo(5);
        assertThat(line.get("sluice.lag").asInt()).isEqualTo(3000);
        assertThat(line.at("/_aws/CloudWatchMetrics/0/Dimensions").toString())
                .isEqualTo("[[\"FunctionName\",\"Stream\",\"Partition\"]]");
        assertThat(line.get("FunctionName").asText()).isEqualTo("sluice-changes");
        assertThat(line.get("Stream").asText()).isEqualTo("dw.orders");
        assertThat(line.get("Partition").asText()).isEqualTo("3");
    }

    @Test
    void whatFailedAndWhatHasNoPlaceIsALineToo() throws IOException {
        metrics.failed(
                new Batch(TOPIC, List.of(new Delivery(7, null, null))), new IOException("the \"store\" is down"), 1);
        JsonNode failed = line();
        assertThat(names(failed)).containsExactly("sluice.batches.failed");
        assertThat(failed.get("reason").asText()).contains("the \"store\" is down");

        metrics.unplaced(new UnplacedBatch(TOPIC, 1, null, List.of(Slice.EMPTY), "no offset"), 1);
        JsonNode unplaced = line();
        assertThat(unplaced.get("sluice.items.quarantined").asInt()).isEqualTo(1);

        metrics.sweep(new SweepSummary(Map.of(), 0, Duration.ofMinutes(2)), 1);
        JsonNode sweep = line();
        assertThat(sweep.get("sluice.parked.age").asInt()).isEqualTo(120_000);
    }
}
