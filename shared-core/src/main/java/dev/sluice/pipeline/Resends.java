package dev.sluice.pipeline;

import dev.sluice.change.Operation;
import dev.sluice.change.RowChange;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows a source's own resend inside a run: the same logical id, operation and payload at another position. The same
 * logical id with another payload is another event, and changes without an id are never dropped for looking alike.
 */
final class Resends {
    private final Map<Slice, Copy> first = new HashMap<>();
    /** Where changes were seen last that share a logical id with an earlier one; hardly ever any. */
    private final Map<Seen, Position> later = new HashMap<>();

    /** Slices point into the body of the record, which lives as long as the batch. */
    private record Seen(Slice logicalId, Operation operation, Slice content) {}

    private record Copy(Seen seen, Position position) {}

    /** Where the change was last seen, null if it was not; remembers where it is now. */
    @Nullable
    Position copyOf(RowChange change, Position position) {
        if (change.logicalId().length() == 0) {
            return null;
        }
        Seen seen = new Seen(change.logicalId(), change.operation(), change.content());
        Copy earliest = first.putIfAbsent(seen.logicalId, new Copy(seen, position));
        if (earliest == null) {
            return null;
        }
        Position last = later.put(seen, position);
        return last != null || !earliest.seen.equals(seen) ? last : earliest.position;
    }
}
