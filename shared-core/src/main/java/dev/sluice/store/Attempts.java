package dev.sluice.store;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Calls of a remote store, tried again while they fail in passing, and over after {@link #LIMIT} in all: the commit
 * protocol counts on no put being sent later. The SDKs' own retries are switched off, because they hide whether an
 * earlier try of the same call may have had its effect.
 */
public final class Attempts {
    /** From the begin of a call to the end of its last try. */
    public static final Duration LIMIT = Duration.ofSeconds(30);

    /** What a healthy store needs for a small object, many times over; then a new connection has better chances. */
    private static final Duration ATTEMPT = Duration.ofSeconds(10);

    private static final int BYTES_PER_MILLISECOND = 2_000;
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long LONGEST_PAUSE_MILLIS = 4_000;

    private final Duration limit;
    private final Duration attempt;
    private final InstantSource wallClock;
    private final LongSupplier nanoTime;
    private final Sleeper sleeper;

    public Attempts() {
        this(LIMIT, ATTEMPT);
    }

    /** Shorter limits than the usual, for tests. */
    public Attempts(Duration limit, Duration attempt) {
        this(limit, attempt, InstantSource.system(), System::nanoTime, Thread::sleep);
    }

    Attempts(Duration limit, Duration attempt, InstantSource wallClock, LongSupplier nanoTime, Sleeper sleeper) {
        this.limit = limit;
        this.attempt = attempt;
        this.wallClock = wallClock;
        this.nanoTime = nanoTime;
        this.sleeper = sleeper;
    }

    interface Sleeper {
        void sleep(long millis) throws InterruptedException;
    }

    /** How long one try of a request without a body may take, while there is time. */
    public Duration tryLimit() {
        return attempt;
    }

    /** One call, made anew in each attempt. */
    @FunctionalInterface
    public interface Call<T> {
        /**
         * Makes the call.
         *
         * @throws TransientStoreException to be called again
         */
        T run(Attempt attempt) throws IOException;
    }

    /** One try of a call. */
    public final class Attempt {
        private final long startMillis = wallClock.millis();
        private final long startNanos = nanoTime.getAsLong();
        private boolean open;

        private Attempt() {}

        /**
         * Whether an earlier try of this call may have had its effect: then "exists" and "has changed" may speak of
         * what we did ourselves.
         */
        public boolean mayHaveHappened() {
            return open;
        }

        /**
         * How long a request may take from now on.
         *
         * @param bytes that it sends
         * @throws IOException when the time is up, and nothing may be sent any more
         */
        public Duration timeFor(long bytes) throws IOException {
            Duration left = limit.minus(elapsed());
            if (left.isNegative() || left.isZero()) {
                throw new IOException("no time is left of " + limit.toMillis() + " ms");
            }
            Duration usual = attempt.plusMillis(bytes / BYTES_PER_MILLISECOND);
            return usual.compareTo(left) < 0 ? usual : left;
        }

        /** The larger of both clocks: one of them may stand still while the process is frozen. */
        private Duration elapsed() {
            Duration wall = Duration.ofMillis(wallClock.millis() - startMillis);
            Duration monotonic = Duration.ofNanos(nanoTime.getAsLong() - startNanos);
            return wall.compareTo(monotonic) > 0 ? wall : monotonic;
        }
    }

    /**
     * Makes the call until it answers, fails for good, or the time is up.
     *
     * @param what is being done, for the error: {@code create 'a/b'}
     */
    public <T> T run(String what, Call<T> call) throws IOException {
        Attempt state = new Attempt();
        for (int tries = 1; ; tries++) {
            try {
                return call.run(state);
            } catch (TransientStoreException e) {
                state.open |= !e.isRefused();
                Duration pause = pause(tries, e.retryAfter());
                Duration elapsed = state.elapsed();
                if (elapsed.plus(pause).compareTo(limit) >= 0) {
                    throw new IOException(
                            "cannot " + what + ": given up after " + tries + (tries == 1 ? " try" : " tries") + " in "
                                    + elapsed.toMillis() + " ms: " + e.getMessage(),
                            e);
                }
                sleep(what, pause);
            }
        }
    }

    private static Duration pause(int tries, Duration asked) {
        long most = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(tries - 1, 10));
        // Spread out, so that those who met do not meet again.
        Duration ours = Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
        return asked.compareTo(ours) > 0 ? asked : ours;
    }

    private void sleep(String what, Duration pause) throws IOException {
        try {
            sleeper.sleep(TimeUnit.NANOSECONDS.toMillis(pause.toNanos()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted: " + what);
            interrupted.initCause(e);
            throw interrupted;
        }
    }
}
