package dev.sluice.pipeline;

import dev.sluice.assemble.Place;
import dev.sluice.change.UpdateHalf;

/** The second half of an update whose first half an earlier run may have; its line waits until that is known. */
record LoneHalf(UpdateHalf half, Place place) {}
