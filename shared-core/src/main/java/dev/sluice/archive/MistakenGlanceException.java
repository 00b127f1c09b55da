package dev.sluice.archive;

import java.io.Serial;

/** A file is not as a {@link FileGlance} at it made believe: it has to be read from end to end. */
final class MistakenGlanceException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;
}
