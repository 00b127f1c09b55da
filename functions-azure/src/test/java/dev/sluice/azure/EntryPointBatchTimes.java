package dev.sluice.azure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.sluice.BatchTimes;
import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.BatchSummary;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import dev.sluice.pipeline.Settings;
import dev.sluice.servers.Azurite;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.traffic.CesTraffic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where the time of a call goes that brings 100 events of 1.8 KB over three tables: what the host hands over is read, the
 * pipeline works (without a store to wait for), the store is waited for, the batch is summed up. Not part of the build
 * (benchmarks/README.md).
 */
class EntryPointBatchTimes {
    private static final int WARM_UP = 150;
    private static final int BATCHES = 200;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONTEXT =
            "{\"FullyQualifiedNamespace\":\"namespace\",\"EventHubName\":\"hub\",\"PartitionId\":\"0\"}";

    @TempDir
    private Path folder;

    private static double median(double[] micros) {
        double[] sorted = micros.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static Received read(List<byte[]> bodies, String system, List<Long> numbers) {
        return EventHubInput.read(Optional.empty(), bodies, CONTEXT, system, numbers, "[]");
    }

    @Test
    void aCall() throws Exception {
        List<byte[]> all = CesTraffic.benchmarkUpdates(1, (WARM_UP + BATCHES) * 100);
        double[] reading = new double[BATCHES];
        double[] working = new double[BATCHES];
        double[] calling = new double[BATCHES];
        double[] summing = new double[BATCHES];
        Logger log = Logger.getAnonymousLogger();
        log.setUseParentHandlers(false);
        log.addHandler(new Silent());
        Telemetry telemetry = new Telemetry();
        MemoryObjectStore state = new MemoryObjectStore();
        try (Azurite azurite = Azurite.inMemory(folder);
                LakeWriter writer = LakeWriter.open(new MemoryObjectStore(), state, Settings.DEFAULT.layout())) {
            ChangePipeline alone = new ChangePipeline(Settings.DEFAULT, writer, state);
            String container = azurite.endpoint() + "/"
                    + new BlobContainers(azurite).newPlace().container();
            App app = App.open(Map.of(
                    "SLUICE_LAKE",
                    container + "/lake",
                    "SLUICE_STATE",
                    container + "/state",
                    BlobAccess.KEY,
                    azurite.key()));
            for (int number = 0; number < WARM_UP + BATCHES; number++) {
                Batch batch = BatchTimes.batch(all, number);
                List<byte[]> bodies = batch.deliveries().stream()
                        .map(record -> record.body().copy())
                        .toList();
                List<Long> numbers =
                        batch.deliveries().stream().map(Delivery::offset).toList();
                ArrayNode system = JSON.createArrayNode();
                batch.deliveries()
                        .forEach(record -> system.addObject()
                                .put("SequenceNumber", record.offset())
                                .put("Offset", record.offset() * 1900)
                                .put("EnqueuedTimeUtc", "2026-10-14T09:00:00.120"));
                String metadata = system.toString();

                long start = System.nanoTime();
                Received received = read(bodies, metadata, numbers);
                long read = System.nanoTime();
                app.take(received, log);
                long called = System.nanoTime();
                BatchReport report = alone.process(received.batches().get(0));
                long worked = System.nanoTime();
                BatchSummary summary =
                        BatchSummary.of(received.batches().get(0), report, 0, called, Duration.ofNanos(called - read));
                telemetry.record(summary);
                log.info(summary::json);
                long summed = System.nanoTime();
                if (number >= WARM_UP) {
                    int i = number - WARM_UP;
                    reading[i] = (read - start) / 1e3;
                    calling[i] = (called - start) / 1e3;
                    working[i] = (worked - called) / 1e3;
                    summing[i] = (summed - worked) / 1e3;
                }
            }
        }
        double adapter = median(reading) + median(summing);
        System.out.printf(
                Locale.ROOT,
                "a call %.0f us: read what the host hands over %.0f, pipeline %.0f, store %.0f, sum up %.0f; adapter %.1f %%%n",
                median(calling),
                median(reading),
                median(working),
                median(calling) - median(working) - adapter,
                median(summing),
                adapter / median(calling) * 100);
    }

    /** Makes the line, and keeps it to itself. */
    private static final class Silent extends Handler {
        private Silent() {
            setLevel(Level.ALL);
        }

        @Override
        public void publish(LogRecord record) {
            if (record.getMessage().isEmpty()) {
                throw new IllegalStateException("a line of the log is empty");
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
