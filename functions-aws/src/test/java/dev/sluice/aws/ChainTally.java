package dev.sluice.aws;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What happened in the chain, and how far it came. */
final class ChainTally {
    /** Something that is counted. */
    enum Event {
        INVOCATION,
        SEVERAL_TOPICS_IN_A_BATCH,
        WHOLE_BATCH_FAILED,
        HALVED,
        PARTIAL_ANSWER,
        RECORD_GIVEN_AGAIN,
        LEFT_UNCOMMITTED,
        COMMIT_REFUSED,
        KILL,
        TIME_OUT,
        ENDED_BEHIND_A_PUT,
        REQUEST_LOST,
        ANSWER_LOST,
        ANSWER_CUT,
        STORE_BUSY,
        STORE_REFUSED,
        STORE_SILENT
    }

    private final Map<Event, Integer> counts = new TreeMap<>();
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private final Map<String, Integer> records = new TreeMap<>();
    private final List<Double> millis = new ArrayList<>();
    private @Nullable Throwable failure;

    synchronized void add(Event event, int count) {
        counts.merge(event, count, Integer::sum);
    }

    void add(Event event) {
        add(event, 1);
    }

    synchronized int count(Event event) {
        return counts.getOrDefault(event, 0);
    }

    synchronized void answered(long nanos) {
        millis.add(nanos / 1e6);
    }

    /** How long the calls took, in the order of their answers. */
    synchronized List<Double> millis() {
        return List.copyOf(millis);
    }

    /**
     * Notes what a poller committed.
     *
     * @param more records it is through with
     */
    synchronized void committed(String poller, int more, Map<TopicPartition, Long> positions) {
        records.merge(poller, more, Integer::sum);
        positions.forEach((partition, position) -> committed.merge(partition, position, Math::max));
        notifyAll();
    }

    /** How many records a poller is through with. */
    synchronized int recordsOf(String poller) {
        return records.getOrDefault(poller, 0);
    }

    /** In all partitions. */
    synchronized long committed() {
        return committed.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Something that becomes true by what is committed. */
    interface Condition {
        boolean holds();
    }

    /** A poller came to an end that is none. */
    synchronized void failed(Throwable cause) {
        failure = cause;
        notifyAll();
    }

    /** Waits until it holds, and tells whether it does. */
    synchronized boolean await(Condition condition, Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (!condition.holds()) {
            if (failure != null) {
                throw new AssertionError("a poller failed", failure);
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    @Override
    public synchronized String toString() {
        return counts + ", records by poller " + records;
    }
}
