package dev.sluice.pipeline;

import dev.sluice.text.Utf8Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What an operator wants to know of a sweep, the same on every platform: one log line, and metrics.
 *
 * @param sets how many split events and halves of updates ended in which way
 * @param oldest how long the one waits that has waited the longest; zero if none does
 */
public record SweepSummary(Map<Sweep.Fate, Integer> sets, Duration oldest) {
    /** Sums up. */
    public static SweepSummary of(List<Sweep.Item> items, Instant now) {
        Map<Sweep.Fate, Integer> sets = new EnumMap<>(Sweep.Fate.class);
        Duration oldest = Duration.ZERO;
        for (Sweep.Item item : items) {
            sets.merge(item.fate(), 1, Integer::sum);
            Duration age = Duration.between(item.since(), now);
            boolean waits = item.fate() == Sweep.Fate.WAITING || item.fate() == Sweep.Fate.INCOMPLETE;
            if (waits && age.compareTo(oldest) > 0) {
                oldest = age;
            }
        }
        return new SweepSummary(sets, oldest);
    }

    /** By name, what is measured: {@code sluice.parked.age} in milliseconds, and {@code sluice.parked.} with each fate. */
    public Map<String, Long> gauges() {
        Map<String, Long> gauges = new LinkedHashMap<>();
        gauges.put("sluice.parked.age", oldest.toMillis());
        for (Sweep.Fate fate : Sweep.Fate.values()) {
            gauges.put("sluice.parked." + name(fate), (long) sets.getOrDefault(fate, 0));
        }
        return gauges;
    }

    /** One JSON object without a line feed. */
    public String json() {
        Utf8Buffer out = new Utf8Buffer(256);
        out.append("{\"event\":\"sweep\"");
        for (Sweep.Fate fate : Sweep.Fate.values()) {
            out.append(",\"").append(name(fate)).append("\":").append(sets.getOrDefault(fate, 0));
        }
        return out.append(",\"oldest_ms\":")
                .append(oldest.toMillis())
                .append("}")
                .slice(0)
                .toString();
    }

    private static String name(Sweep.Fate fate) {
        return fate.name().toLowerCase(Locale.ROOT);
    }
}
