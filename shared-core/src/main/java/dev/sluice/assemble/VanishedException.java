package dev.sluice.assemble;

import java.io.IOException;
import java.io.Serial;

/** A parked piece was listed and is gone: another sweep removed its set, whose event is in the lake. */
public final class VanishedException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    VanishedException(String key) {
        super(key + " was listed and is gone; a sweep may have removed it, the next try tells");
    }
}
