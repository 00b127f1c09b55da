package dev.sluice.verify;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** How many lines of which kind. */
public final class Counts {
    private final Map<What, Long> counts = new EnumMap<>(What.class);

    void add(What what, long count) {
        counts.merge(what, count, Long::sum);
    }

    void add(Counts others) {
        others.counts.forEach(this::add);
    }

    public long of(What what) {
        return counts.getOrDefault(what, 0L);
    }

    public long differences() {
        return counts.entrySet().stream()
                .filter(count -> count.getKey().isDifference())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    @JsonValue
    Map<String, Long> byLabel() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (What what : What.values()) {
            all.put(what.label(), of(what));
        }
        return all;
    }
}
