package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.FunctionZip;
import dev.sluice.killed.Contents;
import dev.sluice.killed.SourceOracle;
import dev.sluice.killed.Wave;
import dev.sluice.servers.Azurite;
import dev.sluice.servers.FaultProxy;
import dev.sluice.servers.FaultProxy.Fault;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreUrl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two instances of the deployed zip get all records of sixteen partitions at once, in any cut, some of them twice and some of
 * them both at the same time, while the way to the store loses, delays, refuses and swallows requests. What fails is given
 * again, as the retry policy does. The lake has to be what it would be if nothing had happened.
 */
class ThousandBatchesIT {
    private static final int WAVES = 4;
    private static final int LONGEST_BATCH = 9;
    private static final int MOST_TRIES = 20;
    private static final Fault HANG = new Fault.Hang();
    private static final Fault ANSWER_HANGS = new Fault.AnswerHangs();
    /** How the store's call ends if none of its tries is answered. */
    private static final String OUT_OF_TIME = "given up after 3 tries";

    @TempDir
    private Path folder;

    private final AtomicInteger batches = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger outOfTime = new AtomicInteger();

    private static Fault fault(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> new Fault.RequestLost();
            case 1 -> new Fault.AnswerLost();
            case 2 -> new Fault.AnswerCut();
            case 3 -> new Fault.Answer(503, List.of(), "");
            case 4 -> new Fault.Answer(429, List.of("Retry-After: 1"), "");
            // Nothing that a second try would mend.
            default -> new Fault.Answer(403, List.of("x-ms-error-code: AuthorizationFailure"), "");
        };
    }

    /**
     * A write of each partition meets a half-open connection; one partition's meet them until the store's call is out of
     * time. All limits are those of what is deployed: the other partitions go on meanwhile, so waiting costs little.
     */
    private static void planHalfOpen(List<Wave.Log> logs, FaultProxy proxy, Random random) {
        // A call takes three; if two owners share five, one of them meets three.
        proxy.plan("PUT .*ledger" + names(logs.get(0)), HANG, HANG, HANG, HANG, HANG);
        for (Wave.Log log : logs) {
            for (int pass = random.nextInt(40); pass > 0; pass--) {
                proxy.plan("PUT .*" + names(log), new Fault.Pass());
            }
            proxy.plan("PUT .*" + names(log), log.source().partition() == 0 ? HANG : ANSWER_HANGS);
        }
    }

    /** In the path of its ledger, and of its objects; the SDK sends slashes encoded. */
    private static String names(Wave.Log log) {
        return "%2F" + log.source().stream() + "(?:%2F|-)" + log.source().partition() + "\\D";
    }

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void twoInstancesBehindABadNetworkMakeTheLakeThatTheSourceTold() throws Exception {
        FunctionZip.unpack(folder.resolve("zip"));
        long seed = new Random().nextInt(1_000_000);
        List<Wave.Log> logs = IntStream.range(0, WAVES)
                .mapToObj(number -> new Wave(seed, number))
                .flatMap(wave -> wave.logs().stream())
                .toList();
        try (Azurite azurite = Azurite.inMemory(folder.resolve("azurite"));
                FaultProxy proxy = new FaultProxy(azurite.port())) {
            BlobContainers containers = new BlobContainers(azurite);
            String container = containers.newPlace().container();
            String url = azurite.endpoint(proxy.port()) + "/" + container;
            Map<String, String> settings = Map.of(
                    "SLUICE_LAKE",
                    url + "/lake",
                    "SLUICE_STATE",
                    url + "/state",
                    "SLUICE_KAFKA_CLUSTER",
                    "broker",
                    "SLUICE_KAFKA_BROKER_TIMES",
                    "true",
                    BlobAccess.KEY,
                    azurite.key());
            try (ZipProcess one =
                            ZipProcess.start(folder.resolve("zip"), settings, List.of(), folder.resolve("one.log"));
                    ZipProcess two =
                            ZipProcess.start(folder.resolve("zip"), settings, List.of(), folder.resolve("two.log"))) {
                planHalfOpen(logs, proxy, new Random(seed));
                feedAll(logs, List.of(one, two), proxy, seed);
            }
            System.out.println("seed " + seed + ": " + batches + " batches, of which " + failures
                    + " were given again, " + outOfTime + " of them out of time, "
                    + proxy.requests().size() + " requests, "
                    + proxy.givenUp().size() + " without an answer");

            Contents found = Contents.of(
                    store(containers, azurite, container, "lake"), store(containers, azurite, container, "state"));
            SourceOracle source = new SourceOracle(logs);
            String run = "seed " + seed;
            assertThat(found.differencesFrom(Contents.undisturbed(logs)))
                    .as(run)
                    .isEmpty();
            assertThat(found.changes()).as(run).isEqualTo(source.changes());
            assertThat(found.control()).as(run).isEqualTo(source.control()).isNotEmpty();
            assertThat(found.quarantined()).as(run).isEqualTo(source.poison()).isNotEmpty();
            assertThat(batches.get()).isGreaterThanOrEqualTo(1000);
            assertThat(failures.get()).as("what a bad network makes of calls").isPositive();
            assertThat(proxy.givenUp()).as(run).contains(HANG, ANSWER_HANGS);
            assertThat(outOfTime.get()).as(run).isPositive();
        }
    }

    private static ObjectStore store(BlobContainers containers, Azurite azurite, String container, String prefix) {
        return containers.open(
                (StoreUrl.Azure) StoreUrl.parse(azurite.endpoint() + "/" + container + "/" + prefix, Path.of("/")));
    }

    private void feedAll(List<Wave.Log> logs, List<ZipProcess> instances, FaultProxy proxy, long seed)
            throws Exception {
        ExecutorService drivers = Executors.newFixedThreadPool(logs.size());
        List<Future<Void>> feeds = new ArrayList<>();
        for (Wave.Log log : logs) {
            Random random = new Random(seed + feeds.size());
            feeds.add(drivers.submit(() -> {
                feed(log, instances, proxy, random);
                return null;
            }));
        }
        try {
            for (Future<Void> feed : feeds) {
                feed.get();
            }
        } finally {
            drivers.shutdownNow();
        }
    }

    private void feed(Wave.Log log, List<ZipProcess> instances, FaultProxy proxy, Random random) throws Exception {
        HostFeed feed = new HostFeed(log);
        int through = 0;
        int tries = 0;
        while (through < log.records().size()) {
            int back = random.nextInt(8) == 0 ? random.nextInt(LONGEST_BATCH) : 0;
            int from = Math.max(0, through - back);
            int to = Math.min(log.records().size(), through + 1 + random.nextInt(LONGEST_BATCH));
            if (random.nextInt(10) == 0) {
                proxy.plan("(?:PUT|GET) ", fault(random));
            }
            List<CompletableFuture<String>> calls = new ArrayList<>();
            int first = random.nextInt(instances.size());
            int owners = random.nextInt(10) == 0 ? 2 : 1;
            for (int owner = 0; owner < owners; owner++) {
                calls.add(
                        instances.get((first + owner) % instances.size()).begin(feed.function(), feed.call(from, to)));
            }
            batches.addAndGet(calls.size());
            boolean acknowledged = false;
            for (CompletableFuture<String> call : calls) {
                String failure = call.get(4, TimeUnit.MINUTES);
                if (!failure.isEmpty()) {
                    assertThat(failure).startsWith("java.io.IOException: ");
                    failures.incrementAndGet();
                    outOfTime.addAndGet(failure.contains(OUT_OF_TIME) ? 1 : 0);
                }
                acknowledged |= failure.isEmpty();
            }
            through = acknowledged ? to : through;
            tries = acknowledged ? 0 : tries + 1;
            assertThat(tries).isLessThan(MOST_TRIES);
        }
    }
}
