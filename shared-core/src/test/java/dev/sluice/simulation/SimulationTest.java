package dev.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Every seed is a world of its own: traffic, cuts, owners beside each other that stall and die, stores that fail on both
 * sides of the effect, jumps, rewinds, hubs that are created anew, sweeps. In the end the lake is what the source told, each
 * line once. Many more seeds than these: {@code -Dsimulation.seeds=1000000 -Dsimulation.from=20000}.
 */
class SimulationTest {
    private static final long SEEDS = Long.getLong("simulation.seeds", 20_000);
    private static final long FROM = Long.getLong("simulation.from", 0);

    @Test
    void everySeedMakesTheLakeThatTheSourceTold() throws Exception {
        AtomicLong next = new AtomicLong(FROM);
        AtomicLong failed = new AtomicLong(Long.MAX_VALUE);
        int processors = Runtime.getRuntime().availableProcessors();
        ExecutorService runners = Executors.newFixedThreadPool(processors);
        try (Simulation simulation = new Simulation()) {
            Callable<Long> runner = () -> {
                long done = 0;
                for (long seed = next.getAndIncrement();
                        seed < FROM + SEEDS && failed.get() == Long.MAX_VALUE;
                        seed = next.getAndIncrement()) {
                    if (simulation.apply(seed) != null) {
                        failed.accumulateAndGet(seed, Math::min);
                    }
                    done++;
                }
                return done;
            };
            List<Future<Long>> running = new ArrayList<>();
            for (int i = 0; i < processors; i++) {
                running.add(runners.submit(runner));
            }
            long done = 0;
            for (Future<Long> one : running) {
                done += one.get();
            }
            if (failed.get() < Long.MAX_VALUE) {
                throw new AssertionError(
                        simulation.story(failed.get()) + "\n\nAgain: mvn -q -Dquick test -pl shared-core"
                                + " -am -Dtest=SimulationTest -Dsimulation.seeds=1"
                                + " -Dsimulation.from=" + failed.get());
            }
            assertThat(done).isEqualTo(SEEDS);
        } finally {
            runners.shutdownNow();
        }
    }
}
