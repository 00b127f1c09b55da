package dev.sluice.cli.demo;

import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.text.Slice;
import dev.sluice.traffic.SourceMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Delivers messages as brokers do: partition by partition, in batches that are cut anew in every run, and sometimes the
 * end of a batch a second time.
 */
final class Broker {
    static final int LONGEST_BATCH = 500;
    private static final int DELIVERED_AGAIN_PERCENT = 10;

    private final ChangePipeline pipeline;
    private final RandomGenerator chance;
    private final List<Partition> partitions = new ArrayList<>();
    private long emitted;

    Broker(ChangePipeline pipeline, RandomGenerator chance, int partitions) {
        this.pipeline = pipeline;
        this.chance = chance;
        for (int i = 0; i < partitions; i++) {
            this.partitions.add(new Partition(i));
        }
    }

    void take(SourceMessage message) throws IOException {
        Partition partition = partitions.get(message.partition());
        partition.waiting.add(new Delivery(message.offset(), Slice.of(message.body()), message.brokerTimeMs()));
        if (partition.waiting.size() >= partition.cut) {
            partition.deliver();
        }
    }

    /** Delivers what is left. */
    void end() throws IOException {
        for (Partition partition : partitions) {
            partition.deliver();
        }
    }

    /** Messages with a change that were not in the lake before. */
    long emitted() {
        return emitted;
    }

    private final class Partition {
        private final StreamPartition source;
        private List<Delivery> waiting = new ArrayList<>();
        private int cut;

        private Partition(int number) {
            this.source = new StreamPartition("demo", number, "demo");
            this.cut = nextCut();
        }

        private int nextCut() {
            return 1 + chance.nextInt(LONGEST_BATCH);
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

        private void process(List<Delivery> batch) throws IOException {
            BatchReport report = pipeline.process(new Batch(source, batch));
            emitted += report.counts().emitted();
        }
    }
}
