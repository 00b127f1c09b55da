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
 * @param reported how many of them this sweep was the first to find incomplete or broken
 * @param oldest how long the one waits that has waited the longest, and was not reported yet; zero if none does
 */
public record SweepSummary(Map<Sweep.Fate, Integer> sets, int reported, Duration oldest) {
    /** Sums up. */
    public static SweepSummary of(List<Sweep.Item> items, Instant now) {
        Map<Sweep.Fate, Integer> sets = new EnumMap<>(Sweep.Fate.class);
        int reported = 0;
        Duration oldest = Duration.ZERO;
        for (Sweep.Item item : items) {
            sets.merge(item.fate(), 1, Integer::sum);
            Duration age = Duration.between(item.since(), now);
            reported += item.isNews() ? 1 : 0;
            if (item.fate() == Sweep.Fate.WAITING && age.compareTo(oldest) > 0) {
                oldest = age;
            }
        }
        return new SweepSummary(sets, reported, oldest);
    }

    /**
     * By name, what is measured: {@code sluice.parked.age} in milliseconds, {@code sluice.parked.reported}, and {@code
     * sluice.parked.} with each fate. What is incomplete or broken stays so for as long as its pieces are kept, so alarms are
     * for the first two.
     */
    public Map<String, Long> gauges() {
        Map<String, Long> gauges = new LinkedHashMap<>();
        gauges.put("sluice.parked.age", oldest.toMillis());
        gauges.put("sluice.parked.reported", (long) reported);
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
        return out.append(",\"reported\":")
                .append(reported)
                .append(",\"oldest_ms\":")
                .append(oldest.toMillis())
                .append("}")
                .slice(0)
                .toString();
    }

    private static String name(Sweep.Fate fate) {
        return fate.name().toLowerCase(Locale.ROOT);
    }
}
