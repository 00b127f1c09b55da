package dev.sluice.archive;

import dev.sluice.archive.EventDataReader.Event;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The records of a file that are of one partition, one after the other. */
interface Events extends Closeable {
    /**
     * The next one; there has to be one.
     *
     * @param wanted tells by the offset whether the body is
     * @throws MistakenGlanceException in front of the first record that is not where a glance had it
     */
    Event next(LongPredicate wanted) throws IOException, MistakenGlanceException;

    /** Number in its file of the record that was read or passed over last, from 1; 0 in front of the first. */
    long number();

    /** What is thrown when a file is not what it was when it was scanned. */
    static IOException changed(String key, @Nullable Exception cause) {
        return new IOException(key + ": not what it was a moment ago; run the command again", cause);
    }
}
