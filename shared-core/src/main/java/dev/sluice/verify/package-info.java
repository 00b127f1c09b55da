/**
 * Compares a lake with the archive of its messages. Stands above archive and pipeline, beside replay. Both sides are read
 * once, partition by partition in blocks of {@link dev.sluice.lake.LakeWriter#MAX_RUN} offsets, and memory holds a hash per
 * line of a block.
 */
@NullMarked
package dev.sluice.verify;

import org.jspecify.annotations.NullMarked;
