package dev.sluice.simulation;

import dev.sluice.simulation.Faults.Death;
import dev.sluice.simulation.Source.Log;
import dev.sluice.simulation.Source.Rec;
import dev.sluice.simulation.World.Batched;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A reference run: two partitions, a batch that is given up, its healing, batches in other cuts, sweeps. One owner at a
 * time; whoever dies is replaced, and the next one is given the same again.
 */
final class CrashPoints {
    private static final Scenario SCENARIO = new Scenario(2, 4, 1, 2, true, false, false, false, false, false, false);
    private static final int TRIES = 8;

    private final World world;
    private @Nullable Owner owner;

    private CrashPoints(World world) {
        this.world = world;
    }

    /** The run with these deaths, recovered and judged. */
    static World play(long seed, Set<Death> deaths, boolean told, Executor threads) {
        World world = new World(seed, SCENARIO, Faults.planned(deaths), told, threads);
        new CrashPoints(world).run();
        if (world.watch.violation() == null) {
            List<Log> logs =
                    world.source.partitions.stream().map(lives -> lives.get(0)).toList();
            new Recovery(world, logs).run();
            new Verdict(world).judge(logs);
        }
        return world;
    }

    private void run() {
        List<List<List<Rec>>> cuts = new ArrayList<>();
        for (List<Log> lives : world.source.partitions) {
            List<Rec> records = lives.get(0).records;
            int third = Math.max(1, records.size() / 3);
            int size = records.size();
            cuts.add(List.of(
                    records.subList(0, third),
                    records.subList(Math.min(2 * third, size - 1), size), // what is between was given up
                    records.subList(Math.max(0, third - 1), size))); // it comes after all, in another cut
        }
        for (int batch = 0; batch < 3; batch++) {
            for (List<List<Rec>> cut : cuts) {
                give(cut.get(batch));
            }
            sweep();
        }
    }

    private Owner owner() {
        if (owner == null || owner.isDead()) {
            owner = world.newOwner();
        }
        return owner;
    }

    private void give(List<Rec> records) {
        for (int tries = 0; tries < TRIES && world.watch.violation() == null; tries++) {
            Batched batched = world.deliver(owner(), records.get(0).log(), records);
            world.scheduler.await(world.scheduler::isIdle);
            if (batched.acknowledged) {
                return;
            }
            world.scheduler.pass(20 * Scheduler.SECOND);
        }
        world.watch.violated(records + " are not taken in");
    }

    private void sweep() {
        Owner sweeper = owner();
        world.sweep(sweeper);
        world.scheduler.await(world.scheduler::isIdle);
        if (sweeper.isDead()) {
            world.sweep(owner());
            world.scheduler.await(world.scheduler::isIdle);
        }
    }
}
