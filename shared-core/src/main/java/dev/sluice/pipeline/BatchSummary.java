package dev.sluice.pipeline;

import dev.sluice.lake.StreamPartition;
import dev.sluice.text.Utf8Buffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an operator wants to know of a batch, the same on every platform: one log line, and metrics. Nothing in it comes out
 * of a row.
 *
 * @param first offset of the first record
 * @param last offset of the last one
 * @param bytes of all bodies
 * @param faults by code, how many items are in the quarantine
 * @param holes stretches of the partition's log that nobody has taken in yet
 * @param lag from the broker taking the last record until it was durable, null if the broker gave no time
 * @param duration of taking it in
 */
public record BatchSummary(
        StreamPartition source,
        long first,
        long last,
        int records,
        long bytes,
        BatchReport.Counts counts,
        Map<String, Integer> faults,
        int holes,
        @Nullable Duration lag,
        Duration duration) {

    /**
     * Sums up.
     *
     * @param now milliseconds since 1970
     */
    public static BatchSummary of(Batch batch, BatchReport report, int holes, long now, Duration duration) {
        List<Delivery> records = batch.deliveries();
        Delivery last = records.get(records.size() - 1);
        long bytes = 0;
        for (Delivery record : records) {
            bytes += record.body() == null ? 0 : record.body().length();
        }
        return new BatchSummary(
                batch.source(),
                records.get(0).offset(),
                last.offset(),
                records.size(),
                bytes,
                report.counts(),
                report.faults(),
                holes,
                last.brokerTime() == null ? null : Duration.ofMillis(Math.max(0, now - last.brokerTime())),
                duration);
    }

    /**
     * By name, what is counted: {@code sluice.records}, {@code sluice.bytes}, and {@code sluice.items.} with
     * {@code emitted}, {@code parked}, {@code control}, {@code skipped} or {@code quarantined}.
     */
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("sluice.records", (long) records);
        counters.put("sluice.bytes", bytes);
        counters.put("sluice.items.emitted", (long) counts.emitted());
        counters.put("sluice.items.parked", (long) counts.parked());
        counters.put("sluice.items.control", (long) counts.control());
        counters.put("sluice.items.skipped", (long) counts.skipped());
        counters.put("sluice.items.quarantined", (long) counts.quarantined());
        return counters;
    }

    /** By name, what is measured: {@code sluice.duration} and {@code sluice.lag} in milliseconds, {@code sluice.holes}. */
    public Map<String, Long> gauges() {
        Map<String, Long> gauges = new LinkedHashMap<>();
        gauges.put("sluice.duration", duration.toMillis());
        gauges.put("sluice.holes", (long) holes);
        if (lag != null) {
            gauges.put("sluice.lag", lag.toMillis());
        }
        return gauges;
    }

    /** One JSON object without a line feed. */
    public String json() {
        Utf8Buffer out = new Utf8Buffer(512);
        out.append("{\"event\":\"batch\",\"stream\":").appendQuoted(source.stream());
        out.append(",\"partition\":").append(source.partition());
        out.append(",\"first\":").append(first).append(",\"last\":").append(last);
        out.append(",\"records\":").append(records).append(",\"bytes\":").append(bytes);
        out.append(",\"emitted\":").append(counts.emitted());
        out.append(",\"parked\":").append(counts.parked());
        out.append(",\"control\":").append(counts.control());
        out.append(",\"skipped\":").append(counts.skipped());
        out.append(",\"quarantined\":").append(counts.quarantined());
        out.append(",\"faults\":{");
        String comma = "";
        for (Map.Entry<String, Integer> fault : new TreeMap<>(faults).entrySet()) {
            out.append(comma).appendQuoted(fault.getKey()).append(":").append(fault.getValue());
            comma = ",";
        }
        out.append("},\"holes\":").append(holes).append(",\"lag_ms\":");
        if (lag == null) {
            out.append("null");
        } else {
            out.append(lag.toMillis());
        }
        out.append(",\"duration_ms\":").append(duration.toMillis());
        return out.append("}").slice(0).toString();
    }
}
