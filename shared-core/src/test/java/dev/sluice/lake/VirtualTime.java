package dev.sluice.lake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Time that goes on only when somebody sleeps, or a test says so. */
public final class VirtualTime implements Time {
    private long millis = 1_778_051_300_000L;
    private long nanos;
    private final List<Duration> sleeps = new ArrayList<>();

    @Override
    public synchronized long millis() {
        return millis;
    }

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    @Override
    public synchronized void sleep(Duration duration) {
        sleeps.add(duration);
        pass(duration);
    }

    public synchronized void pass(Duration duration) {
        millis += duration.toMillis();
        nanos += duration.toNanos();
    }

    /** Sets the wall's clock; the other one takes no notice. */
    public synchronized void setWall(Duration ahead) {
        millis += ahead.toMillis();
    }

    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }
}
