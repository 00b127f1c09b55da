package dev.sluice.pipeline;

import dev.sluice.assemble.Place;
import dev.sluice.change.UpdateHalf;

/**
 * The second half of an update that follows no first one in the run; its line waits until it is known what earlier runs
 * have.
 *
 * @param mayHaveFirst false if another half of the update stands in front of it in the run, and has taken what there was
 * @param from offset from which on the run was read
 */
record LoneHalf(UpdateHalf half, Place place, boolean mayHaveFirst, long from) {}
