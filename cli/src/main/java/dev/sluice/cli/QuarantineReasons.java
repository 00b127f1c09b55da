package dev.sluice.cli;

import dev.sluice.lake.QuarantineEntry;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Open entries of the quarantine, counted by code and reason. Memory holds some reasons, however many there are. */
final class QuarantineReasons {
    private static final int MOST_REASONS = 1_000;
    private static final String OTHERS = "other reasons";

    private final Map<Key, Reason> reasons =
            new TreeMap<>(Comparator.comparing(Key::code).thenComparing(Key::reason));

    private record Key(String code, String reason) {}

    /**
     * A reason.
     *
     * @param oldest when the broker took the oldest of the entries, null if it gave no times
     * @param newest the same of the newest
     */
    record Reason(
            String code,
            String reason,
            long entries,
            @Nullable String oldest,
            @Nullable String newest) {
        private Reason plus(@Nullable Instant time) {
            if (time == null) {
                return new Reason(code, reason, entries + 1, oldest, newest);
            }
            boolean isOldest = oldest == null || time.isBefore(Instant.parse(oldest));
            boolean isNewest = newest == null || time.isAfter(Instant.parse(newest));
            return new Reason(
                    code,
                    reason,
                    entries + 1,
                    isOldest ? time.toString() : oldest,
                    isNewest ? time.toString() : newest);
        }
    }

    void add(QuarantineEntry entry) {
        Key key = new Key(entry.code(), entry.reason());
        if (!reasons.containsKey(key) && reasons.size() >= MOST_REASONS) {
            key = new Key(entry.code(), OTHERS);
        }
        Reason before = reasons.getOrDefault(key, new Reason(key.code, key.reason, 0, null, null));
        reasons.put(key, before.plus(entry.brokerTime()));
    }

    /** By code. */
    Map<String, Integer> codes() {
        return reasons.values().stream()
                .collect(Collectors.toMap(
                        Reason::code, one -> Math.toIntExact(one.entries()), Integer::sum, TreeMap::new));
    }

    /** Most first. */
    List<Reason> list() {
        return reasons.values().stream()
                .sorted(Comparator.comparingLong(Reason::entries).reversed())
                .toList();
    }
}
