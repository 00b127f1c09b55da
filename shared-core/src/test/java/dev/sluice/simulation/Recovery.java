package dev.sluice.simulation;

import dev.sluice.simulation.Source.Log;
import dev.sluice.simulation.Source.Rec;
import dev.sluice.simulation.World.Batched;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** What makes every lake right in the end: all records are given again until they are taken, and sweeps go over the rest. */
final class Recovery {
    private static final int TRIES = 16;

    private final World world;
    private final Random random;
    private final List<Log> logs;

    Recovery(World world, List<Log> logs) {
        this.world = world;
        this.random = world.random;
        this.logs = logs;
    }

    void run() {
        world.faults.end();
        world.story.add("recovery");
        Owner owner = world.newOwner();
        List<Log> shuffled = new ArrayList<>(logs);
        Collections.shuffle(shuffled, random);
        for (Log log : shuffled) {
            for (List<Rec> piece : pieces(log)) {
                piece.removeIf(rec -> world.lacking.contains(rec) && !world.watch.acknowledged.contains(rec));
                give(owner, log, piece);
            }
        }
        Set<String> objects = new TreeSet<>(world.watch.objects.keySet());
        Owner other = world.newOwner();
        for (Log log : shuffled) {
            give(
                    other,
                    log,
                    log.records.stream()
                            .filter(world.watch.acknowledged::contains)
                            .toList());
        }
        if (!objects.equals(world.watch.objects.keySet())) {
            Set<String> more = new TreeSet<>(world.watch.objects.keySet());
            more.removeAll(objects);
            world.watch.violated("records that were all acknowledged became more objects: " + more);
        }
        sweep(other, 0);
        sweep(other, 11 * 60);
        sweep(other, 7 * 3600);
        sweep(other, 0);
    }

    /** In their order; after jumps in any order, as an archive may bring them. */
    private List<List<Rec>> pieces(Log log) {
        List<List<Rec>> pieces = new ArrayList<>();
        for (int from = 0; from < log.records.size(); ) {
            int to = Math.min(log.records.size(), from + 1 + random.nextInt(5));
            pieces.add(new ArrayList<>(log.records.subList(from, to)));
            from = to;
        }
        if (world.scenario.jumps()) {
            Collections.shuffle(pieces, random);
        }
        return pieces;
    }

    private void give(Owner owner, Log log, List<Rec> records) {
        for (int tries = 0; !records.isEmpty() && world.watch.violation() == null; tries++) {
            Batched batched = world.deliver(owner, log, records);
            world.scheduler.await(world.scheduler::isIdle);
            if (batched.acknowledged) {
                return;
            }
            if (tries > TRIES) {
                world.watch.violated("nothing stands in the way of " + records + ", and they are not taken in");
            }
            world.scheduler.pass(20 * Scheduler.SECOND);
        }
    }

    private void sweep(Owner owner, long seconds) {
        if (world.watch.violation() == null) {
            world.scheduler.pass(seconds * Scheduler.SECOND);
            world.sweep(owner);
            world.scheduler.await(world.scheduler::isIdle);
        }
    }
}
