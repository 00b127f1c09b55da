package dev.sluice.aws;

import dev.sluice.aws.ChainTally.Event;
import dev.sluice.aws.RuntimeApi.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;

/**
 * Stands for one poller of Lambda's event source mapping: takes batches of several partitions from a broker, hands them
 * to a function until it takes them, halves those that fail, and commits what is done.
 */
final class MappingPoller implements Callable<Void> {
    private static final Duration WAIT = Duration.ofMillis(100);

    private final String name;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Setting setting;
    private final Function function;
    private final ChainTally tally;
    private volatile boolean stopped;
    private volatile boolean leaving;

    /**
     * How the mapping is set.
     *
     * @param batchSize most records of the next batch
     * @param readsFailures {@code ReportBatchItemFailures}
     */
    record Setting(String cluster, String brokers, List<String> topics, IntSupplier batchSize, boolean readsFailures) {}

    /** What is called. */
    interface Function {
        Answer call(String event) throws IOException, InterruptedException;
    }

    MappingPoller(
            String name, KafkaConsumer<byte[], byte[]> consumer, Setting setting, Function function, ChainTally tally) {
        this.name = name;
        this.consumer = consumer;
        this.setting = setting;
        this.function = function;
        this.tally = tally;
    }

    /** Ends it, when nothing is left for it. */
    void stop() {
        stopped = true;
    }

    /** Ends it behind its next call, and what that call did stays uncommitted. */
    void leave() {
        leaving = true;
    }

    @Override
    public Void call() throws Exception {
        try (consumer) {
            consumer.subscribe(setting.topics);
            while (!stopped) {
                Deque<ConsumerRecord<byte[], byte[]>> polled = byTurns(consumer.poll(WAIT));
                while (!polled.isEmpty() && !stopped) {
                    deliver(batch(polled));
                }
            }
        } catch (IOException | RuntimeException e) {
            tally.failed(e);
            throw e;
        }
        return null;
    }

    /** A record of each partition, and again. */
    private static Deque<ConsumerRecord<byte[], byte[]>> byTurns(ConsumerRecords<byte[], byte[]> polled) {
        Deque<Iterator<ConsumerRecord<byte[], byte[]>>> partitions = new ArrayDeque<>();
        polled.partitions()
                .forEach(partition -> partitions.add(polled.records(partition).iterator()));
        Deque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();
        while (!partitions.isEmpty()) {
            Iterator<ConsumerRecord<byte[], byte[]>> partition = partitions.remove();
            records.add(partition.next());
            if (partition.hasNext()) {
                partitions.add(partition);
            }
        }
        return records;
    }

    private List<ConsumerRecord<byte[], byte[]>> batch(Deque<ConsumerRecord<byte[], byte[]>> records) {
        List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
        int most = setting.batchSize.getAsInt();
        int bytes = KafkaPayload.size(records.peek());
        while (!records.isEmpty() && batch.size() < most && bytes < KafkaPayload.MOST_BYTES) {
            batch.add(records.remove());
            bytes += records.isEmpty() ? 0 : KafkaPayload.size(records.peek());
        }
        return batch;
    }

    private void deliver(List<ConsumerRecord<byte[], byte[]>> batch) throws IOException, InterruptedException {
        if (batch.stream().map(ConsumerRecord::topic).distinct().count() > 1) {
            tally.add(Event.SEVERAL_TOPICS_IN_A_BATCH);
        }
        Deque<List<ConsumerRecord<byte[], byte[]>>> open = new ArrayDeque<>();
        open.push(batch);
        while (!open.isEmpty()) {
            List<ConsumerRecord<byte[], byte[]>> given = open.pop();
            Optional<List<ConsumerRecord<byte[], byte[]>>> failed =
                    MappingReply.failed(invoke(given), setting.readsFailures, given);
            if (leaving) {
                tally.add(Event.LEFT_UNCOMMITTED, given.size());
                stopped = true;
                return;
            }
            int done = given.size() - failed.orElse(given).size();
            again(given, failed, open);
            if (done > 0) {
                commit(done, positions(batch, open));
            }
        }
    }

    private Answer invoke(List<ConsumerRecord<byte[], byte[]>> records) throws IOException, InterruptedException {
        String event = KafkaPayload.of(setting.cluster, setting.brokers, records);
        if (event.length() > KafkaPayload.MOST_BYTES) {
            throw new IllegalStateException("a payload of " + event.length() + " bytes");
        }
        tally.add(Event.INVOCATION);
        return function.call(event);
    }

    private void again(
            List<ConsumerRecord<byte[], byte[]>> given,
            Optional<List<ConsumerRecord<byte[], byte[]>>> failed,
            Deque<List<ConsumerRecord<byte[], byte[]>>> open) {
        if (failed.isEmpty()) {
            tally.add(Event.WHOLE_BATCH_FAILED);
            int half = given.size() / 2;
            if (half > 0) {
                tally.add(Event.HALVED);
            }
            open.push(given.subList(half, given.size()));
            if (half > 0) {
                open.push(given.subList(0, half));
            }
        } else if (!failed.get().isEmpty()) {
            tally.add(Event.PARTIAL_ANSWER);
            open.push(failed.get());
        }
        tally.add(Event.RECORD_GIVEN_AGAIN, failed.orElse(given).size());
    }

    /** In each partition of a batch the first record that is not done. */
    private static Map<TopicPartition, Long> positions(
            List<ConsumerRecord<byte[], byte[]>> batch, Iterable<List<ConsumerRecord<byte[], byte[]>>> open) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        batch.forEach(record -> positions.put(partition(record), record.offset() + 1));
        open.forEach(some -> some.forEach(record -> positions.merge(partition(record), record.offset(), Math::min)));
        return positions;
    }

    private static TopicPartition partition(ConsumerRecord<?, ?> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    private void commit(int done, Map<TopicPartition, Long> positions) {
        try {
            consumer.commitSync(positions.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, one -> new OffsetAndMetadata(one.getValue()))));
            tally.committed(name, done, positions);
        } catch (CommitFailedException | RebalanceInProgressException e) {
            tally.add(Event.COMMIT_REFUSED); // they will be given again, here or elsewhere
        }
    }
}
