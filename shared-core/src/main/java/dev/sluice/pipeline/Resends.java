package dev.sluice.pipeline;

import dev.sluice.change.Operation;
import dev.sluice.change.RowChange;
import dev.sluice.text.Slice;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Knows a source's own resend inside a run: the same logical id, operation and payload at another position. The same
 * logical id with another payload is another event, and changes without an id are never dropped for looking alike.
 */
final class Resends {
    private final Map<Slice, Seen> first = new HashMap<>();
    /** Those that share a logical id with an earlier, different one; hardly ever any. */
    private final Set<Seen> others = new HashSet<>();

    /** Slices point into the body of the record, which lives as long as the batch. */
    private record Seen(Slice logicalId, Operation operation, Slice content) {}

    /** True if the change has been here before; remembers it otherwise. */
    boolean isResend(RowChange change) {
        if (change.logicalId().length() == 0) {
            return false;
        }
        Seen seen = new Seen(change.logicalId(), change.operation(), change.content());
        Seen earlier = first.putIfAbsent(seen.logicalId, seen);
        return earlier != null && (earlier.equals(seen) || !others.add(seen));
    }
}
