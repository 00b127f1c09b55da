package dev.sluice.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.archive.PartitionFiles;
import dev.sluice.archive.Stretch;
import org.jspecify.annotations.Nullable;

/**
 * A part of a replay that one call does.
 *
 * @param files of one partition
 * @param stretch offsets that are replayed; null if the files are to be cut into stretches first
 */
record ReplayStep(
        PartitionFiles files,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Stretch stretch) {}
