package dev.sluice.pipeline;

import dev.sluice.assemble.Place;
import dev.sluice.change.RowChange;
import dev.sluice.change.UpdateHalf;
import dev.sluice.lake.LakeWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the first halves of the updates that DataWorks told in two records of one run. A second half has a first one if
 * that is the half of its table and sequence which stands right before it in its partition; so one first half serves one
 * second half, and a pair in one run needs no look at what other runs had.
 */
final class UpdatePairs {
    static final Outcome.Quarantined ORPHAN = new Outcome.Quarantined(
            "unpaired", "the first half of an update whose second half did not follow in the batch", "");

    /** The halves in the order in which they came; those without a sequence have keys of their own. */
    private final Map<Object, Held> first = new LinkedHashMap<>();

    /** Those behind which another one of the same update came: what becomes of them must not hang on where a run ends. */
    private final Deque<Held> superseded = new ArrayDeque<>();

    private final Set<Object> seen = new HashSet<>();

    /**
     * A first half that waits. Its slices point into the record, which lives as long as the batch.
     *
     * @param superseded another one of the same update came behind it
     */
    record Held(UpdateHalf half, Place place, boolean superseded) {
        Held(UpdateHalf half, Place place) {
            this(half, place, false);
        }

        boolean isSameAs(Held other) {
            return half.raw().equals(other.half.raw());
        }
    }

    /** Keeps a first half; false if it is one that waits already, sent again. */
    boolean hold(Held held) {
        Object key = key(held.half.change());
        see(key);
        Held earlier = first.get(key);
        if (earlier != null && earlier.isSameAs(held)) {
            return false; // the earlier one keeps its place, as it would in a run of its own
        }
        if (earlier != null) {
            superseded.add(new Held(earlier.half, earlier.place, true));
            first.remove(key);
        }
        first.put(key, held);
        return true;
    }

    /** Takes out the first half that waits longest, if there are more than any run has records. */
    Optional<Held> takeOneTooMany() {
        if (first.size() + superseded.size() <= LakeWriter.MAX_RUN) {
            return Optional.empty();
        }
        Held oldest = superseded.poll();
        return Optional.ofNullable(
                oldest == null ? first.remove(first.keySet().iterator().next()) : oldest);
    }

    private void see(Object key) {
        if (seen.size() > LakeWriter.MAX_RUN) {
            seen.clear(); // longer than a run is only what has no earlier runs
        }
        seen.add(key);
    }

    /** True when a half of the same update stood before this one in the run; then what earlier runs have is not its own. */
    boolean hasSeen(UpdateHalf half) {
        return seen.contains(key(half.change()));
    }

    /** Takes out the first half of this second one. */
    Optional<Held> takeFirstOf(UpdateHalf second) {
        Object key = key(second.change());
        see(key);
        return Optional.ofNullable(first.remove(key));
    }

    /** Takes out all that wait, in the order in which they came; those that follow belong to another run. */
    List<Held> takeAll() {
        List<Held> all = new ArrayList<>(superseded);
        all.addAll(first.values());
        superseded.clear();
        first.clear();
        seen.clear();
        return all;
    }

    private static Object key(RowChange change) {
        PairKey key = PairKey.of(change);
        return key == null ? new Object() : key;
    }
}
