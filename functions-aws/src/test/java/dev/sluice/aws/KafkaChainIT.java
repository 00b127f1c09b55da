package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.FunctionZip;
import dev.sluice.aws.ChainTally.Event;
import dev.sluice.killed.Contents;
import dev.sluice.killed.Place;
import dev.sluice.killed.SourceOracle;
import dev.sluice.killed.Wave;
import dev.sluice.servers.Azurite;
import dev.sluice.servers.Kafka;
import dev.sluice.servers.S3Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * From a real broker through the zip, in the real runtime client of Lambda, into a lake: pollers come and go, functions
 * are killed and time out, and the way to the store breaks. {@code -Dchain.records} says how many changes there are.
 */
class KafkaChainIT {
    private static final int CHANGES = Integer.getInteger("chain.records", 1_000);
    private static final int ROUNDS_OF_TROUBLES = Math.max(1, CHANGES / 1_000);
    private static final int BATCH_SIZE = 100;
    private static final Duration LONGEST = Duration.ofMinutes(10);

    @TempDir
    private static Path folder;

    private static Kafka kafka;
    private static Azurite azurite;
    private static S3Proxy s3;
    private static S3Buckets buckets;

    private final AtomicInteger processes = new AtomicInteger();

    @BeforeAll
    static void start() throws Exception {
        FunctionZip.unpack(folder.resolve("zip"));
        kafka = Kafka.in(folder.resolve("kafka"));
        azurite = Azurite.inMemory(folder.resolve("azurite"));
        s3 = S3Proxy.inFrontOf(azurite, folder.resolve("s3proxy"));
        buckets = new S3Buckets(s3);
    }

    @AfterAll
    static void stop() {
        s3.close();
        azurite.close();
        kafka.close();
    }

    @ParameterizedTest(name = "partial answers: {0}")
    @ValueSource(booleans = {true, false})
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void everyChangeIsInTheLakeOnce(boolean partial) throws Exception {
        long seed = new Random().nextLong(1_000_000_000);
        Place place = buckets.newPlaceOfWorkers();
        List<Wave.Log> logs = ChainTraffic.logs(partial ? "partial-1" : "whole-1", seed, CHANGES);
        ChainTally tally = new ChainTally();
        try (KafkaTopics topics = new KafkaTopics(kafka.bootstrapServers())) {
            topics.send(logs);
            String group = "sluice-" + partial;
            run(topics, group, logs, place, partial, new Random(seed), tally);
            String run = "seed " + seed + ": " + tally;
            System.out.println(run);

            assertThat(topics.committed(group)).as(run).isEqualTo(ends(logs));
            Contents found = Contents.of(place.lake(), place.state());
            SourceOracle source = new SourceOracle(logs);
            assertThat(found.differencesFrom(Contents.undisturbedBatches(topics.batches(logs))))
                    .as(run)
                    .isEmpty();
            assertThat(found.changes()).as(run).isEqualTo(source.changes()).isNotEmpty();
            assertThat(found.control()).as(run).isEqualTo(source.control()).isNotEmpty();
            assertThat(found.quarantined()).as(run).isEqualTo(source.poison()).hasSameSizeAs(logs);
            assertThat(LakeCounts.byTableAndOperation(place.lake(), folder.resolve(group)))
                    .as(run)
                    .isEqualTo(counts(source));
        }
        assertThat(Event.values())
                .filteredOn(event -> tally.count(event) == 0)
                .as("what did not happen: " + tally)
                .isSubsetOf(
                        partial ? List.of(Event.COMMIT_REFUSED) : List.of(Event.COMMIT_REFUSED, Event.PARTIAL_ANSWER));
    }

    /** One poller begins, another one joins it and leaves, and the first comes to the end. */
    private void run(
            KafkaTopics topics,
            String group,
            List<Wave.Log> logs,
            Place place,
            boolean partial,
            Random random,
            ChainTally tally)
            throws Exception {
        long all = logs.stream().mapToLong(log -> log.records().size()).sum();
        List<String> names =
                logs.stream().map(log -> log.source().stream()).distinct().toList();
        MappingPoller.Setting setting = new MappingPoller.Setting(
                "arn:aws:kafka:eu-west-3:0:cluster/chain/1",
                kafka.bootstrapServers(),
                names,
                () -> BATCH_SIZE - random.nextInt(BATCH_SIZE / 2),
                partial);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (ChainTroubles firstTroubles = new ChainTroubles(s3.port(), tally, random, ROUNDS_OF_TROUBLES);
                ChainTroubles secondTroubles = new ChainTroubles(s3.port(), tally, random, 0);
                FunctionInstance first = instance(place, firstTroubles, partial, tally);
                FunctionInstance second = instance(place, secondTroubles, partial, tally)) {
            MappingPoller one = new MappingPoller("first", topics.consumer(consumer(group)), setting, first, tally);
            MappingPoller two = new MappingPoller("second", topics.consumer(consumer(group)), setting, second, tally);
            Future<Void> firstEnd = threads.submit(one);
            assertThat(tally.await(() -> tally.committed() > all / 5, LONGEST)).isTrue();
            Future<Void> secondEnd = threads.submit(two);
            assertThat(tally.await(() -> tally.recordsOf("second") > all / 10, LONGEST))
                    .isTrue();
            two.leave();
            secondEnd.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
            assertThat(tally.await(() -> tally.committed() == all, LONGEST)).isTrue();
            one.stop();
            firstEnd.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Map<String, Object> consumer(String group) {
        return Map.of("group.id", group, "heartbeat.interval.ms", 100, "max.partition.fetch.bytes", 64 << 10);
    }

    private FunctionInstance instance(Place place, ChainTroubles troubles, boolean partial, ChainTally tally) {
        Map<String, String> environment = new HashMap<>(place.environment());
        environment.put("SLUICE_LAKE", place.lakeUrl());
        environment.put("SLUICE_STATE", place.stateUrl());
        environment.put("SLUICE_PARTIAL_BATCH", Boolean.toString(partial));
        environment.put(S3Access.ENDPOINT, "http://127.0.0.1:" + troubles.port());
        environment.put("AWS_REGION", "us-east-1");
        return new FunctionInstance(
                () -> LambdaProcess.start(
                        folder.resolve("zip"),
                        KafkaHandler.class,
                        environment,
                        List.of(),
                        folder.resolve("function-" + processes.incrementAndGet() + ".log")),
                troubles,
                tally);
    }

    private static Map<TopicPartition, Long> ends(List<Wave.Log> logs) {
        return logs.stream().collect(Collectors.toMap(log -> KafkaTopics.partition(log.source()), log ->
                (long) log.records().size()));
    }

    /** By {@code table operation}. */
    private static Map<String, Integer> counts(SourceOracle source) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String change : source.changes()) {
            String place = change.substring(0, change.lastIndexOf(' ', change.lastIndexOf(' ') - 1));
            counts.merge(place.substring(0, place.lastIndexOf(' ')), 1, Integer::sum);
        }
        return counts;
    }
}
