package dev.sluice.cli.demo;

import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.Delivery;
import dev.sluice.text.Slice;
import dev.sluice.traffic.SourceMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Delivers messages as brokers do: partition by partition, in batches that are cut anew in every run, and sometimes the
 * end of a batch a second time. What was not acknowledged comes again.
 */
final class Broker {
    private static final int DELIVERED_AGAIN_PERCENT = 10;

    private final FragileSluice sluice;
    private final RandomGenerator chance;
    private final Map<StreamPartition, Partition> partitions = new LinkedHashMap<>();

    Broker(FragileSluice sluice, RandomGenerator chance) {
        this.sluice = sluice;
        this.chance = chance;
    }

    void take(DemoStream stream, SourceMessage message) throws IOException {
        StreamPartition source = new StreamPartition(stream.label, message.partition(), stream.label);
        Partition partition = partitions.computeIfAbsent(source, unseen -> new Partition(source, stream.longestBatch));
        partition.waiting.add(new Delivery(message.offset(), Slice.of(message.body()), message.brokerTimeMs()));
        while (partition.waiting.size() >= partition.cut) {
            partition.deliver();
        }
    }

    /** Delivers what is left. */
    void end() throws IOException {
        for (Partition partition : partitions.values()) {
            while (!partition.waiting.isEmpty()) {
                partition.deliver();
            }
        }
    }

    private final class Partition {
        private final StreamPartition source;
        private final int longestBatch;
        private final List<Delivery> waiting = new ArrayList<>();
        private int cut;

        private Partition(StreamPartition source, int longestBatch) {
            this.source = source;
            this.longestBatch = longestBatch;
            this.cut = 1 + chance.nextInt(longestBatch);
        }

        /** After a crash the same records come again, and the batch may end before or behind its old end. */
        private void deliver() throws IOException {
            List<Delivery> batch = List.copyOf(waiting.subList(0, Math.min(cut, waiting.size())));
            if (!sluice.process(new Batch(source, batch))) {
                cut = 1 + chance.nextInt(batch.size() + longestBatch);
                return;
            }
            waiting.subList(0, batch.size()).clear();
            cut = 1 + chance.nextInt(longestBatch);
            if (chance.nextInt(100) < DELIVERED_AGAIN_PERCENT) {
                deliverAgain(batch.subList(chance.nextInt(batch.size()), batch.size()));
            }
        }

        private void deliverAgain(List<Delivery> records) throws IOException {
            boolean done = false;
            while (!done) {
                done = sluice.process(new Batch(source, records));
            }
        }
    }
}
