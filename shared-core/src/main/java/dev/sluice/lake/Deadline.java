package dev.sluice.lake;

import java.io.IOException;
import java.time.Duration;

/** When a writer has to stop by itself, so that its platform does not cut it off in the middle. Safe for any number of threads. */
public final class Deadline {
    /** There is time enough. */
    public static final Deadline NONE = new Deadline(Time.SYSTEM, Duration.ofNanos(Long.MAX_VALUE));

    private final Time time;
    private final long start;
    private final Duration limit;

    private Deadline(Time time, Duration limit) {
        this.time = time;
        this.start = time.nanos();
        this.limit = limit;
    }

    /** From now on. */
    public static Deadline in(Duration limit) {
        return in(limit, Time.SYSTEM);
    }

    static Deadline in(Duration limit, Time time) {
        return new Deadline(time, limit);
    }

    Duration left() {
        return limit.minusNanos(time.nanos() - start);
    }

    /**
     * Before anything new is begun.
     *
     * @throws IOException when the time is up; what is durable stays, and the batch has to be given again
     */
    public void requireTime() throws IOException {
        if (left().isNegative() || left().isZero()) {
            throw new IOException("no time is left of " + limit.toSeconds() + " s; the batch has to be given again");
        }
    }
}
