package dev.sluice.lake;

import java.time.Duration;

/**
 * A ledger as it was read or written, and when that began.
 *
 * @param millis when, by the wall's clock
 * @param nanos when, by the clock that goes forward only
 */
record KnownLedger(Ledger ledger, String version, long millis, long nanos) {
    /**
     * A writer starts no chain put on an older view. With the time that a put may take, no owner of an old view can still
     * write when a minute has passed since the ledger got another shape.
     */
    static final Duration FRESH = Duration.ofSeconds(20);

    boolean isFresh(Time time) {
        Duration byWall = Duration.ofMillis(time.millis() - millis);
        Duration byNanos = Duration.ofNanos(time.nanos() - nanos);
        return byWall.compareTo(FRESH) <= 0 && byNanos.compareTo(FRESH) <= 0;
    }
}
