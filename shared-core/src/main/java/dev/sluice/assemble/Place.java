package dev.sluice.assemble;

import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import org.jspecify.annotations.Nullable;

/** Where a piece stood in the broker's log. */
public record Place(
        Origin origin, Position position, @Nullable Long brokerTime) {}
