package dev.sluice.pipeline;

import dev.sluice.lake.StreamPartition;
import dev.sluice.text.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of which nobody can tell where they stand, for the platform's lists of positions do not line up with the bodies.
 *
 * @param lowest lowest offset that the platform names, -1 if it names none
 * @param brokerTime earliest time that the platform names, milliseconds since 1970, null if it names none
 * @param reason what does not line up
 */
public record UnplacedBatch(
        StreamPartition source, long lowest, @Nullable Long brokerTime, List<Slice> bodies, String reason) {
    public UnplacedBatch {
        bodies = List.copyOf(bodies);
    }
}
