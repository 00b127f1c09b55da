package dev.sluice.lake;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Waits until no owner that knows a range only unsplit can still write. */
final class Splits {
    /** Since the split, on the clock of who waits: three times what a view may be old, put and all. */
    private static final Duration OLD_OWNERS = Duration.ofSeconds(60);
    /** The clocks of two computers may differ by so much. */
    private static final Duration SKEW = Duration.ofSeconds(10);

    private static final int REMEMBERED = 1024;

    private final Time time;
    private final Duration patience;
    private final Map<Split, Long> seen = new ConcurrentHashMap<>();

    private record Split(String stream, int partition, int epoch, long first, long splitAt) {}

    /** @param patience the longest wait; who has to wait longer is sent away */
    Splits(Time time, Duration patience) {
        this.time = time;
        this.patience = patience;
    }

    /** Returns when the range can be written. */
    void waitOut(StreamPartition source, LedgerEpoch epoch, LedgerRange range, Deadline deadline) throws IOException {
        if (range.splitAt() == null) {
            return;
        }
        Split split = new Split(source.stream(), source.partition(), epoch.epoch(), range.first(), range.splitAt());
        if (seen.size() >= REMEMBERED) {
            seen.clear();
        }
        long since = seen.computeIfAbsent(split, key -> time.nanos());
        Duration left = shorter(
                OLD_OWNERS.minusNanos(time.nanos() - since),
                OLD_OWNERS.plus(SKEW).minusMillis(time.millis() - range.splitAt()));
        if (left.isNegative() || left.isZero()) {
            return;
        }
        if (left.compareTo(shorter(patience, deadline.left())) > 0) {
            throw NotYetException.newShape(source, left);
        }
        try {
            time.sleep(left);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for owners with an old view");
        }
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
