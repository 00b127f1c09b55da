package dev.sluice.pipeline;

import dev.sluice.change.RowChange;
import dev.sluice.change.Table;
import dev.sluice.change.UpdateHalf;
import dev.sluice.lake.LakeWriter;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first halves of the updates that DataWorks told in two records. A half belongs to the latest one of its table
 * and sequence that stands before it; one first half serves one second half.
 */
final class UpdatePairs {
    static final Outcome.Quarantined ORPHAN = new Outcome.Quarantined(
            "unpaired", "the first half of an update whose second half did not follow in the batch", "");

    /** All rows of a full load have this sequence. */
    private static final Slice NO_SEQUENCE = Slice.of("-1");

    /** The halves in the order in which they came; those without a sequence have keys of their own. */
    private final Map<Object, Held> first = new LinkedHashMap<>();

    private record Key(String db, String schema, String table, Slice sequence) {}

    /** A first half that waits. Its slices point into the record, which lives as long as the batch. */
    record Held(
            UpdateHalf half, Position position, @Nullable Long brokerTime) {}

    /** Keeps a first half; gives back one that can no longer be paired. */
    Optional<Held> hold(UpdateHalf half, Position position, @Nullable Long brokerTime) {
        Held held = new Held(half, position, brokerTime);
        Held repeated = first.remove(key(half.change()));
        first.put(key(half.change()), held);
        if (repeated == null && first.size() > LakeWriter.MAX_RUN) {
            return Optional.ofNullable(first.remove(first.keySet().iterator().next()));
        }
        return Optional.ofNullable(repeated);
    }

    /** Takes out the first half of this second one. */
    Optional<Held> takeFirstOf(UpdateHalf second) {
        return Optional.ofNullable(first.remove(key(second.change())));
    }

    /** Takes out all that wait, in the order in which they came. */
    List<Held> takeAll() {
        List<Held> all = new ArrayList<>(first.values());
        first.clear();
        return all;
    }

    private static Object key(RowChange change) {
        Slice sequence = change.marks().sequence();
        if (sequence.length() == 0 || sequence.equals(NO_SEQUENCE)) {
            return new Object();
        }
        Table table = change.table();
        return new Key(table.db(), table.schema(), table.name(), sequence);
    }
}
