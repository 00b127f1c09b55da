package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lake.StreamPartition;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two owners hold one piece of an event each, on two partitions. Every order in which their storage calls can follow each
 * other is tried: always exactly one object, one mark, and nobody is stuck.
 */
@Tag("slow")
class AssemblyRaceTest {
    private static final CesMessage EVENT = CesMessage.insert()
            .logicalId("raced")
            .column("Id", "int")
            .key("Id", "1")
            .current("{\"Id\":\"1\"}");

    private static byte[] piece(int index) {
        String data = EVENT.data();
        int cut = data.length() / 2;
        return EVENT.attribute("segmentindex", Integer.toString(index))
                .attribute("finalsegment", Boolean.toString(index == 1))
                .dataJson(CesMessage.quote(index == 0 ? data.substring(0, cut) : data.substring(cut)))
                .body();
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void everyOrderOfTheirCallsWritesTheEventOnce() throws Exception {
        List<byte[]> pieces = List.of(piece(0), piece(1));
        List<Integer> schedule = new ArrayList<>();
        int orders = 0;
        int completedByBoth = 0;
        do {
            Race race = new Race(schedule);
            completedByBoth += race.run(pieces) == 2 ? 1 : 0;
            orders++;
            schedule = next(race.choices);
        } while (!schedule.isEmpty());

        assertThat(orders).isGreaterThan(100);
        assertThat(completedByBoth).as("orders in which both saw the set whole").isPositive();
    }

    /** The next schedule in order: the last choice of the first owner becomes one of the second. */
    private static List<Integer> next(List<Integer> choices) {
        List<Integer> next = new ArrayList<>(choices);
        while (!next.isEmpty() && next.get(next.size() - 1) == 1) {
            next.remove(next.size() - 1);
        }
        if (!next.isEmpty()) {
            next.set(next.size() - 1, 1);
        }
        return next;
    }

    /** One order: a call of an owner waits until it is its turn. */
    private static final class Race {
        private final List<Integer> schedule;
        private final List<Integer> choices = new ArrayList<>();
        private final boolean[] waiting = new boolean[2];
        private final boolean[] finished = new boolean[2];
        private int turn = -1;
        private @Nullable Throwable failure;

        private Race(List<Integer> schedule) {
            this.schedule = schedule;
        }

        /** How many owners emitted the event. */
        private int run(List<byte[]> pieces) throws Exception {
            MemoryObjectStore lake = new MemoryObjectStore();
            MemoryObjectStore state = new MemoryObjectStore();
            int[] emitted = new int[1];
            List<LakeFixture> fixtures = new ArrayList<>();
            List<Thread> owners = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int me = i;
                boolean[] racing = new boolean[1];
                FaultyObjectStore.Hook gate = (operation, name) -> {
                    if (racing[0]) {
                        await(me);
                    }
                };
                LakeFixture fixture = new LakeFixture(
                        new FaultyObjectStore(lake, gate, FaultyObjectStore.Hook.NONE),
                        new FaultyObjectStore(state, gate, FaultyObjectStore.Hook.NONE));
                StreamPartition partition = new StreamPartition("hub", me, "namespace/hub");
                fixture.process(partition, LakeFixture.records(0, new byte[0]));
                racing[0] = true;
                fixtures.add(fixture);
                owners.add(new Thread(() -> own(me, fixture, partition, pieces.get(me), emitted)));
            }
            owners.forEach(Thread::start);
            schedule();
            for (Thread owner : owners) {
                owner.join();
            }
            fixtures.forEach(LakeFixture::close);

            assertThat(failure).as("%s", choices).isNull();
            assertThat(emitted[0]).as("%s", choices).isPositive();
            assertThat(LakeFixture.names(lake, "db=")).as("%s", choices).hasSize(1);
            assertThat(LakeFixture.names(state, "done/")).as("%s", choices).hasSize(1);
            return emitted[0];
        }

        private void own(int me, LakeFixture fixture, StreamPartition partition, byte[] piece, int[] emitted) {
            try {
                boolean whole = fixture.process(partition, LakeFixture.records(1, piece))
                                .counts()
                                .emitted()
                        > 0;
                synchronized (this) {
                    emitted[0] += whole ? 1 : 0;
                }
            } catch (IOException | RuntimeException e) {
                synchronized (this) {
                    failure = e;
                }
            } finally {
                synchronized (this) {
                    finished[me] = true;
                    notifyAll();
                }
            }
        }

        private synchronized void await(int me) {
            waiting[me] = true;
            notifyAll();
            try {
                while (turn != me) {
                    wait();
                }
            } catch (InterruptedException e) {
                throw new UncheckedIOException(new IOException(e));
            }
            turn = -1;
            waiting[me] = false;
        }

        /** Lets one call through at a time, whenever both owners are at a call or done. */
        private synchronized void schedule() throws InterruptedException {
            while (true) {
                while (turn != -1 || !isAtRest(0) || !isAtRest(1)) {
                    wait();
                }
                if (finished[0] && finished[1]) {
                    return;
                }
                turn = finished[0] ? 1 : finished[1] ? 0 : choose();
                notifyAll();
            }
        }

        private boolean isAtRest(int owner) {
            return waiting[owner] || finished[owner];
        }

        private int choose() {
            int choice = choices.size() < schedule.size() ? schedule.get(choices.size()) : 0;
            choices.add(choice);
            return choice;
        }
    }
}
