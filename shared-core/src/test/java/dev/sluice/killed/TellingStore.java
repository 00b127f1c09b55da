package dev.sluice.killed;

import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells of each object of a chain, as soon as the store has answered, whether it was made or met. */
final class TellingStore implements ObjectStore {
    private static final Pattern CHAIN_OBJECT = Pattern.compile(".*/([^/]+-\\d+)-\\d+-\\d{20}\\.jsonl\\.gz");

    private final ObjectStore inner;
    private final Told told;

    TellingStore(ObjectStore inner, Told told) {
        this.inner = inner;
        this.told = told;
    }

    @Override
    public boolean create(String key, byte[] content) throws IOException {
        boolean made = inner.create(key, content);
        Matcher object = CHAIN_OBJECT.matcher(key);
        if (object.matches()) {
            told.line(made ? Told.MADE : Told.MET, object.group(1));
        }
        return made;
    }

    @Override
    public boolean createStreaming(String key, Content content) throws IOException {
        return inner.createStreaming(key, content);
    }

    @Override
    public Optional<StoredObject> get(String key) throws IOException {
        return inner.get(key);
    }

    @Override
    public Optional<InputStream> open(String key) throws IOException {
        return inner.open(key);
    }

    @Override
    public Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) throws IOException {
        return inner.compareAndSwap(key, expected, content);
    }

    @Override
    public Stream<ListedObject> list(String prefix) throws IOException {
        return inner.list(prefix);
    }

    @Override
    public void delete(String key) throws IOException {
        inner.delete(key);
    }
}
