package dev.sluice.store;

import java.io.IOException;
import java.time.Duration;

/** A call of a remote store failed in a way that may pass: not reachable, no answer in time, throttled, out of order. */
public final class TransientStoreException extends IOException {
    private final boolean refused;
    private final Duration retryAfter;

    private TransientStoreException(String message, Throwable cause, boolean refused, Duration retryAfter) {
        super(message, cause);
        this.refused = refused;
        this.retryAfter = retryAfter;
    }

    /** The store did not do what it was asked. */
    public static TransientStoreException refused(String message, Throwable cause, Duration retryAfter) {
        return new TransientStoreException(message, cause, true, retryAfter);
    }

    /** The store did what it was asked, or not, or will do it in a moment. */
    public static TransientStoreException open(String message, Throwable cause, Duration retryAfter) {
        return new TransientStoreException(message, cause, false, retryAfter);
    }

    boolean isRefused() {
        return refused;
    }

    /** How long the store asks to be left alone; zero if it does not say. */
    Duration retryAfter() {
        return retryAfter;
    }
}
