package dev.sluice.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Lets one thread run at a time. Whoever runs gives the turn away at each storage call and each sleep; the seed says who
 * goes on. Time is virtual: it passes with each call, and leaps when everybody waits.
 */
final class Scheduler {
    static final long MILLI = 1_000_000;
    static final long SECOND = 1000 * MILLI;
    private static final long NEVER = Long.MAX_VALUE;
    /** Of 100 turns, those that are kept. */
    private static final int KEPT_TURNS = 70;

    private final Random random;
    private final Executor threads;
    private final List<Actor> actors = new ArrayList<>();
    private final PriorityQueue<Due> later =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::number));
    private final Actor director = new Actor("director", () -> false);
    private Actor running = director;
    private long nanos;
    private long numbers;
    private boolean stuck;

    /** The process of some threads. */
    interface Life {
        /** True when it died; its threads are run to their end before all others. */
        boolean isDead();
    }

    /** Something that a thread does. */
    private static final class Actor {
        private final String name;
        private final Life life;
        private final Semaphore turn = new Semaphore(0);
        private BooleanSupplier condition = Scheduler::always;
        private long until;
        private long latest = NEVER;
        private boolean alone;

        private Actor(String name, Life life) {
            this.name = name;
            this.life = life;
        }
    }

    private record Due(long at, long number, Runnable effect) {}

    Scheduler(Random random, Executor threads) {
        this.random = random;
        this.threads = threads;
        actors.add(director);
    }

    long nanos() {
        return nanos;
    }

    String running() {
        return running.name;
    }

    /** True when something runs whose name begins so, beside the one that asks. */
    boolean runs(String name) {
        return actors.stream().anyMatch(actor -> actor != running && actor.name.startsWith(name));
    }

    /** True when nobody but the director is left. */
    boolean isIdle() {
        return actors.size() == 1;
    }

    /**
     * Begins something new.
     *
     * @param life of its process
     * @param body throws nothing
     */
    void spawn(String name, Life life, Runnable body) {
        Actor actor = new Actor(name, life);
        actors.add(actor);
        threads.execute(() -> {
            actor.turn.acquireUninterruptibly();
            body.run();
            actors.remove(actor);
            give(choose());
        });
    }

    /** Gives the turn away for at least this time. */
    void pause(long atLeast) {
        pause(atLeast, NEVER);
    }

    /** Gives the turn away, and has it again before time goes on by more than {@code within}. */
    void pause(long atLeast, long within) {
        Actor me = running;
        me.latest = within == NEVER ? NEVER : nanos + within;
        me.until = Math.min(nanos + atLeast, me.latest);
        take(me);
        me.latest = NEVER;
        me.until = 0;
    }

    /** Gives the turn away to others than those of the same process: they may need a lock that this one holds. */
    void pauseAlone(long atLeast) {
        Actor me = running;
        me.alone = true;
        pause(atLeast);
        me.alone = false;
    }

    /** Waits until something is so. */
    void await(BooleanSupplier condition) {
        if (!condition.getAsBoolean()) {
            Actor me = running;
            me.condition = condition;
            take(me);
            me.condition = Scheduler::always;
        }
    }

    /** Lets something happen later, whoever runs then. */
    void later(long delay, Runnable effect) {
        later.add(new Due(nanos + delay, numbers++, effect));
    }

    /** Lets time pass, but not beyond what somebody has to do before. */
    void pass(long time) {
        long to = nanos + time;
        for (Actor actor : actors) {
            to = Math.min(to, Math.max(nanos, actor.latest));
        }
        while (!later.isEmpty() && later.peek().at <= to) {
            Due due = later.remove();
            nanos = Math.max(nanos, due.at);
            due.effect.run();
        }
        nanos = Math.max(nanos, to);
    }

    private void take(Actor me) {
        Actor next = choose();
        if (next != me) {
            give(next);
            if (me == director) {
                awaitDirector();
            } else {
                me.turn.acquireUninterruptibly();
            }
        }
        if (stuck) {
            throw new IllegalStateException("everybody waits for ever: "
                    + actors.stream().map(actor -> actor.name).toList());
        }
    }

    private void awaitDirector() {
        try {
            if (!director.turn.tryAcquire(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException(running.name + " has the turn and does not give it away");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void give(Actor next) {
        running = next;
        next.turn.release();
    }

    private static boolean always() {
        return true;
    }

    private boolean isShutOut(Actor one) {
        return actors.stream().anyMatch(other -> other != one && other.alone && other.life == one.life);
    }

    private Actor choose() {
        while (true) {
            for (Actor actor : actors) {
                boolean dies = actor.life.isDead() && actor.condition.getAsBoolean() && !isShutOut(actor);
                if (dies || actor.latest <= nanos) {
                    return actor;
                }
            }
            List<Actor> ready = new ArrayList<>();
            long next = later.isEmpty() ? NEVER : later.peek().at;
            for (Actor actor : actors) {
                if (actor.condition.getAsBoolean() && !isShutOut(actor)) {
                    if (actor.until <= nanos) {
                        ready.add(actor);
                    } else {
                        next = Math.min(next, actor.until);
                    }
                }
            }
            if (running != director && ready.contains(running) && random.nextInt(100) < KEPT_TURNS) {
                return running;
            }
            if (!ready.isEmpty()) {
                return ready.get(random.nextInt(ready.size()));
            }
            if (next == NEVER) {
                stuck = true;
                return director;
            }
            pass(next - nanos);
        }
    }
}
