package dev.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.Line;
import dev.sluice.LineSchemas;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.StreamPartition;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every crash of a reference run: each storage call fails in turn, before its effect or after it, and is the end of
 * the owner; another one gets the batches again, and sweeps. The lake is always that of the undisturbed run.
 */
class AssemblyCrashTest {
    private static final Instant START = Instant.parse("2026-05-06T07:08:09Z");
    private static final Instant BEYOND_GRACE =
            START.plus(Settings.DEFAULT.waiting().grace()).plusSeconds(1);

    // The reference run: events in pieces among ordinary changes of the same tables, on two partitions.

    private static final int SPRING = 11;
    private static final int SUMMER = 12;
    private static final int AUTUMN = 13;

    /** In the order in which they are processed. Autumn is whole in its batch; two pieces of spring come twice. */
    private static final List<Batch> BATCHES = List.of(
            batch(0, 0, change(1), piece(SPRING, 0, 3), change(2)),
            batch(1, 0, piece(SPRING, 2, 3), change(3)),
            batch(0, 3, piece(SUMMER, 1, 3), change(4), again(piece(SPRING, 0, 3))),
            batch(1, 2, piece(SPRING, 1, 3), piece(SUMMER, 0, 3), change(5)),
            batch(0, 6, piece(AUTUMN, 0, 2), change(6), piece(AUTUMN, 1, 2), again(piece(SPRING, 2, 3))),
            batch(1, 5, piece(SUMMER, 2, 3), change(7)));

    private static Batch batch(int partition, long first, CesMessage... messages) {
        byte[][] bodies = Stream.of(messages).map(CesMessage::body).toArray(byte[][]::new);
        return new Batch(new StreamPartition("hub", partition, "namespace/hub"), LakeFixture.records(first, bodies));
    }

    /** Even numbers are changes of another table and day than odd ones. */
    private static CesMessage change(int number) {
        boolean even = number % 2 == 0;
        return CesMessage.update()
                .logicalId("event-" + number)
                .table("Db", "dbo", even ? "Pumps" : "Wells")
                .commitTime(even ? "2026-05-06T07:08:09.112Z" : "2026-05-07T08:09:10.223Z")
                .column("Id", "int")
                .column("Text", "nvarchar(max)")
                .key("Id", Integer.toString(number))
                .old("{\"Id\":\"" + number + "\",\"Text\":\"before\"}")
                .current("{\"Id\":\"" + number + "\",\"Text\":\"after \\\"é 😀\\\"\"}");
    }

    private static CesMessage piece(int number, int index, int count) {
        String data = change(number).data();
        int from = data.length() * index / count;
        int to = data.length() * (index + 1) / count;
        return change(number)
                .attribute("segmentindex", Integer.toString(index))
                .attribute("finalsegment", Boolean.toString(index == count - 1))
                .dataJson(CesMessage.quote(data.substring(from, to)));
    }

    private static CesMessage again(CesMessage piece) {
        return piece.attribute("id", "\"7c1d20aa-95b3-4e0f-8d11-2f6f0c9a5b44\"");
    }

    // Its crashes.

    enum Side {
        BEFORE_ITS_EFFECT,
        AFTER_ITS_EFFECT
    }

    /** What becomes of the calls that the owner makes beside and behind the failing one. */
    enum Others {
        SUCCEED,
        FAIL
    }

    /** What the next owner gets. */
    enum Redelivery {
        OF_WHAT_WAS_NOT_ACKNOWLEDGED,
        OF_WHAT_WAS_NOT_ACKNOWLEDGED_AFTER_A_SWEEP,
        OF_ALL
    }

    /**
     * A call of an owner, known by what it does rather than by its place among all calls, because puts of a batch run
     * in parallel.
     *
     * @param time counts from 1 how often this very call was made
     */
    record Call(String store, StoreOperation operation, String name, int time) {}

    record Crash(Call call, Side side, Others others) {}

    /** An owner of both partitions, which notes its calls and fails where it shall. */
    private static final class Owner {
        private final @Nullable Crash crash;
        private final List<Call> calls = new ArrayList<>();
        private final Map<Call, Integer> times = new HashMap<>();
        private boolean crashed;

        Owner(@Nullable Crash crash) {
            this.crash = crash;
        }

        ObjectStore on(String name, ObjectStore store) {
            return new FaultyObjectStore(
                    store,
                    (operation, key) -> before(name, operation, key),
                    (operation, key) -> after(name, operation, key));
        }

        private synchronized void before(String store, StoreOperation operation, String name) throws IOException {
            int time = times.merge(new Call(store, operation, name, 0), 1, Integer::sum);
            Call call = new Call(store, operation, name, time);
            calls.add(call);
            fail(call, Side.BEFORE_ITS_EFFECT);
        }

        private synchronized void after(String store, StoreOperation operation, String name) throws IOException {
            int time = times.getOrDefault(new Call(store, operation, name, 0), 0);
            fail(new Call(store, operation, name, time), Side.AFTER_ITS_EFFECT);
        }

