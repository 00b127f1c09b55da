package dev.sluice.lake;

import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An item that was set aside, as its line in the quarantine says; its bytes are read only when they are asked for.
 *
 * @param object key of the object that holds the line
 * @param line number of the line in its object, from 1
 * @param settled somebody marked it as resolved
 * @param origin whose log it stood in
 * @param position where it stood; of a {@link QuarantineId.Kind#UNPLACED} one the lowest offset of its batch
 * @param brokerTime when the broker took it, null if it gave no time
 */
public record QuarantineEntry(
        String object,
        int line,
        boolean settled,
        String code,
        String reason,
        String where,
        Origin origin,
        Position position,
        @Nullable Instant brokerTime) {

    public QuarantineId.Kind kind() {
        return QuarantineId.Kind.of(object);
    }

    /** A name that can be typed, the same for ever. */
    public QuarantineId id() {
        return kind() == QuarantineId.Kind.RECORD
                ? QuarantineId.ofRecord(origin, position)
                : QuarantineId.ofReport(origin.stream(), object, line);
    }

    /** An entry with the bytes of its item, as they were received. */
    public record WithBytes(QuarantineEntry entry, Slice raw) {}

    /** Milliseconds since 1970, if the broker gave a time. */
    public Optional<Long> brokerMillis() {
        return Optional.ofNullable(brokerTime).map(Instant::toEpochMilli);
    }
}
