package dev.sluice;

import dev.sluice.lake.LakePath;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import dev.sluice.traffic.CesTraffic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How long batches of 100 events of 1.8 KB over three tables take on a store in the steady state; and by turns with them, the
 * bare calls: as many objects of the same bytes created side by side, then one swap, by the same client.
 */
public final class BatchTimes {
    private static final int EVENTS = 100;
    private static final int TABLES = 3;
    private static final int WARM_UP = 100;
    private static final int BATCHES = 200;
    private static final StreamPartition HUB = new StreamPartition("hub", 0, "namespace/hub");

    private final ObjectStore lake;
    private final ObjectStore state;
    private final double[] batches = new double[BATCHES];
    private final double[] bare = new double[BATCHES];

    private BatchTimes(ObjectStore lake, ObjectStore state) {
        this.lake = lake;
        this.state = state;
    }

    /** Measures, and says it in a few lines. */
    public static String measure(ObjectStore lake, ObjectStore state) throws Exception {
        BatchTimes times = new BatchTimes(lake, state);
        times.run();
        return String.format(
                Locale.ROOT,
                "batch: median %.1f ms, p90 %.1f ms%nbare:  median %.1f ms, p90 %.1f ms%nratio of the medians %.2f%n",
                part(times.batches, 50),
                part(times.batches, 90),
                part(times.bare, 50),
                part(times.bare, 90),
                part(times.batches, 50) / part(times.bare, 50));
    }

    private static double part(double[] times, int percent) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length * percent / 100];
    }

    private void run() throws Exception {
        List<byte[]> bodies = CesTraffic.benchmarkUpdates(1, (WARM_UP + BATCHES) * EVENTS);
        ExecutorService threads = Executors.newFixedThreadPool(TABLES);
        try (LakeWriter writer = LakeWriter.open(lake, state, Settings.DEFAULT.layout())) {
            ChangePipeline pipeline = new ChangePipeline(Settings.DEFAULT, writer, state);
            process(pipeline, batch(bodies, 0));
            Bare calls = new Bare(threads);
            for (int number = 1; number < WARM_UP + BATCHES; number++) {
                Batch batch = batch(bodies, number);
                long begin = System.nanoTime();
                process(pipeline, batch);
                long middle = System.nanoTime();
                calls.run(number);
                long end = System.nanoTime();
                if (number >= WARM_UP) {
                    batches[number - WARM_UP] = (middle - begin) / 1e6;
                    bare[number - WARM_UP] = (end - middle) / 1e6;
                }
            }
        } finally {
            threads.shutdown();
        }
    }

    /** The batch of this number. */
    public static Batch batch(List<byte[]> bodies, int number) {
        List<Delivery> deliveries = new ArrayList<>();
        for (int offset = number * EVENTS; offset < (number + 1) * EVENTS; offset++) {
            String body = new String(bodies.get(offset), StandardCharsets.UTF_8);
            byte[] ofTable =
                    body.replace("Products", "Products" + offset % TABLES).getBytes(StandardCharsets.UTF_8);
            deliveries.add(new Delivery(offset, Slice.of(ofTable), LakeFixture.BROKER_TIME + offset));
        }
        return new Batch(HUB, deliveries);
    }

    private static void process(ChangePipeline pipeline, Batch batch) throws IOException {
        BatchReport.Counts counts = pipeline.process(batch).counts();
        if (!counts.equals(new BatchReport.Counts(EVENTS, 0, 0, 0, 0))) {
            throw new IllegalStateException(counts.toString());
        }
    }

    /** The calls that a batch makes, with the bytes that the first one wrote. */
    private final class Bare {
        private final ExecutorService threads;
        private final List<byte[]> objects = new ArrayList<>();
        private final byte[] ledger;
        private String version;

        private Bare(ExecutorService threads) throws IOException {
            this.threads = threads;
            Map<String, byte[]> written = new TreeMap<>();
            for (ListedObject object : lake.listAll("db=")) {
                written.put(object.key(), lake.get(object.key()).orElseThrow().content());
            }
            objects.addAll(written.values());
            if (objects.size() != TABLES) {
                throw new IllegalStateException(written.keySet().toString());
            }
            ledger = state.get(LakePath.ledger(HUB.stream(), HUB.partition()))
                    .orElseThrow()
                    .content();
            version = state.compareAndSwap("bare", null, ledger).orElseThrow();
        }

        private void run(int number) throws Exception {
            List<Callable<Boolean>> puts = new ArrayList<>();
            for (int i = 0; i < TABLES; i++) {
                String key = "bare/" + number + "-" + i;
                byte[] content = objects.get(i);
                puts.add(() -> lake.create(key, content));
            }
            for (Future<Boolean> put : threads.invokeAll(puts)) {
                if (!put.get()) {
                    throw new IllegalStateException("an object was there already");
                }
            }
            ledger[ledger.length - 1] = (byte) (number % 2 == 0 ? ' ' : '\n'); // another content each time
            version = state.compareAndSwap("bare", version, ledger).orElseThrow();
        }
    }
}
