package dev.sluice.simulation;

import dev.sluice.simulation.Source.Log;
import dev.sluice.simulation.Source.Rec;
import dev.sluice.simulation.World.Batched;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Makes things happen: batches, in any cut and again, owners that die, jumps, healing, sweeps, new lives of the hub. */
final class Director {
    private static final int OWNERS = 3;
    /** Nobody deletes a hub and creates it again faster: longer than a cached ledger is believed. */
    private static final long NEW_LIFE = 30 * Scheduler.SECOND;

    private final World world;
    private final Random random;
    private final List<Host> hosts = new ArrayList<>();

    /** The platform's view of a partition. */
    private static final class Host {
        private final List<Log> lives;
        private final List<Batched> running = new ArrayList<>();
        private int life;
        private int checkpoint;
        private int start;
        private long opens;

        private Host(List<Log> lives) {
            this.lives = lives;
        }

        private Log log() {
            return lives.get(life);
        }

        private void settle() {
            running.removeIf(batched -> {
                boolean follows = batched.acknowledged
                        && batched.log == log()
                        && batched.records.get(0).offset()
                                <= log().records
                                        .get(Math.min(checkpoint, log().records.size() - 1))
                                        .offset();
                if (follows) {
                    Rec last = batched.records.get(batched.records.size() - 1);
                    checkpoint = Math.max(checkpoint, log().records.indexOf(last) + 1);
                }
                return batched.finished || batched.owner.isDead();
            });
        }

        private boolean isAtEnd() {
            return checkpoint >= log().records.size();
        }
    }

    Director(World world) {
        this.world = world;
        this.random = world.random;
        for (List<Log> lives : world.source.partitions) {
            Host host = new Host(lives);
            hosts.add(host);
            if (world.scenario.jumps() && random.nextInt(4) == 0) {
                host.checkpoint = random.nextInt(host.log().records.size());
                host.start = random.nextBoolean() ? host.checkpoint : 0;
            }
            if (world.scenario.lacking()) {
                host.log().records.stream()
                        .filter(rec -> random.nextInt(8) == 0)
                        .forEach(world.lacking::add);
            }
        }
    }

    /** The log that each partition has now. */
    List<Log> logs() {
        return hosts.stream().map(Host::log).toList();
    }

    void run() {
        int steps = 30 + random.nextInt(60);
        for (int step = 0; step < steps && world.watch.violation() == null; step++) {
            step();
            world.scheduler.pause(0);
            hosts.forEach(Host::settle);
            if (hosts.stream().allMatch(host -> host.isAtEnd() && host.life == host.lives.size() - 1)
                    && world.scheduler.isIdle()) {
                break;
            }
        }
        boolean killed = random.nextBoolean() || world.watch.violation() != null;
        if (killed) {
            List.copyOf(world.owners).forEach(world::kill);
        }
        world.scheduler.await(world.scheduler::isIdle);
        hosts.forEach(Host::settle);
    }

    /** An archive brings records again, of which somebody wants one table. */
    private void replayTable(Random chance) {
        Host host = hosts.get(chance.nextInt(hosts.size()));
        List<Rec> records = host.log().records;
        int first = chance.nextInt(Math.max(1, Math.min(host.checkpoint + 1, records.size())));
        List<Rec> some =
                new ArrayList<>(records.subList(first, Math.min(records.size(), first + 1 + chance.nextInt(5))));
        some.removeAll(world.lacking);
        if (!some.isEmpty() && !world.owners.isEmpty() && host.lives.size() == 1) {
            world.writeTable(
                    world.owners.get(chance.nextInt(world.owners.size())), host.log(), some, "t" + chance.nextInt(2));
        }
    }

    /** An archive brings records again, cut into stretches that several owners replay in any order. */
    private void replaySplit(Random chance) {
        Host host = hosts.get(chance.nextInt(hosts.size()));
        List<Rec> records = host.log().records;
        List<Integer> cuts = chance.ints(1 + chance.nextInt(3), 0, records.size())
                .distinct()
                .sorted()
                .boxed()
                .toList();
        world.split(
                owner(),
                host.log(),
                cuts.stream().map(cut -> records.get(cut).offset()).toList());
        if (chance.nextBoolean()) {
            world.scheduler.await(world.scheduler::isIdle);
        }
        List<List<Rec>> stretches = new ArrayList<>();
        for (int i = 0; i < cuts.size(); i++) {
            int end = i + 1 < cuts.size() ? cuts.get(i + 1) : Math.min(records.size(), cuts.get(i) + 4);
            stretches.add(new ArrayList<>(records.subList(cuts.get(i), end)));
        }
        Collections.shuffle(stretches, chance);
        for (List<Rec> stretch : stretches) {
            stretch.removeAll(world.lacking);
            if (!stretch.isEmpty() && chance.nextInt(4) > 0) {
                host.running.add(world.deliver(owner(), host.log(), stretch));
            }
        }
    }

