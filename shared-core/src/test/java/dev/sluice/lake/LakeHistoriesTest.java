package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.Line;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Batches cut anywhere and delivered again, owners that get in each other's way at any store call, failures before and
 * after the effect, processes that die: the lake is the one that a single clean delivery makes, and at every moment no
 * event is in it twice and everything acknowledged is. With jumps too: a host that gives a batch up goes on behind it, and
 * what it left out is delivered much later.
 */
class LakeHistoriesTest {
    /** A process that dies in a store call. */
    private static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** A partition's log, and the lake it shall become. */
    private static final class World {
        final Random random;
        final List<Delivery> log = new ArrayList<>();
        final MemoryObjectStore lake = new MemoryObjectStore();
        final MemoryObjectStore state = new MemoryObjectStore();
        final VirtualTime time = new VirtualTime();
        final Map<String, List<String>> expected;
        final Set<Long> done = new HashSet<>();
        final boolean jumps;
        int acknowledged = -1;

        World(long seed) throws IOException {
            this(seed, false);
        }

        /** @param jumps batches are given up */
        World(long seed, boolean jumps) throws IOException {
            this.jumps = jumps;
            random = new Random(seed);
            int records = 3 + random.nextInt(14);
            for (int offset = 0; offset < records; offset++) {
                log.add(new Delivery(offset, body(offset), random.nextInt(4) == 0 ? null : time(offset)));
            }
            MemoryObjectStore cleanLake = new MemoryObjectStore();
            MemoryObjectStore cleanState = new MemoryObjectStore();
            try (LakeFixture clean = new LakeFixture(cleanLake, cleanState)) {
                clean.process(log);
            }
            expected = all(cleanLake, cleanState);
        }

        private static long time(int offset) {
            return LakeFixture.BROKER_TIME + offset * 20_000_000L;
        }

        private @Nullable Slice body(int offset) {
            return switch (random.nextInt(12)) {
                case 0 -> null;
                case 1 -> Slice.of("not json " + offset);
                case 2 -> Slice.of("[" + event(offset, 0) + "," + event(offset, 1) + ",7," + event(offset, 2) + "]");
                case 3 ->
                    Slice.of(CesMessage.update()
                            .logicalId("key" + offset)
                            .table("d", "s", "t" + random.nextInt(3))
                            .column("Id", "int")
                            .key("Id", "2")
                            .old("{\"Id\":\"1\"}")
                            .current("{\"Id\":\"2\"}")
                            .text());
                default -> Slice.of(event(offset, 0));
            };
        }

        private String event(int offset, int item) {
            return CesMessage.insert()
                    .logicalId(offset + "." + item)
                    .table("d", "s", "t" + random.nextInt(3))
                    .commitTime("2026-05-0" + (1 + random.nextInt(2)) + "T00:00:00Z")
                    .column("Id", "int")
                    .current("{\"Id\":\"" + offset + "\"}")
                    .text();
        }

        static Map<String, List<String>> all(ObjectStore lake, ObjectStore state) {
            Map<String, List<String>> all = new TreeMap<>(LakeFixture.folders(lake, "db="));
            all.putAll(LakeFixture.folders(state, "quarantine/"));
            return all;
        }

        /** Where a batch may begin: behind what is acknowledged, or anywhere before. */
        synchronized int start() {
            if (jumps && random.nextInt(6) == 0) {
                acknowledged = Math.min(log.size() - 2, acknowledged + 1 + random.nextInt(4));
            }
            int next = acknowledged + 1;
            return Math.min(log.size() - 1, random.nextInt(3) == 0 ? random.nextInt(next + 1) : next);
        }

        synchronized void acknowledge(int first, int last) {
            acknowledged = Math.max(acknowledged, last);
            for (long offset = first; offset <= last; offset++) {
                done.add(offset);
            }
        }

        void check() {
            Map<String, List<String>> now = all(lake, state);
            now.forEach((folder, lines) -> {
                Set<String> once = new HashSet<>(lines);
                assertThat(once).as("no line twice in %s", folder).hasSize(lines.size());
                assertThat(expected.getOrDefault(folder, List.of())).as(folder).containsAll(lines);
            });
            expected.forEach((folder, lines) -> assertThat(now.getOrDefault(folder, List.of()))
                    .as("acknowledged up to %s", acknowledged)
                    .containsAll(lines.stream()
                            .filter(line -> done.contains(offset(line)))
                            .toList()));
        }

