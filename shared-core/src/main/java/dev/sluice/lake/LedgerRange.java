package dev.sluice.lake;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a partition's log that is worked on from its start. The last one of an epoch is the live one; those
 * before it are holes that wait to be healed.
 *
 * @param first first offset that belongs here
 * @param last last offset that belongs here, null for the live range
 * @param through every event up to here is in the lake; {@code first - 1} at the start
 * @param ahead by folder: the last offset that another owner has already written beyond {@code through}
 * @param probe start of the open holes in front, whose vanished owners may have written objects that reach over into
 *     this range; null when that cannot be
 * @param splitAt milliseconds since 1970 at which the range was split off, null once no owner of the old shape can write
 */
public record LedgerRange(
        long first,
        @Nullable Long last,
        long through,
        Map<String, Long> ahead,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long probe,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long splitAt) {

    public LedgerRange {
        ahead = Collections.unmodifiableMap(new TreeMap<>(ahead));
    }

    static LedgerRange from(long first, @Nullable Long last) {
        return new LedgerRange(first, last, first - 1, Map.of(), null, null);
    }

    boolean holds(long offset) {
        return first <= offset && (last == null || offset <= last);
    }

    boolean overlaps(long from, long to) {
        return first <= to && (last == null || from <= last);
    }

    boolean isFinished() {
        return last != null && through >= last;
    }

    long aheadOf(String folder) {
        return ahead.getOrDefault(folder, through);
    }

    LedgerRange with(long newThrough, Map<String, Long> newAhead) {
        return new LedgerRange(first, last, newThrough, newAhead, probe, splitAt);
    }
}
