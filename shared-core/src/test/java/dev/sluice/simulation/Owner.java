package dev.sluice.simulation;

import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.StreamPartition;
import dev.sluice.lake.Time;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A process with the shipped pipeline in it. It has its own view of the ledger and its own wall clock, and may die. */
final class Owner implements Scheduler.Life {
    /** The process is dead; nothing of it goes on. */
    static final class Died extends Error {
        private static final long serialVersionUID = 1;

        Died() {
            super("died", null, false, false);
        }
    }

    private final String name;
    private final Scheduler scheduler;
    private final Settings settings;
    private final Duration patience;
    private final long ahead;
    private final ObjectStore lake;
    private final ObjectStore state;
    private @Nullable LakeWriter writer;
    private boolean dead;

    /**
     * A process that has just started.
     *
     * @param ahead milliseconds by which its wall clock is ahead of the store's
     * @param patience how long it may wait in one call
     */
    Owner(String name, World world, Settings settings, long ahead, Duration patience) {
        this.name = name;
        this.scheduler = world.scheduler;
        this.settings = settings;
        this.ahead = ahead;
        this.patience = patience;
        this.lake = new SimulatedStore(this, World.LAKE, world.lake, world);
        this.state = new SimulatedStore(this, World.STATE, world.state, world);
    }

    String name() {
        return name;
    }

    @Override
    public boolean isDead() {
        return dead;
    }

    void die() {
        dead = true;
    }

    void requireAlive() {
        if (dead) {
            throw new Died();
        }
    }

    /** Something that it does, beside what else it does. */
    interface Work {
        void run() throws IOException;
    }

    void begin(String what, Work work, Consumer<Throwable> failed) {
        scheduler.spawn(name + what, this, () -> {
            try {
                work.run();
            } catch (IOException | RuntimeException | Error e) {
                failed.accept(e);
            }
            if (!dead && scheduler.runs(name + what + "/")) {
                failed.accept(new IllegalStateException("over, and a put that it began is not"));
            }
        });
    }

    ChangePipeline pipeline() throws IOException {
        return new ChangePipeline(settings, writer(), state);
    }

    void sweep(Instant now) throws IOException {
        new Sweep(settings, writer(), state).run(now);
    }

    void split(StreamPartition source, List<Long> starts) throws IOException {
        writer().split(source, settings.rules(source.stream()), 0, starts);
    }

    private LakeWriter writer() throws IOException {
        if (writer == null) {
            writer = LakeWriter.open(lake, state, settings.layout(), new Clock(), patience);
            runPutsInTurns(writer);
        }
        return writer;
    }

    /** The threads of the shipped pool would run as they like. */
    private void runPutsInTurns(LakeWriter opened) {
        try {
            Field puts = LakeWriter.class.getDeclaredField("puts");
            puts.setAccessible(true);
            puts.set(opened, new SimulatedPuts(scheduler, this));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a writer runs its puts in another way now", e);
        }
    }

    private final class Clock implements Time {
        @Override
        public long millis() {
            return World.START + ahead + scheduler.nanos() / Scheduler.MILLI;
        }

        @Override
        public long nanos() {
            return scheduler.nanos();
        }

        @Override
        public void sleep(Duration duration) {
            scheduler.pause(duration.toNanos());
            requireAlive();
        }
    }
}
