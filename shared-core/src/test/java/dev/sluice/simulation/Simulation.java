package dev.sluice.simulation;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** One seed from its source to its verdict. */
public final class Simulation implements LongFunction<@Nullable String>, AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool(body -> {
        Thread thread = new Thread(body, "simulated");
        thread.setDaemon(true);
        return thread;
    });

    private final StoreCall.Listener calls;

    public Simulation() {
        this(call -> {});
    }

    /** @param calls hears of the calls that owners make of their stores */
    public Simulation(StoreCall.Listener calls) {
        this.calls = calls;
    }

    /** What is wrong with a seed; null if nothing is. */
    @Override
    public @Nullable String apply(long seed) {
        return play(seed, false).watch.violation();
    }

    /** What happened, ending with what is wrong. */
    public String story(long seed) {
        World world = play(seed, true);
        return world.story.text() + "\n\nseed " + seed + ": " + world.watch.violation();
    }

    private World play(long seed, boolean told) {
        World world = new World(seed, told, threads, calls);
        Director director = new Director(world);
        director.run();
        if (world.watch.violation() == null) {
            new Recovery(world, director.logs()).run();
        }
        if (world.watch.violation() == null) {
            new Verdict(world).judge(director.logs());
        }
        return world;
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
