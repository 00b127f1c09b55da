package dev.sluice.archive;

import org.jspecify.annotations.Nullable;

/**
 * What the path of a file tells about the records in it.
 *
 * @param stream the hub, or what the archive calls the stream; null if the path does not tell
 * @param partition null if the path does not tell
 * @param log full identity of the broker's log, null if the path does not tell
 * @param epoch life of the log, 0 if the path does not tell
 */
record ArchivePlace(
        @Nullable String stream,
        @Nullable Integer partition,
        @Nullable String log,
        int epoch) {
    static final ArchivePlace UNKNOWN = new ArchivePlace(null, null, null, 0);

    boolean isWhole() {
        return stream != null && partition != null;
    }
}
