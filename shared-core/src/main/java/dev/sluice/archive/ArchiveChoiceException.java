package dev.sluice.archive;

import java.io.Serial;

/** What was asked for does not fit the archive: the message says what does. Nothing was written. */
public final class ArchiveChoiceException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1;

    public ArchiveChoiceException(String message) {
        super(message);
    }
}