    private void step() {
        if (world.ofSplits != null && world.ofSplits.nextInt(8) == 0) {
            replaySplit(world.ofSplits);
        }
        if (world.ofTables != null && world.ofTables.nextInt(6) == 0) {
            replayTable(world.ofTables);
        }
        Host host = hosts.get(random.nextInt(hosts.size()));
        int what = random.nextInt(100);
        if (what < 45) {
            live(host);
        } else if (what < 50) {
            if (!world.owners.isEmpty()) {
                world.kill(world.owners.get(random.nextInt(world.owners.size())));
            }
        } else if (what < 58) {
            pass();
        } else if (what < 62) {
            world.sweep(owner());
        } else if (what < 66 && world.scenario.jumps()) {
            giveUp(host);
        } else if (what < 76 && world.scenario.jumps()) {
            heal(host);
        } else if (what < 90 && world.scenario.lives()) {
            begin(host);
        }
    }

    private void pass() {
        long time = random.nextInt(3) > 0 ? random.nextInt(8_000) : random.nextInt(70_000);
        if (world.scheduler.isIdle() && random.nextInt(4) == 0) {
            time = random.nextInt(4) * 600_000L;
        }
        world.scheduler.pass(time * Scheduler.MILLI);
    }

    private Owner owner() {
        return world.owners.size() < OWNERS && (world.owners.isEmpty() || random.nextInt(3) == 0)
                ? world.newOwner()
                : world.owners.get(random.nextInt(world.owners.size()));
    }

    private void live(Host host) {
        List<Rec> records = host.log().records;
        if (world.scheduler.nanos() < host.opens) {
            world.scheduler.pass(NEW_LIFE / 3);
            return;
        }
        if (host.running.size() > 2 || (host.isAtEnd() && random.nextInt(6) > 0)) {
            return;
        }
        int first = Math.min(host.checkpoint, records.size() - 1);
        if (random.nextInt(4) == 0) {
            int lowest = world.scenario.jumps() ? 0 : host.start;
            first = lowest + random.nextInt(first - lowest + 1);
        }
        int last = Math.min(records.size(), first + 1 + random.nextInt(6));
        host.running.add(world.deliver(owner(), host.log(), records.subList(first, last)));
    }

    /** The platform goes on behind records that nobody has taken in. */
    private void giveUp(Host host) {
        int size = host.log().records.size();
        if (host.checkpoint < size - 1) {
            host.checkpoint += 1 + random.nextInt(Math.min(4, size - 1 - host.checkpoint));
            world.story.add("partition %d goes on at its record %d", host.log().partition, host.checkpoint);
        }
    }

    /** From an archive, which may lack some records. */
    private void heal(Host host) {
        List<Rec> records = host.log().records;
        int first = random.nextInt(Math.max(1, Math.min(host.checkpoint, records.size() - 1)));
        List<Rec> some =
                new ArrayList<>(records.subList(first, Math.min(records.size(), first + 1 + random.nextInt(5))));
        some.removeAll(world.lacking);
        if (!some.isEmpty() && host.running.size() <= 2) {
            host.running.add(world.deliver(owner(), host.log(), some));
        }
    }

    /** The hub is created anew, when all of its old log was taken in. Nobody hands in the old log after that. */
    private void begin(Host host) {
        if (host.life + 1 < host.lives.size() && host.isAtEnd()) {
            host.running.stream()
                    .filter(batched -> !batched.finished && !batched.hasBegun())
                    .map(batched -> batched.owner)
                    .distinct()
                    .filter(owner -> !owner.isDead())
                    .toList()
                    .forEach(world::kill);
            host.life++;
            host.checkpoint = 0;
            host.opens = world.scheduler.nanos() + NEW_LIFE;
            world.story.add("partition %d begins a new life", host.log().partition);
        }
    }
}
