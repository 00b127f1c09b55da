package dev.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class MemoryObjectStoreTest extends ObjectStoreContract {
    @Override
    protected ObjectStore newStore() {
        return new MemoryObjectStore();
    }

    @Test
    void noVersionComesBackWithAnOldContent() {
        MemoryObjectStore store = new MemoryObjectStore();
        String first = store.compareAndSwap("a", null, bytes("A")).orElseThrow();
        String second = store.compareAndSwap("a", first, bytes("B")).orElseThrow();
        assertThat(store.compareAndSwap("a", second, bytes("A"))).isPresent();

        assertThat(store.compareAndSwap("a", first, bytes("C"))).isEmpty();
    }

    @Test
    void aListingIsThatOfTheMomentItWasAskedFor() throws Exception {
        MemoryObjectStore store = new MemoryObjectStore();
        store.create("a", bytes("A"));
        var listing = store.list("");
        store.create("b", bytes("B"));

        assertThat(listing.map(ListedObject::key)).containsExactly("a");
    }

    @Test
    void timesComeFromTheClock() throws Exception {
        Instant[] now = {Instant.parse("2026-08-07T16:30:10Z")};
        MemoryObjectStore store = new MemoryObjectStore(() -> now[0]);
        store.create("a", bytes("A"));
        now[0] = Instant.parse("2026-08-07T16:30:11Z");
        store.create("b", bytes("BB"));

        assertThat(store.list(""))
                .containsExactly(
                        new ListedObject("a", 1, Instant.parse("2026-08-07T16:30:10Z")),
                        new ListedObject("b", 2, Instant.parse("2026-08-07T16:30:11Z")));
    }
}
