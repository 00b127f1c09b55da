package dev.sluice.cli.demo;

import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A store as a process sees it that may die at each write. */
record MortalStore(ObjectStore store, Life life) implements ObjectStore {
    @Override
    public boolean create(String key, byte[] content) throws IOException {
        return life.write(() -> store.create(key, content));
    }

    @Override
    public boolean createStreaming(String key, Content content) throws IOException {
        return life.write(() -> store.createStreaming(key, content));
    }

    @Override
    public Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) throws IOException {
        return life.write(() -> store.compareAndSwap(key, expected, content));
    }

    @Override
    public void delete(String key) throws IOException {
        life.<Boolean>write(() -> {
            store.delete(key);
            return true;
        });
    }

    @Override
    public Optional<StoredObject> get(String key) throws IOException {
        life.check();
        return store.get(key);
    }

    @Override
    public Optional<InputStream> open(String key) throws IOException {
        life.check();
        return store.open(key);
    }

    @Override
    public Stream<ListedObject> list(String prefix) throws IOException {
        life.check();
        return store.list(prefix);
    }
}
