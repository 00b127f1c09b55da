package dev.sluice.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reference: the strictest store the port allows. Versions are never used twice, not even for an equal content;
 * a listing is that of one moment; contents are copied on the way in and out.
 */
public final class MemoryObjectStore implements ObjectStore {
    private record Held(StoredObject object, Instant lastModified) {}

    private final SortedMap<String, Held> objects = new TreeMap<>(
            Comparator.comparing((String key) -> key.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned));
    private final InstantSource clock;
    private long writes;

    public MemoryObjectStore() {
        this(InstantSource.system());
    }

    /** A store whose last-modified times come from this clock. */
    public MemoryObjectStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized boolean create(String key, byte[] content) {
        if (objects.containsKey(StoreKeys.requireKey(key))) {
            return false;
        }
        put(key, content);
        return true;
    }

    @Override
    public boolean createStreaming(String key, Content content) throws IOException {
        if (get(key).isPresent()) {
            return false;
        }
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        content.writeTo(written);
        return create(key, written.toByteArray());
    }

    @Override
    public Optional<InputStream> open(String key) {
        return get(key).map(object -> new ByteArrayInputStream(object.content()));
    }

    @Override
    public synchronized Optional<StoredObject> get(String key) {
        return Optional.ofNullable(objects.get(StoreKeys.requireKey(key)))
                .map(Held::object)
                .map(object -> new StoredObject(object.content().clone(), object.version()));
    }

    @Override
    public synchronized Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) {
        Held held = objects.get(StoreKeys.requireKey(key));
        boolean current =
                held == null ? expected == null : held.object().version().equals(expected);
        return current ? Optional.of(put(key, content)) : Optional.empty();
    }

    @Override
    public synchronized Stream<ListedObject> list(String prefix) throws IOException {
        StoreKeys.requirePrefix(prefix);
        List<ListedObject> found = objects.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .map(entry -> new ListedObject(
                        entry.getKey(),
                        entry.getValue().object().content().length,
                        entry.getValue().lastModified()))
                .toList();
        return found.stream();
    }

    @Override
    public synchronized void delete(String key) {
        objects.remove(StoreKeys.requireKey(key));
    }

    private String put(String key, byte[] content) {
        String version = Long.toString(++writes);
        objects.put(key, new Held(new StoredObject(content.clone(), version), clock.instant()));
        return version;
    }
}
