package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The puts of a batch. What they cost is in {@link LakeWriterTest}. */
class SideBySideTest {
    private static final int AT_A_TIME = 8;
    private static final int FOLDERS = 2 * AT_A_TIME;

    private final CyclicBarrier together = new CyclicBarrier(AT_A_TIME);
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    @Test
    void thePutsOfABatchGoOutEightAtATime() throws Exception {
        ObjectStore lake = new FaultyObjectStore(new MemoryObjectStore(), this::begin, this::end);
        byte[][] events = new byte[FOLDERS][];
        for (int table = 0; table < FOLDERS; table++) {
            events[table] = CesMessage.insert()
                    .table("ShopDb", "dbo", "Items" + table)
                    .column("Id", "int")
                    .key("Id", "1")
                    .current("{\"Id\":\"1\"}")
                    .body();
        }
        try (LakeFixture fixture = new LakeFixture(lake, new MemoryObjectStore())) {
            fixture.process(LakeFixture.records(0, events));
        }

        assertThat(LakeFixture.names(lake, "db=")).hasSize(FOLDERS);
        assertThat(most).hasValue(AT_A_TIME);
        assertThat(threads).hasSize(AT_A_TIME);
    }

    /** Waits until enough others are here, too. */
    private void begin(StoreOperation operation, String name) throws IOException {
        if (isPut(operation, name)) {
            threads.add(Thread.currentThread());
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                together.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new IOException("fewer puts than " + AT_A_TIME + " came together", e);
            }
        }
    }

    private void end(StoreOperation operation, String name) {
        if (isPut(operation, name)) {
            running.decrementAndGet();
        }
    }

    private static boolean isPut(StoreOperation operation, String name) {
        return operation == StoreOperation.CREATE && name.startsWith("db=");
    }
}
