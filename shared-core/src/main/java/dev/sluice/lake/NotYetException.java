package dev.sluice.lake;

import java.io.IOException;
import java.io.Serial;
import java.time.Duration;

/** A range of a partition was split off, and owners with the old view may still write; the batch has to be given again. */
public final class NotYetException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    NotYetException(StreamPartition source, Duration left) {
        super("stream " + source.stream() + ", partition " + source.partition()
                + " jumped over offsets; its new range can be written in " + left.toSeconds()
                + " s, when no owner with the old view can write any more; give the batch again then");
    }
}