        private static long offset(String line) {
            Line parsed = new Line(line);
            return Long.parseLong(line.startsWith("{\"code\"") ? parsed.raw("offset") : parsed.raw("source", "offset"));
        }
    }

    /** Somebody who was given the partition; keeps its writer until it dies. */
    private static final class Owner {
        private final World world;
        private final List<Owner> others;
        private @Nullable LakeFixture fixture;
        private int callsToFault = -1;
        private int callsToOther = -1;
        private boolean after;
        private boolean dies;
        private int depth;
        private boolean busy;

        Owner(World world, List<Owner> others) {
            this.world = world;
            this.others = others;
        }

        /** Gives it a batch that begins at or before the first record not yet acknowledged. */
        void deliver(int nesting) throws IOException {
            Random random = world.random;
            int first = world.start();
            int last = Math.min(world.log.size() - 1, first + random.nextInt(6));
            depth = nesting;
            busy = true;
            callsToFault = random.nextInt(2) == 0 ? random.nextInt(14) : -1;
            callsToOther = nesting > 0 && random.nextInt(2) == 0 ? random.nextInt(10) : -1;
            after = random.nextBoolean();
            dies = random.nextBoolean();
            try {
                if (fixture == null) {
                    fixture = new LakeFixture(Settings.DEFAULT, store(world.lake), store(world.state), new OwnTime());
                }
                fixture.process(world.log.subList(first, last + 1));
                world.acknowledge(first, last);
            } catch (Died e) {
                close();
            } catch (IOException e) {
                assertThat(e.getMessage())
                        .matches("store|.*got another shape meanwhile.*|interrupted while waiting .*");
                Thread.interrupted();
            }
            callsToFault = -1;
            callsToOther = -1;
            busy = false;
        }

        /** Nobody waits for long while another's request is under way, for no store holds one back for a minute. */
        private final class OwnTime implements Time {
            @Override
            public long millis() {
                return world.time.millis();
            }

            @Override
            public long nanos() {
                return world.time.nanos();
            }

            @Override
            public void sleep(Duration duration) throws InterruptedException {
                if (others.stream().anyMatch(other -> other.busy && other != Owner.this)) {
                    throw new InterruptedException();
                }
                world.time.pass(duration);
            }
        }

        private ObjectStore store(ObjectStore inner) {
            return new FaultyObjectStore(inner, (operation, name) -> call(false), (operation, name) -> call(true));
        }

        private void call(boolean isAfter) throws IOException {
            boolean other;
            synchronized (this) {
                if (isAfter != after) {
                    return;
                }
                other = callsToOther-- == 0;
                if (!other && callsToFault-- == 0) {
                    if (dies) {
                        throw new Died();
                    }
                    throw new IOException("store");
                }
            }
            if (other) {
                for (Owner someone : others) {
                    if (!someone.busy && world.random.nextBoolean()) {
                        someone.deliver(depth - 1);
                    }
                }
            }
        }

        void close() {
            if (fixture != null) {
                fixture.close();
                fixture = null;
            }
        }
    }

