package dev.sluice.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fails where a test says so: before the effect (the request was lost) or after it (the answer was lost). What a hook
 * throws, the caller gets; an unchecked exception or an error plays a process that dies there.
 */
public class FaultyObjectStore implements ObjectStore {
    /** Called at one side of every call; may throw, count, or let somebody else go first. */
    @FunctionalInterface
    public interface Hook {
        Hook NONE = (operation, name) -> {};

        /** Called with the key, or the prefix of a {@code LIST}. */
        void at(StoreOperation operation, String name) throws IOException;
    }

    private interface Effect<T> {
        T run() throws IOException;
    }

    private final ObjectStore inner;
    private final Hook before;
    private final Hook after;

    public FaultyObjectStore(ObjectStore inner, Hook before, Hook after) {
        this.inner = inner;
        this.before = before;
        this.after = after;
    }

    @Override
    public boolean create(String key, byte[] content) throws IOException {
        return call(StoreOperation.CREATE, key, () -> inner.create(key, content));
    }

    @Override
    public boolean createStreaming(String key, Content content) throws IOException {
        return call(StoreOperation.CREATE, key, () -> inner.createStreaming(key, content));
    }

    @Override
    public Optional<InputStream> open(String key) throws IOException {
        return call(StoreOperation.GET, key, () -> inner.open(key));
    }

    @Override
    public Optional<StoredObject> get(String key) throws IOException {
        return call(StoreOperation.GET, key, () -> inner.get(key));
    }

    @Override
    public Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) throws IOException {
        return call(StoreOperation.COMPARE_AND_SWAP, key, () -> inner.compareAndSwap(key, expected, content));
    }

    @Override
    public Stream<ListedObject> list(String prefix) throws IOException {
        return call(StoreOperation.LIST, prefix, () -> inner.list(prefix));
    }

    @Override
    public void delete(String key) throws IOException {
        call(StoreOperation.DELETE, key, () -> {
            inner.delete(key);
            return true;
        });
    }

    private <T> T call(StoreOperation operation, String name, Effect<T> effect) throws IOException {
        before.at(operation, name);
        T result = effect.run();
        after.at(operation, name);
        return result;
    }
}
