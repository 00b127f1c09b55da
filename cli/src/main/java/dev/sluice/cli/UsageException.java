package dev.sluice.cli;

import java.io.Serial;

/** The user asked for something that cannot be; the message says what would work. */
public final class UsageException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
