package dev.sluice.pipeline;

import dev.sluice.change.Operation;
import dev.sluice.change.RowChange;
import dev.sluice.text.Slice;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows a source's own resend inside a run: the same logical id, operation and payload at another position. The same
 * logical id with another payload is another event, and changes without an id are never dropped for looking alike.
 */
final class Resends {
    private final Map<Slice, Seen> seen = new HashMap<>();

    /** Slices point into the body of the record, which lives as long as the batch. */
    private record Seen(
            Operation operation, Slice content, @Nullable Seen earlier) {
        boolean holds(RowChange change) {
            return (operation == change.operation() && content.equals(change.content()))
                    || (earlier != null && earlier.holds(change));
        }
    }

    /** True if the change has been here before; remembers it otherwise. */
    boolean isResend(RowChange change) {
        if (change.logicalId().length() == 0) {
            return false;
        }
        Seen same = seen.get(change.logicalId());
        if (same != null && same.holds(change)) {
            return true;
        }
        seen.put(change.logicalId(), new Seen(change.operation(), change.content(), same));
        return false;
    }
}
