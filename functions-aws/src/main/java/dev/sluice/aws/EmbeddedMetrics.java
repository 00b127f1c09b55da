package dev.sluice.aws;

import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchSummary;
import dev.sluice.pipeline.SweepSummary;
import dev.sluice.pipeline.UnplacedBatch;
import dev.sluice.text.Utf8Buffer;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lines of the log that CloudWatch reads metrics from (its embedded metric format): the summary's own members, and one
 * more that says which of them are metrics, in which unit, by which dimensions.
 */
final class EmbeddedMetrics {
    private static final String NAMESPACE = "Sluice";

    private final PrintStream out;

    EmbeddedMetrics(PrintStream out) {
        this.out = out;
    }

    void batch(BatchSummary summary, long now) {
        Map<String, Long> values = new LinkedHashMap<>(summary.counters());
        values.putAll(summary.gauges());
        print(summary.json(), List.of("stream", "partition"), values, now);
    }

    void sweep(SweepSummary summary, long now) {
        print(summary.json(), List.of(), summary.gauges(), now);
    }

    /** A batch was thrown back. Messages of our exceptions hold no value of a row. */
    void failed(Batch batch, Exception cause, long now) {
        Utf8Buffer json = new Utf8Buffer(256).append("{\"event\":\"batch_failed\",\"stream\":");
        json.appendQuoted(batch.source().stream())
                .append(",\"partition\":")
                .append(batch.source().partition());
        json.append(",\"first\":").append(batch.deliveries().get(0).offset());
        json.append(",\"reason\":").appendQuoted(String.valueOf(cause)).append("}");
        print(json.slice(0).toString(), List.of(), Map.of("sluice.batches.failed", 1L), now);
    }

    void unplaced(UnplacedBatch batch, long now) {
        Utf8Buffer json = new Utf8Buffer(256).append("{\"event\":\"batch_unplaced\",\"stream\":");
        json.appendQuoted(batch.source().stream())
                .append(",\"partition\":")
                .append(batch.source().partition());
        json.append(",\"reason\":").appendQuoted(batch.reason()).append("}");
        print(
                json.slice(0).toString(),
                List.of("stream", "partition"),
                Map.of("sluice.items.quarantined", (long) batch.bodies().size()),
                now);
    }

    /** A step of a replay was given up. */
    void replayFailed(String step, long now) {
        Utf8Buffer json = new Utf8Buffer(128).append("{\"event\":\"replay_failed\",\"step\":");
        json.appendQuoted(step).append("}");
        print(json.slice(0).toString(), List.of(), Map.of("sluice.replays.failed", 1L), now);
    }

    /** A line without metrics. */
    void log(String json) {
        synchronized (out) {
            out.println(json);
            out.flush();
        }
    }

    /** @param json an object, in front of whose end the metrics go */
    private void print(String json, List<String> dimensions, Map<String, Long> values, long now) {
        Utf8Buffer line = new Utf8Buffer(1024).append(json.substring(0, json.length() - 1));
        line.append(",\"_aws\":{\"Timestamp\":").append(now);
        line.append(",\"CloudWatchMetrics\":[{\"Namespace\":").appendQuoted(NAMESPACE);
        line.append(",\"Dimensions\":[[");
        String comma = "";
        for (String dimension : dimensions) {
            line.append(comma).appendQuoted(dimension);
            comma = ",";
        }
        line.append("]],\"Metrics\":[");
        comma = "";
        for (String name : values.keySet()) {
            line.append(comma).append("{\"Name\":").appendQuoted(name);
            line.append(",\"Unit\":").appendQuoted(unit(name)).append("}");
            comma = ",";
        }
        line.append("]}]}");
        values.forEach(
                (name, value) -> line.append(",").appendQuoted(name).append(":").append(value));
        synchronized (out) {
            out.println(line.append("}").slice(0));
            out.flush();
        }
    }

    private static String unit(String name) {
        return switch (name) {
            case "sluice.bytes" -> "Bytes";
            case "sluice.lag", "sluice.duration", "sluice.parked.age" -> "Milliseconds";
            default -> "Count";
        };
    }
}
