package dev.sluice.cli;

import dev.sluice.lake.LedgerEditor;
import dev.sluice.lake.LedgerEpoch;
import dev.sluice.lake.LedgerRange;
import dev.sluice.pipeline.Sweep;
import dev.sluice.pipeline.Sweep.Fate;
import dev.sluice.text.Utf8Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a lake is, and what is missing.
 *
 * @param parked sets by what would become of them
 * @param oldest since when the oldest of those that wait does, null if none does
 * @param quarantined by code, entries of the quarantine that are open
 * @param acceptedHoles holes that somebody closed
 */
record LakeStatus(
        Instant at,
        List<Partition> partitions,
        Map<Fate, Integer> parked,
        @Nullable Instant oldest,
        Map<String, Integer> quarantined,
        int acceptedHoles) {

    /**
     * The newest life of a partition's log.
     *
     * @param through last offset up to which, with the holes, all is done
     * @param throughTime when the broker took the newest record that is done, null if nothing tells
     * @param sourceTime how far the source says that it came, null if it never said
     * @param missing offsets in holes
     */
    record Partition(
            String stream,
            int partition,
            int epoch,
            String log,
            long through,
            @Nullable Instant throughTime,
            @Nullable Instant sourceTime,
            int holes,
            long missing) {
        static Partition of(LedgerEditor.Entry entry) {
            LedgerEpoch epoch = entry.ledger().newest();
            int holes = 0;
            long missing = 0;
            long through = -1;
            for (LedgerRange range : epoch.ranges()) {
                through = Math.max(through, range.through());
                if (range.last() != null) {
                    holes++;
                    missing += range.last() - range.through();
                }
            }
            return new Partition(
                    entry.stream(),
                    entry.partition(),
                    epoch.epoch(),
                    entry.ledger().log(),
                    through,
                    time(epoch.throughTime()),
                    time(epoch.sourceTime()),
                    holes,
                    missing);
        }

        /** A ledger says -1 where the broker gave no times. */
        private static @Nullable Instant time(@Nullable Long millis) {
            return millis == null || millis < 0 ? null : Instant.ofEpochMilli(millis);
        }

        @Nullable
        Duration lag(Instant now) {
            return throughTime == null ? null : Duration.between(throughTime, now);
        }
    }

    static LakeStatus of(
            Instant now,
            List<LedgerEditor.Entry> ledgers,
            List<Sweep.Item> parked,
            Map<String, Integer> quarantined,
            int acceptedHoles) {
        Map<Fate, Integer> fates = new EnumMap<>(Fate.class);
        Instant oldest = null;
        for (Sweep.Item item : parked) {
            fates.merge(item.fate(), 1, Integer::sum);
            if (item.fate() == Fate.WAITING && (oldest == null || item.since().isBefore(oldest))) {
                oldest = item.since();
            }
        }
        return new LakeStatus(
                now, ledgers.stream().map(Partition::of).toList(), fates, oldest, quarantined, acceptedHoles);
    }

    /** Nothing is there that somebody should look into. */
    boolean isWell() {
        return partitions.stream().allMatch(partition -> partition.holes == 0)
                && quarantined.isEmpty()
                && !parked.containsKey(Fate.INCOMPLETE)
                && !parked.containsKey(Fate.BROKEN);
    }

    String json() {
        Utf8Buffer out = new Utf8Buffer(1024).append("{\"at\":").appendQuoted(at.toString());
        out.append(",\"partitions\":[");
        String comma = "";
        for (Partition partition : partitions) {
            out.append(comma).append("{\"stream\":").appendQuoted(partition.stream);
            out.append(",\"partition\":").append(partition.partition);
            out.append(",\"epoch\":").append(partition.epoch);
            out.append(",\"log\":").appendQuoted(partition.log);
            out.append(",\"through\":").append(partition.through);
            appendTime(out, "through_time", partition.throughTime);
            Duration lag = partition.lag(at);
            out.append(",\"lag_ms\":").append(lag == null ? "null" : Long.toString(lag.toMillis()));
            appendTime(out, "source_time", partition.sourceTime);
            out.append(",\"holes\":").append(partition.holes);
            out.append(",\"missing\":").append(partition.missing).append("}");
            comma = ",";
        }
        out.append("],\"parked\":{");
        for (Fate fate : Fate.values()) {
            out.appendQuoted(fate.name().toLowerCase(Locale.ROOT))
                    .append(":")
                    .append(parked.getOrDefault(fate, 0))
                    .append(",");
        }
        out.append("\"oldest\":");
        if (oldest == null) {
            out.append("null");
        } else {
            out.appendQuoted(oldest.toString());
        }
        out.append("},\"quarantine\":{");
        comma = "";
        for (Map.Entry<String, Integer> code : quarantined.entrySet()) {
            out.append(comma).appendQuoted(code.getKey()).append(":").append(code.getValue());
            comma = ",";
        }
        return out.append("},\"accepted_holes\":")
                .append(acceptedHoles)
                .append("}")
                .toString();
    }

    private static void appendTime(Utf8Buffer out, String name, @Nullable Instant time) {
        out.append(",\"").append(name).append("\":");
        if (time == null) {
            out.append("null");
        } else {
            out.appendQuoted(time.toString());
        }
    }
}
