package dev.sluice.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes down every call, in the order they began, and passes it on. */
public final class CountingObjectStore implements ObjectStore {
    /**
     * One call.
     *
     * @param name the key, or the prefix of a {@code LIST}
     */
    public record Call(StoreOperation operation, String name) {}

    private final ObjectStore inner;
    private final List<Call> calls = new ArrayList<>();

    public CountingObjectStore(ObjectStore inner) {
        this.inner = inner;
    }

    /** All calls since the start or the last {@link #reset}. */
    public synchronized List<Call> calls() {
        return List.copyOf(calls);
    }

    public long count(StoreOperation operation) {
        return names(operation).size();
    }

    /** The keys or prefixes that this operation was called with. */
    public List<String> names(StoreOperation operation) {
        return calls().stream()
                .filter(call -> call.operation() == operation)
                .map(Call::name)
                .toList();
    }

    public synchronized void reset() {
        calls.clear();
    }

    @Override
    public boolean create(String key, byte[] content) throws IOException {
        note(StoreOperation.CREATE, key);
        return inner.create(key, content);
    }

    @Override
    public boolean createStreaming(String key, Content content) throws IOException {
        note(StoreOperation.CREATE, key);
        return inner.createStreaming(key, content);
    }

    @Override
    public Optional<InputStream> open(String key) throws IOException {
        note(StoreOperation.GET, key);
        return inner.open(key);
    }

    @Override
    public Optional<StoredObject> get(String key) throws IOException {
        note(StoreOperation.GET, key);
        return inner.get(key);
    }

    @Override
    public Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) throws IOException {
        note(StoreOperation.COMPARE_AND_SWAP, key);
        return inner.compareAndSwap(key, expected, content);
    }

    @Override
    public Stream<ListedObject> list(String prefix) throws IOException {
        note(StoreOperation.LIST, prefix);
        return inner.list(prefix);
    }

    @Override
    public void delete(String key) throws IOException {
        note(StoreOperation.DELETE, key);
        inner.delete(key);
    }

    private synchronized void note(StoreOperation operation, String name) {
        calls.add(new Call(operation, name));
    }
}
