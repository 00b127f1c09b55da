package dev.sluice.change;

import java.io.IOException;

/** The pieces of a split event, in order; each is loaded when it is its turn, and may be loaded again. */
public interface Pieces {
    int count();

    /** Loads a piece; its slices are valid until the next one is loaded. */
    Segment load(int which) throws IOException, MalformedMessageException;
}
