package dev.sluice.lake;

import java.time.Duration;

/** What time it is, and waiting for it. */
public interface Time {
    /** The computer's own. */
    Time SYSTEM = new Time() {
        @Override
        public long millis() {
            return System.currentTimeMillis();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration.toMillis());
        }
    };

    /** Milliseconds since 1970; may be set back and forth. */
    long millis();

    /** Nanoseconds since some moment; goes forward only, but may stand still while the computer sleeps. */
    long nanos();

    void sleep(Duration duration) throws InterruptedException;
}
