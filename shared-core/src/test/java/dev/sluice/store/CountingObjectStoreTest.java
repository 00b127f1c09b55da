package dev.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountingObjectStoreTest {
    @Test
    void everyCallIsWrittenDownAndPassedOn() throws Exception {
        CountingObjectStore store = new CountingObjectStore(new MemoryObjectStore());

        assertThat(store.create("a", new byte[] {1})).isTrue();
        assertThat(store.create("a", new byte[] {2})).isFalse();
        String version = store.get("a").orElseThrow().version();
        assertThat(store.compareAndSwap("a", version, new byte[] {3})).isPresent();
        assertThat(store.list("").map(ListedObject::key)).containsExactly("a");
        store.delete("a");
        assertThat(store.get("a")).isEmpty();

        assertThat(store.calls())
                .containsExactly(
                        new CountingObjectStore.Call(StoreOperation.CREATE, "a"),
                        new CountingObjectStore.Call(StoreOperation.CREATE, "a"),
                        new CountingObjectStore.Call(StoreOperation.GET, "a"),
                        new CountingObjectStore.Call(StoreOperation.COMPARE_AND_SWAP, "a"),
                        new CountingObjectStore.Call(StoreOperation.LIST, ""),
                        new CountingObjectStore.Call(StoreOperation.DELETE, "a"),
                        new CountingObjectStore.Call(StoreOperation.GET, "a"));
        assertThat(store.count(StoreOperation.GET)).isEqualTo(2);
        assertThat(store.names(StoreOperation.LIST)).containsExactly("");

        store.reset();
        assertThat(store.calls()).isEmpty();
    }
}
