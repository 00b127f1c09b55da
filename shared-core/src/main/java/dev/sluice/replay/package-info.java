/**
 * Gives archived records to the pipeline again. Stands above the pipeline, beside the handlers. {@link dev.sluice.replay.Replay}
 * does all of it in one process; {@link dev.sluice.replay.ReplayPlanner} and {@link dev.sluice.replay.ReplayWorker} cut it
 * into steps for a platform to run side by side.
 */
@NullMarked
package dev.sluice.replay;

import org.jspecify.annotations.NullMarked;
