package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.FunctionZip;
import dev.sluice.aws.ChainTally.Event;
import dev.sluice.aws.FunctionInstance.Limit;
import dev.sluice.killed.Place;
import dev.sluice.servers.Azurite;
import dev.sluice.servers.Kafka;
import dev.sluice.servers.S3Proxy;
import dev.sluice.traffic.CesTraffic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures the chain of {@link KafkaChainIT} without faults; not part of the build (benchmarks/README.md). */
class KafkaChainTimes {
    private static final int EVENTS = Integer.getInteger("chain.events", 600_000);
    private static final int SECONDS = Integer.getInteger("chain.seconds", 60);
    private static final int BATCH_SIZE = Integer.getInteger("chain.batch", 1_000);
    private static final int POLLERS = Integer.getInteger("chain.pollers", 2);
    private static final int PARTITIONS = 4;
    private static final int AT_ONCE = 10_000;
    private static final int WARM_UP = 20_000;
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Limit USUAL = new Limit(Duration.ofMinutes(1), Duration.ofMinutes(1), Event.TIME_OUT);
    private static final FunctionInstance.Troubles NONE = new FunctionInstance.Troubles() {
        @Override
        public Limit before(boolean warm) {
            return USUAL;
        }

        @Override
        public void killed(Limit limit) {
            throw new IllegalStateException("a call took longer than " + limit);
        }
    };

    @TempDir
    private Path folder;

    private final ChainTally tally = new ChainTally();
    private final List<FunctionInstance> functions = new ArrayList<>();
    private final Map<String, List<ProcessHandle>> processes = new LinkedHashMap<>();
    private long bytes;

    @Test
    void events() throws Exception {
        FunctionZip.unpack(folder.resolve("zip"));
        try (Kafka kafka = Kafka.in(folder.resolve("kafka"));
                Azurite azurite = Azurite.inMemory(folder.resolve("azurite"));
                S3Proxy s3 = S3Proxy.inFrontOf(azurite, folder.resolve("s3proxy"));
                KafkaTopics topics = new KafkaTopics(kafka.bootstrapServers())) {
            fill(topics);
            Place place = new S3Buckets(s3).newPlaceOfWorkers();
            ExecutorService threads = Executors.newFixedThreadPool(POLLERS);
            try {
                List<MappingPoller> pollers = pollers(kafka, topics, place);
                List<Future<Void>> ends = pollers.stream().map(threads::submit).toList();
                assertThat(tally.await(() -> tally.committed() >= WARM_UP, LONGEST))
                        .isTrue();
                processes.put(
                        "functions",
                        functions.stream().map(one -> one.process().handle()).toList());
                processes.put("s3proxy", List.of(ProcessHandle.of(s3.pid()).orElseThrow()));
                processes.put("Azurite", List.of(ProcessHandle.of(azurite.pid()).orElseThrow()));
                processes.put("broker", List.of(ProcessHandle.of(kafka.pid()).orElseThrow()));
                processes.put("pollers", List.of(ProcessHandle.current()));
                System.out.println(measure());
                pollers.forEach(MappingPoller::stop);
                for (Future<Void> end : ends) {
                    end.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
                }
            } finally {
                threads.shutdownNow();
                functions.forEach(FunctionInstance::close);
            }
            assertThat(tally.count(Event.WHOLE_BATCH_FAILED)).isZero();
            assertThat(LakeCounts.byTableAndOperation(place.lake(), folder.resolve("lake")))
                    .isEqualTo(Map.of("Shop.dbo.Products u", (int) tally.committed()));
        }
    }

    private void fill(KafkaTopics topics) throws Exception {
        topics.create("ces", PARTITIONS, false);
        try (KafkaProducer<byte[], byte[]> producer = topics.producer()) {
            for (int from = 0; from < EVENTS; from += AT_ONCE) {
                List<Future<RecordMetadata>> sent = new ArrayList<>();
                for (byte[] body : CesTraffic.benchmarkUpdates(from, AT_ONCE)) {
                    bytes += body.length;
                    sent.add(producer.send(new ProducerRecord<>("ces", body)));
                }
                for (Future<RecordMetadata> one : sent) {
                    one.get();
                }
            }
        }
    }

    private List<MappingPoller> pollers(Kafka kafka, KafkaTopics topics, Place place) {
        MappingPoller.Setting setting = new MappingPoller.Setting(
                "arn:aws:kafka:eu-west-3:0:cluster/chain/1",
                kafka.bootstrapServers(),
                List.of("ces"),
                () -> BATCH_SIZE,
                false);
        Map<String, String> environment = new HashMap<>(place.environment());
        environment.put("SLUICE_LAKE", place.lakeUrl());
        environment.put("SLUICE_STATE", place.stateUrl());
        environment.put("AWS_REGION", "us-east-1");
        List<MappingPoller> pollers = new ArrayList<>();
        for (int i = 0; i < POLLERS; i++) {
            Path log = folder.resolve("function-" + i + ".log");
            FunctionInstance function = new FunctionInstance(
                    () -> LambdaProcess.start(folder.resolve("zip"), KafkaHandler.class, environment, List.of(), log),
                    NONE,
                    tally);
            functions.add(function);
            pollers.add(new MappingPoller(
                    "poller " + i,
                    topics.consumer(Map.of("group.id", "sluice", "max.poll.records", 2 * BATCH_SIZE)),
                    setting,
                    function,
                    tally));
        }
        return pollers;
    }

    private String measure() throws InterruptedException {
        long committed = tally.committed();
        int calls = tally.millis().size();
        Map<String, Double> used = used();
        long begin = System.nanoTime();
        tally.await(() -> tally.committed() == EVENTS, Duration.ofSeconds(SECONDS));
        double seconds = (System.nanoTime() - begin) / 1e9;
        double events = tally.committed() - committed;
        List<Double> millis = tally.millis();
        List<Double> measured =
                millis.subList(calls, millis.size()).stream().sorted().toList();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%.0f events/s, %.1f MB/s for %.0f s; %d calls of %.0f events, median %.0f ms, p90 %.0f ms; processor seconds:",
                events / seconds,
                events / seconds * bytes / EVENTS / 1e6,
                seconds,
                measured.size(),
                events / measured.size(),
                measured.get(measured.size() / 2),
                measured.get(measured.size() * 9 / 10)));
        used().forEach((name, after) ->
                text.append(String.format(Locale.ROOT, " %s %.1f", name, after - used.get(name))));
        return text.toString();
    }

    /** Seconds of processor time by now. */
    private Map<String, Double> used() {
        Map<String, Double> used = new LinkedHashMap<>();
        processes.forEach((name, handles) -> used.put(
                name,
                handles.stream()
                        .mapToDouble(handle ->
                                handle.info().totalCpuDuration().orElseThrow().toMillis() / 1e3)
                        .sum()));
        return used;
    }
}
