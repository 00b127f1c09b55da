package dev.sluice.lake;

import java.io.IOException;
import java.io.OutputStream;

/** The lines of one event, made while they are written; each time the same. */
public interface EventLines {
    /** Writes the lines as they are when the event stands there. */
    void writeTo(int partition, long offset, OutputStream out) throws IOException;
}
