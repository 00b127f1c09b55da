/** The line from a delivered batch to the lake, on one screen: {@link dev.sluice.pipeline.ChangePipeline}. */
@NullMarked
package dev.sluice.pipeline;

import org.jspecify.annotations.NullMarked;
