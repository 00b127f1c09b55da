package dev.sluice.pipeline;

import dev.sluice.assemble.Place;
import dev.sluice.change.RowImage;
import dev.sluice.change.UpdateHalf;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Finds the first half of an update in earlier runs. */
interface FirstHalves {
    /** Where no earlier run is known. */
    FirstHalves NONE = (second, place) -> null;

    /** The row before the update whose second half stands there; null if its first half is not known. */
    @Nullable
    RowImage firstOf(UpdateHalf second, Place place) throws IOException;
}
