package dev.sluice.aws;

import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells somebody of each call, and passes it on. */
final class RecordingStore implements ObjectStore {
    private final ObjectStore inner;
    private final Listener listener;

    /** Is told, by whatever thread calls. */
    interface Listener {
        /**
         * A call.
         *
         * @param streaming whether a creation is one of an object of any length
         * @param key the key, or the prefix of a {@code LIST}
         */
        void called(StoreOperation operation, boolean streaming, String key);
    }

    RecordingStore(ObjectStore inner, Listener listener) {
        this.inner = inner;
        this.listener = listener;
    }

    @Override
    public boolean create(String key, byte[] content) throws IOException {
        listener.called(StoreOperation.CREATE, false, key);
        return inner.create(key, content);
    }

    @Override
    public boolean createStreaming(String key, Content content) throws IOException {
        listener.called(StoreOperation.CREATE, true, key);
        return inner.createStreaming(key, content);
    }

    @Override
    public Optional<StoredObject> get(String key) throws IOException {
        listener.called(StoreOperation.GET, false, key);
        return inner.get(key);
    }

    @Override
    public Optional<InputStream> open(String key) throws IOException {
        listener.called(StoreOperation.GET, false, key);
        return inner.open(key);
    }

    @Override
    public Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) throws IOException {
        listener.called(StoreOperation.COMPARE_AND_SWAP, false, key);
        return inner.compareAndSwap(key, expected, content);
    }

    @Override
    public Stream<ListedObject> list(String prefix) throws IOException {
        listener.called(StoreOperation.LIST, false, prefix);
        return inner.list(prefix);
    }

    @Override
    public void delete(String key) throws IOException {
        listener.called(StoreOperation.DELETE, false, key);
        inner.delete(key);
    }
}
