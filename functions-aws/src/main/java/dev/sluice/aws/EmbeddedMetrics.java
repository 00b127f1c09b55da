package dev.sluice.aws;

import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchSummary;
import dev.sluice.pipeline.SweepSummary;
import dev.sluice.pipeline.UnplacedBatch;
import dev.sluice.text.Utf8Buffer;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lines of the log that CloudWatch reads metrics from (its embedded metric format): the summary's own members, and one
 * more that says which of them are metrics, in which unit, by which dimensions.
 */
final class EmbeddedMetrics {
    private static final String NAMESPACE = "Sluice";

    private final PrintStream out;
    private final String function;

    /** @param function that writes the lines; tells deployments apart, and replays from live traffic */
    EmbeddedMetrics(PrintStream out, String function) {
        this.out = out;
        this.function = function;
    }

    void batch(BatchSummary summary, long now) {
        Map<String, Long> values = new LinkedHashMap<>(summary.counters());
        values.putAll(summary.gauges());
        print(summary.json(), summary.source(), values, now);
    }

    void sweep(SweepSummary summary, long now) {
        print(summary.json(), null, summary.gauges(), now);
    }

    /** A batch was thrown back. Messages of our exceptions hold no value of a row. */
    void failed(Batch batch, Exception cause, long now) {
        Utf8Buffer json = new Utf8Buffer(256).append("{\"event\":\"batch_failed\",\"stream\":");
        json.appendQuoted(batch.source().stream())
                .append(",\"partition\":")
                .append(batch.source().partition());
        json.append(",\"first\":").append(batch.deliveries().get(0).offset());
        json.append(",\"reason\":").appendQuoted(String.valueOf(cause)).append("}");
        print(json.slice(0).toString(), null, Map.of("sluice.batches.failed", 1L), now);
    }

    void unplaced(UnplacedBatch batch, long now) {
        Utf8Buffer json = new Utf8Buffer(256).append("{\"event\":\"batch_unplaced\",\"stream\":");
        json.appendQuoted(batch.source().stream())
                .append(",\"partition\":")
                .append(batch.source().partition());
        json.append(",\"reason\":").appendQuoted(batch.reason()).append("}");
        print(
                json.slice(0).toString(),
                batch.source(),
                Map.of("sluice.items.quarantined", (long) batch.bodies().size()),
                now);
    }

    /** A step of a replay was given up. */
    void replayFailed(String step, long now) {
        Utf8Buffer json = new Utf8Buffer(128).append("{\"event\":\"replay_failed\",\"step\":");
        json.appendQuoted(step).append("}");
        print(json.slice(0).toString(), null, Map.of("sluice.replays.failed", 1L), now);
    }

    /** A line without metrics. */
    void log(String json) {
        synchronized (out) {
            out.println(json);
            out.flush();
        }
    }

    /**
     * Prints a line.
     *
     * @param json an object, in front of whose end the metrics go
     * @param source of which they are; null if of none
     */
    private void print(String json, @Nullable StreamPartition source, Map<String, Long> values, long now) {
        Map<String, String> dimensions = new LinkedHashMap<>();
        dimensions.put("FunctionName", function);
        if (source != null) {
            dimensions.put("Stream", source.stream());
            dimensions.put("Partition", Integer.toString(source.partition()));
        }
        Utf8Buffer line = new Utf8Buffer(1024).append(json.substring(0, json.length() - 1));
        // Members of their own: a dimension that is no string, as the partition in front is none, makes CloudWatch
        // leave out all.
        dimensions.forEach(
                (name, value) -> line.append(",").appendQuoted(name).append(":").appendQuoted(value));
        line.append(",\"_aws\":{\"Timestamp\":").append(now);
        line.append(",\"CloudWatchMetrics\":[{\"Namespace\":").appendQuoted(NAMESPACE);
        line.append(",\"Dimensions\":[[");
        String comma = "";
        for (String dimension : dimensions.keySet()) {
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
