package dev.sluice.lake;

import java.io.IOException;
import java.io.Serial;
import java.time.Duration;

/** Owners that know nothing of the ledger's newest shape may still write; the batch has to be given again. */
public final class NotYetException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    private NotYetException(StreamPartition source, String why) {
        super("stream " + source.stream() + ", partition " + source.partition() + " " + why);
    }

    static NotYetException newShape(StreamPartition source, Duration left) {
        return new NotYetException(
                source,
                "jumped over offsets, or has new rules; it can be written in " + seconds(left)
                        + " s, when no owner with the old view can write any more; give the batch again then");
    }

    static NotYetException otherRules(StreamPartition source, Duration left) {
        return new NotYetException(
                source,
                "is written by another version, or with other limits; give all of its owners the same ones, or give the"
                        + " batch again in " + seconds(left) + " s");
    }

    private static long seconds(Duration left) {
        return left.plusMillis(999).toSeconds();
    }
}
