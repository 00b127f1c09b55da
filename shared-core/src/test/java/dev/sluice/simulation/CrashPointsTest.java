package dev.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.simulation.Faults.Death;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every call of a reference run is the last one of its owner, before its effect and after it; and every two of them are. */
@Tag("slow")
class CrashPointsTest {
    /** In the names of the objects that the reference run leaves. */
    private static final List<String> FEATURES =
            List.of("db=d/", "db=shop/", "_control/", "quarantine/", "/split-", "/pair-");

    private static final int CALLS = 130;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdown();
    }

    /** The first seed that has everything and is short. */
    private long reference() {
        for (long seed = 0; ; seed++) {
            World world = CrashPoints.play(seed, Set.of(), false, threads);
            assertThat(world.watch.violation()).isNull();
            Set<String> objects = world.watch.objects.keySet();
            if (world.faults.calls() <= CALLS
                    && FEATURES.stream()
                            .allMatch(feature -> objects.stream().anyMatch(name -> name.contains(feature)))) {
                return seed;
            }
        }
    }

    @Test
    void whoeverDiesWhereverTheLakeIsTheSame() throws Exception {
        long seed = reference();
        int calls = CrashPoints.play(seed, Set.of(), false, threads).faults.calls();
        AtomicInteger next = new AtomicInteger();
        ExecutorService runners =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        List<Future<int[]>> running = new ArrayList<>();
        Callable<int[]> runner = () -> {
            int[] runs = new int[2];
            for (int point = next.getAndIncrement(); point < 2 * calls; point = next.getAndIncrement()) {
                Death first = new Death(point / 2, point % 2 == 1);
                check(seed, Set.of(first));
                runs[0]++;
                boolean reached = true;
                for (int second = first.call() + 1; reached; second++) {
                    for (boolean after : new boolean[] {false, true}) {
                        reached = check(seed, Set.of(first, new Death(second, after)));
                        runs[1] += reached ? 1 : 0;
                    }
                }
            }
            return runs;
        };
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            running.add(runners.submit(runner));
        }
        int singles = 0;
        int pairs = 0;
        for (Future<int[]> one : running) {
            singles += one.get()[0];
            pairs += one.get()[1];
        }
        runners.shutdown();
        System.out.printf("%d calls, %d crashes, %d pairs of crashes%n", calls, singles, pairs);
        assertThat(singles).isEqualTo(2 * calls).isGreaterThan(100);
        assertThat(pairs).isGreaterThan(calls * calls);
    }

    /** False if the run was over before all had died. */
    private boolean check(long seed, Set<Death> deaths) {
        World world = CrashPoints.play(seed, deaths, false, threads);
        if (world.watch.violation() != null) {
            World told = CrashPoints.play(seed, deaths, true, threads);
            throw new AssertionError(told.story.text() + "\n\n" + deaths + ": " + told.watch.violation());
        }
        return world.faults.haveStruck();
    }
}
