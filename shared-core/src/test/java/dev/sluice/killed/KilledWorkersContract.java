package dev.sluice.killed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import dev.sluice.pipeline.Sweep.Fate;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes feed the same partitions into one lake, and are killed (SIGKILL) again and again in the middle of it.
 * Then one of them comes to the end, and the lake has to be what it would be if nothing had happened.
 * {@code -Dkilled.seconds} says for how long they are killed.
 */
public abstract class KilledWorkersContract {
    private static final int OWNERS = 2;
    private static final int LONGEST_LIFE = 400;
    private static final long LONGEST_DELAY_NANOS = 10_000_000;

    @TempDir
    private Path folder;

    /** Two empty stores. */
    protected abstract Place newPlace() throws Exception;

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void nothingIsLostAndNothingIsThereTwice() throws Exception {
        Place place = newPlace();
        long seed = new Random().nextLong(1_000_000_000);
        Tally tally = new Tally();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("killed.seconds", 10));
        killAgainAndAgain(place, seed, tally, end);
        System.out.println("seed " + seed + ": " + tally);
        int lastWave = tally.lastBegun();
        recover(place, seed, tally, lastWave);
        sweep(place.lake(), place.state());

        List<Wave.Log> logs = IntStream.rangeClosed(0, lastWave)
                .mapToObj(number -> new Wave(seed, number))
                .flatMap(wave -> wave.logs().stream())
                .toList();
        Contents found = Contents.of(place.lake(), place.state());
        SourceOracle source = new SourceOracle(logs);
        String run = "seed " + seed;
        assertThat(found.differencesFrom(Contents.undisturbed(logs))).as(run).isEmpty();
        assertThat(found.changes()).as(run).isEqualTo(source.changes());
        assertThat(found.control()).as(run).isEqualTo(source.control()).isNotEmpty();
        assertThat(found.quarantined()).as(run).isEqualTo(source.poison()).isNotEmpty();
    }

    private void killAgainAndAgain(Place place, long seed, Tally tally, long end) throws Exception {
        ExecutorService owners = Executors.newFixedThreadPool(OWNERS, task -> {
            Thread thread = new Thread(task, "owner");
            thread.setDaemon(true);
            return thread;
        });
        List<Future<Void>> lives = new ArrayList<>();
        for (int owner = 0; owner < OWNERS; owner++) {
            Path errors = folder.resolve("owner-" + owner + ".err");
            Callable<Void> life = () -> {
                Random random = new Random();
                while (System.nanoTime() < end || !tally.isEnough()) {
                    int first = Math.max(0, tally.firstOpen() - (random.nextInt(5) == 0 ? 1 : 0));
                    try (WorkerProcess worker = WorkerProcess.start(place, seed, first, Integer.MAX_VALUE, errors)) {
                        worker.live(tally, 1 + random.nextInt(LONGEST_LIFE), random.nextLong(LONGEST_DELAY_NANOS));
                    }
                }
                return null;
            };
            lives.add(owners.submit(life));
        }
        try {
            for (Future<Void> life : lives) {
                life.get();
            }
        } finally {
            owners.shutdownNow();
        }
    }

    /** From where the logs were acknowledged by whoever was furthest: what stands in front of that must not need it. */
    private void recover(Place place, long seed, Tally tally, int lastWave) throws Exception {
        int failures = tally.failures().size();
        Path errors = folder.resolve("recovery.err");
        try (WorkerProcess worker = WorkerProcess.start(place, seed, tally.firstOpen(), lastWave, errors)) {
            assertThat(worker.live(tally, Integer.MAX_VALUE, 0)).isFalse();
        }
        assertThat(tally.failures().subList(failures, tally.failures().size())).isEmpty();
        assertThat(tally.firstOpen()).isEqualTo(lastWave + 1);
    }

    /**
     * What is parked is in the lake, once nothing may come any more: until then a first half of an update waits although
     * another owner, who got both at once, wrote it. Days later nothing is parked.
     */
    private static void sweep(ObjectStore lake, ObjectStore state) throws IOException {
        try (LakeWriter writer = LakeWriter.open(lake, state, Settings.DEFAULT.layout())) {
            Sweep sweep = new Sweep(Settings.DEFAULT, writer, state);
            Instant now = Instant.now();
            assertThat(fates(sweep, now)).isSubsetOf(Fate.FINISHED, Fate.COMPLETED, Fate.WAITING);
            assertThat(fates(sweep, now.plus(Duration.ofHours(2))))
                    .isNotEmpty()
                    .isSubsetOf(Fate.FINISHED, Fate.COMPLETED);
            assertThat(fates(sweep, now.plus(Duration.ofDays(3)))).containsExactly(Fate.REMOVED);
            assertThat(state.listAll("parked/")).isEmpty();
            assertThat(state.listAll("pairs/")).isEmpty();
        }
    }

    private static Set<Fate> fates(Sweep sweep, Instant now) throws IOException {
        return sweep.run(now).stream().map(Sweep.Item::fate).collect(Collectors.toCollection(TreeSet::new));
    }
}