        private void fail(Call call, Side side) throws IOException {
            if (crash == null) {
                return;
            }
            boolean now = crash.call.equals(call) && crash.side == side;
            if (now || (crashed && crash.others == Others.FAIL)) {
                crashed = true;
                throw new IOException("crash");
            }
        }
    }

    /** What outlives an owner. */
    private static final class World {
        private final MemoryObjectStore lake = new MemoryObjectStore();
        private final MemoryObjectStore state = new MemoryObjectStore(() -> START);
        private int acknowledged;

        /** Processes the batches from this one on. */
        void process(Owner owner, int from) throws IOException {
            try (LakeFixture fixture = new LakeFixture(owner.on("lake", lake), owner.on("state", state))) {
                for (int i = from; i < BATCHES.size(); i++) {
                    fixture.process(BATCHES.get(i).source(), BATCHES.get(i).deliveries());
                    acknowledged = i + 1;
                }
            }
        }

        void sweep(Owner owner, Instant now) throws IOException {
            ObjectStore stateStore = owner.on("state", state);
            try (LakeWriter writer = LakeWriter.open(owner.on("lake", lake), stateStore, Settings.DEFAULT.layout())) {
                new Sweep(Settings.DEFAULT, writer, stateStore).run(now);
            }
        }

        void processAgain(Redelivery redelivery) throws IOException {
            int from = switch (redelivery) {
                case OF_WHAT_WAS_NOT_ACKNOWLEDGED -> acknowledged;
                case OF_WHAT_WAS_NOT_ACKNOWLEDGED_AFTER_A_SWEEP -> {
                    sweep(new Owner(null), START);
                    yield acknowledged;
                }
                case OF_ALL -> 0;
            };
            process(new Owner(null), from);
        }

        /** All of the lake, and the marks of the events that came in pieces, decompressed, by name. */
        Map<String, String> objects() {
            Map<String, String> objects = new TreeMap<>();
            LakeFixture.names(lake, "").forEach(name -> objects.put("lake/" + name, content(lake, name)));
            LakeFixture.names(state, "done/").forEach(name -> objects.put("state/" + name, content(state, name)));
            return objects;
        }

        void assertHolds(Map<String, String> expected, Crash crash) {
            Map<String, String> objects = objects();
            assertThat(objects.keySet()).as("%s", crash).isEqualTo(expected.keySet());
            assertThat(objects).as("%s", crash).isEqualTo(expected);
            assertThat(LakeFixture.names(state, "quarantine/")).as("%s", crash).isEmpty();
        }

        private static String content(ObjectStore store, String name) {
            return name.endsWith(".gz")
                    ? String.join("\n", LakeFixture.lines(store, name))
                    : new String(LakeFixture.content(store, name), StandardCharsets.UTF_8);
        }
    }

    private static World undisturbed(Owner owner) throws IOException {
        World world = new World();
        world.process(owner, 0);
        world.sweep(owner, BEYOND_GRACE);
        return world;
    }

    @Test
    void undisturbedEveryEventStandsInTheLakeOnce() throws IOException {
        World world = undisturbed(new Owner(null));

        List<String> lines = LakeFixture.names(world.lake, "db=").stream()
                .flatMap(name -> LakeFixture.lines(world.lake, name).stream())
                .toList();
        assertThat(lines).allSatisfy(LineSchemas::assertValid);
        assertThat(lines)
                .extracting(line -> new Line(line).string("id") + " at " + new Line(line).raw("source", "partition")
                        + "/" + new Line(line).raw("source", "offset"))
                .containsExactlyInAnyOrder(
                        "event-1 at 0/0",
                        "event-11 at 0/1",
                        "event-2 at 0/2",
                        "event-3 at 1/1",
                        "event-4 at 0/4",
                        "event-5 at 1/4",
                        "event-12 at 1/3",
                        "event-13 at 0/6",
                        "event-6 at 0/7",
                        "event-7 at 1/6");
        assertThat(LakeFixture.names(world.state, "done/")).hasSize(3);
        assertThat(LakeFixture.names(world.state, "parked/")).as("swept").isEmpty();
        assertThat(LakeFixture.names(world.state, "quarantine/")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aCrashAtAnyCallChangesNothing(Redelivery redelivery) throws IOException {
        Owner reference = new Owner(null);
        Map<String, String> expected = undisturbed(reference).objects();
        int crashes = 0;

        for (Call call : reference.calls) {
            for (Side side : Side.values()) {
                for (Others others : Others.values()) {
                    Crash crash = new Crash(call, side, others);
                    World world = new World();
                    Owner first = new Owner(crash);
                    try {
                        world.process(first, 0);
                        world.sweep(first, BEYOND_GRACE);
                    } catch (IOException e) {
                        assertThat(e).as("%s", crash).hasMessage("crash");
                        crashes++;
                    }
                    assertThat(first.crashed).as("%s was made", crash).isTrue();

                    world.processAgain(redelivery);
                    world.assertHolds(expected, crash);
                    world.sweep(new Owner(null), BEYOND_GRACE);
                    world.assertHolds(expected, crash);
                }
            }
        }

        assertThat(reference.calls).hasSizeGreaterThan(60);
        assertThat(crashes).as("of an owner").isGreaterThan(4 * 60);
    }
}