    @Property(tries = 400, shrinking = ShrinkingMode.OFF)
    @Tag("slow")
    void everyHistoryMakesTheSameLake(@ForAll long seed) throws IOException {
        World world = new World(seed);
        List<Owner> owners = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            owners.add(new Owner(world, owners));
        }
        for (int step = 0; step < 12 && world.acknowledged < world.log.size() - 1; step++) {
            Owner owner = owners.get(world.random.nextInt(owners.size()));
            owner.deliver(2);
            world.check();
        }
        owners.forEach(Owner::close);
        finish(world);
    }

    @Property(tries = 600, shrinking = ShrinkingMode.OFF)
    @Tag("slow")
    void everyHistoryWithJumpsMakesTheSameLakeOnceItIsHealed(@ForAll long seed) throws IOException {
        World world = new World(seed, true);
        List<Owner> owners = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            owners.add(new Owner(world, owners));
        }
        for (int step = 0; step < 12; step++) {
            Owner owner = owners.get(world.random.nextInt(owners.size()));
            owner.deliver(2);
            world.check();
            world.time.pass(Duration.ofSeconds(world.random.nextInt(12)));
        }
        owners.forEach(Owner::close);
        heal(world);
    }

    /** All that was given up, from an archive, in pieces of any length and order. */
    private static void heal(World world) throws IOException {
        List<Integer> starts = new ArrayList<>();
        int step = 1 + world.random.nextInt(4);
        for (int offset = 0; offset < world.log.size(); offset += step) {
            starts.add(offset);
        }
        Collections.shuffle(starts, world.random);
        try (LakeFixture last = new LakeFixture(Settings.DEFAULT, world.lake, world.state, world.time)) {
            for (int offset : starts) {
                last.process(world.log.subList(offset, Math.min(offset + step, world.log.size())));
                world.check();
            }
        }
        Map<String, List<String>> all = World.all(world.lake, world.state);
        assertThat(all.keySet()).isEqualTo(world.expected.keySet());
        all.forEach((folder, lines) ->
                assertThat(lines).as(folder).containsExactlyInAnyOrderElementsOf(world.expected.get(folder)));
    }

    /** Threads take turns as they like; what must hold holds for every turn. */
    @Property(tries = 150, shrinking = ShrinkingMode.OFF)
    @Tag("slow")
    void ownersAtTheSameTimeMakeTheSameLake(@ForAll long seed) throws Exception {
        World world = new World(seed);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                running.add(threads.submit(() -> {
                    Owner owner = new Owner(world, List.of());
                    for (int step = 0; step < 8; step++) {
                        owner.deliver(0);
                    }
                    owner.close();
                    return null;
                }));
            }
            for (Future<?> owner : running) {
                owner.get();
            }
        } finally {
            threads.shutdownNow();
        }
        world.check();
        finish(world);
    }

    /** What is left, delivered cleanly. */
    private static void finish(World world) throws IOException {
        try (LakeFixture last = new LakeFixture(world.lake, world.state)) {
            for (int offset = world.acknowledged + 1; offset < world.log.size(); offset += 2) {
                last.process(world.log.subList(offset, Math.min(offset + 2, world.log.size())));
            }
        }
        assertThat(World.all(world.lake, world.state)).isEqualTo(world.expected);
    }

    /** Every single call of one batch, failed before and after its effect, with every cut of the next try. */
    @Example
    void everySingleFailureIsHealedByTheNextTry() throws IOException {
        World world = new World(4711);
        int calls = tried(world, new Counter(-1, false), new MemoryObjectStore(), new MemoryObjectStore());
        assertThat(calls).isGreaterThan(8);
        for (int failing = 0; failing < calls; failing++) {
            for (boolean after : new boolean[] {false, true}) {
                MemoryObjectStore lake = new MemoryObjectStore();
                MemoryObjectStore state = new MemoryObjectStore();
                Counter counter = new Counter(failing, after);
                int until = failing;
                assertThatIOException()
                        .as("call %s", until)
                        .isThrownBy(() -> tried(world, counter, lake, state))
                        .withMessage("store");
                int cut = 1 + failing % world.log.size();
                try (LakeFixture fixture = new LakeFixture(lake, state)) {
                    for (int from = 0; from < world.log.size(); from += cut) {
                        fixture.process(world.log.subList(from, Math.min(world.log.size(), from + cut)));
                    }
                }
                assertThat(World.all(lake, state)).as("call %s", failing).isEqualTo(world.expected);
            }
        }
    }

    /** How many calls it took. */
    private static int tried(World world, Counter counter, ObjectStore lake, ObjectStore state) throws IOException {
        try (LakeFixture fixture = new LakeFixture(counter.of(lake), counter.of(state))) {
            fixture.process(world.log);
        }
        return counter.calls;
    }

    /** Fails the call of this number. */
    private static final class Counter {
        private final int failing;
        private final boolean after;
        private int calls;

        Counter(int failing, boolean after) {
            this.failing = failing;
            this.after = after;
        }

        ObjectStore of(ObjectStore inner) {
            return new FaultyObjectStore(inner, (operation, name) -> call(false), (operation, name) -> call(true));
        }

        private synchronized void call(boolean isAfter) throws IOException {
            if (isAfter == after && calls++ == failing) {
                throw new IOException("store");
            }
        }
    }

    @Example
    void theOracleIsNotEmpty() throws IOException {
        World world = new World(4711);

        assertThat(world.expected.values().stream().mapToInt(List::size).sum()).isGreaterThan(5);
        assertThat(world.expected.keySet()).anyMatch(folder -> folder.startsWith("quarantine/"));
    }
}
