package dev.sluice.killed;

import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.ObjectStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A process that feeds waves of traffic to the shipped pipeline, one thread per partition, in batches that it cuts as it
 * likes. It begins where the log was acknowledged, or somewhat earlier.
 */
public final class KilledWorker {
    private static final int LONGEST_BATCH = 50;
    private static final int FURTHEST_BACK = 200;
    private static final int TRIES = 10;

    private final Random random = new Random();
    private final Told told;
    private final ChangePipeline pipeline;
    private final Map<String, Integer> acknowledged;

    private KilledWorker(Told told, ChangePipeline pipeline, Map<String, Integer> acknowledged) {
        this.told = told;
        this.pipeline = pipeline;
        this.acknowledged = acknowledged;
    }

    /**
     * Works until the last wave is done.
     *
     * @param args class of the opener, URLs of lake and state, seed of the traffic, first and last wave; a line per
     *     log comes by stdin, with the offset up to which it was acknowledged
     */
    public static void main(String[] args) throws Exception {
        Told told = new Told();
        ObjectStore lake = new TellingStore(Place.open(args[0], args[1], System.getenv()), told);
        ObjectStore state = new TellingStore(Place.open(args[0], args[2], System.getenv()), told);
        try (LakeWriter writer = LakeWriter.open(lake, state, Settings.DEFAULT.layout())) {
            KilledWorker worker =
                    new KilledWorker(told, new ChangePipeline(Settings.DEFAULT, writer, state), acknowledged());
            long seed = Long.parseLong(args[3]);
            for (int wave = Integer.parseInt(args[4]); wave <= Integer.parseInt(args[5]); wave++) {
                worker.feed(new Wave(seed, wave));
            }
        }
    }

    private static Map<String, Integer> acknowledged() throws IOException {
        Map<String, Integer> acknowledged = new HashMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int space = line.indexOf(' ');
                acknowledged.put(line.substring(0, space), Integer.valueOf(line.substring(space + 1)));
            }
        }
        return acknowledged;
    }

    private void feed(Wave wave) throws ExecutionException, InterruptedException {
        List<Callable<Void>> feeds = new ArrayList<>();
        for (Wave.Log log : wave.logs()) {
            feeds.add(() -> {
                feed(log);
                return null;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(feeds.size());
        try {
            for (Future<Void> feed : threads.invokeAll(feeds)) {
                feed.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    private void feed(Wave.Log log) throws IOException {
        int next = acknowledged.getOrDefault(log.name(), 0);
        if (random.nextInt(4) == 0) {
            next = Math.max(0, next - random.nextInt(FURTHEST_BACK));
        }
        int failures = 0;
        while (next < log.records().size()) {
            int end = Math.min(log.records().size(), next + 1 + random.nextInt(LONGEST_BATCH));
            List<Delivery> batch = log.deliveries(next, end);
            told.line(Told.BATCH, log.name());
            try {
                pipeline.process(new Batch(log.source(), batch));
                told.line(Told.ACKNOWLEDGED, log.name(), end);
                failures = 0;
                // now and then the end of a batch comes twice
                next = random.nextInt(10) == 0 ? end - random.nextInt(batch.size()) : end;
            } catch (IOException e) {
                told.line(Told.FAILED, log.name(), e);
                if (++failures == TRIES) {
                    throw e;
                }
            }
        }
        told.line(Told.ENDED, log.name());
    }
}
