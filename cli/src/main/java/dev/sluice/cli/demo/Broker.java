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
        if (partition.waiting.size() >= partition.cut) {
            partition.deliver();
        }
    }

    /** Delivers what is left. */
    void end() throws IOException {
        for (Partition partition : partitions.values()) {
            partition.deliver();
        }
    }

    private final class Partition {
        private final StreamPartition source;
        private final int longestBatch;
        private List<Delivery> waiting = new ArrayList<>();
        private int cut;

        private Partition(StreamPartition source, int longestBatch) {
            this.source = source;
            this.longestBatch = longestBatch;
            this.cut = nextCut();
        }

        private int nextCut() {
            return 1 + chance.nextInt(longestBatch);
        }

        private void deliver() throws IOException {
            List<Delivery> batch = waiting;
            waiting = new ArrayList<>();
            cut = nextCut();
            process(batch);
            if (chance.nextInt(100) < DELIVERED_AGAIN_PERCENT && !batch.isEmpty()) {
                process(batch.subList(chance.nextInt(batch.size()), batch.size()));
            }
        }

        /** After a crash it comes again, cut in two somewhere. */
        private void process(List<Delivery> batch) throws IOException {
            if (!sluice.process(new Batch(source, batch))) {
                int middle = chance.nextInt(batch.size());
                process(batch.subList(0, middle));
                process(batch.subList(middle, batch.size()));
            }
        }
    }
}
