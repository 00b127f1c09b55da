package dev.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultyObjectStoreTest {
    private final MemoryObjectStore inner = new MemoryObjectStore();
    private final FaultyObjectStore.Hook fail = (operation, name) -> {
        throw new IOException(operation + " " + name);
    };

    @Test
    void aFaultBeforeTheEffectPreventsIt() throws Exception {
        inner.create("old", new byte[] {1});
        FaultyObjectStore store = new FaultyObjectStore(inner, fail, FaultyObjectStore.Hook.NONE);

        assertThatIOException()
                .isThrownBy(() -> store.create("new", new byte[] {2}))
                .withMessage("CREATE new");
        assertThatIOException().isThrownBy(() -> store.get("old")).withMessage("GET old");
        assertThatIOException()
                .isThrownBy(() -> store.compareAndSwap("old", "1", new byte[] {2}))
                .withMessage("COMPARE_AND_SWAP old");
        assertThatIOException().isThrownBy(() -> store.list("o")).withMessage("LIST o");
        assertThatIOException().isThrownBy(() -> store.delete("old")).withMessage("DELETE old");

        assertThat(inner.get("old")).contains(new StoredObject(new byte[] {1}, "1"));
        assertThat(inner.get("new")).isEmpty();
    }

    @Test
    void aFaultAfterTheEffectOnlyHidesIt() throws Exception {
        inner.create("old", new byte[] {1});
        inner.create("gone", new byte[] {1});
        FaultyObjectStore store = new FaultyObjectStore(inner, FaultyObjectStore.Hook.NONE, fail);

        assertThatIOException().isThrownBy(() -> store.create("new", new byte[] {2}));
        assertThatIOException().isThrownBy(() -> store.compareAndSwap("old", "1", new byte[] {3}));
        assertThatIOException().isThrownBy(() -> store.delete("gone"));

        assertThat(inner.get("new").orElseThrow().content()).containsExactly(2);
        assertThat(inner.get("old").orElseThrow().content()).containsExactly(3);
        assertThat(inner.get("gone")).isEmpty();
    }

    @Test
    void hooksSeeBothSidesAndMayEndTheProcess() throws Exception {
        List<String> seen = new ArrayList<>();
        FaultyObjectStore store = new FaultyObjectStore(
                inner, (operation, name) -> seen.add("before " + operation + " " + name), (operation, name) -> {
                    seen.add("after " + operation + " " + name);
                    if (operation == StoreOperation.DELETE) {
                        throw new StackOverflowError("the process dies here");
                    }
                });

        assertThat(store.create("a", new byte[] {1})).isTrue();
        assertThat(store.list("").map(ListedObject::key)).containsExactly("a");
        assertThatThrownBy(() -> store.delete("a")).isInstanceOf(StackOverflowError.class);

        assertThat(seen)
                .containsExactly(
                        "before CREATE a",
                        "after CREATE a",
                        "before LIST ",
                        "after LIST ",
                        "before DELETE a",
                        "after DELETE a");
    }
}
