package dev.sluice.verify;

import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects on disk that live as long as this one: in a folder that only we can read, with their names in memory and nothing
 * forced to the disk.
 */
final class ScratchStore implements ObjectStore, Closeable {
    private final Path folder;
    private final NavigableMap<String, Path> files = new ConcurrentSkipListMap<>();
    private final AtomicLong number = new AtomicLong();

    ScratchStore() throws IOException {
        folder = Files.createTempDirectory("sluice-verify");
    }

    @Override
    public boolean create(String key, byte[] content) throws IOException {
        return createStreaming(key, out -> out.write(content));
    }

    @Override
    public boolean createStreaming(String key, Content content) throws IOException {
        Path file = folder.resolve(Long.toString(number.incrementAndGet()));
        try (OutputStream out = Files.newOutputStream(file)) {
            content.writeTo(out);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
        boolean created = files.putIfAbsent(key, file) == null;
        if (!created) {
            Files.delete(file);
        }
        return created;
    }

    @Override
    public Optional<StoredObject> get(String key) throws IOException {
        Path file = files.get(key);
        return file == null ? Optional.empty() : Optional.of(new StoredObject(Files.readAllBytes(file), ""));
    }

    @Override
    public Optional<InputStream> open(String key) throws IOException {
        Path file = files.get(key);
        return file == null ? Optional.empty() : Optional.of(Files.newInputStream(file));
    }

    /** Nothing here is ever replaced. */
    @Override
    public Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Stream<ListedObject> list(String prefix) {
        return files.tailMap(prefix, true).keySet().stream()
                .takeWhile(key -> key.startsWith(prefix))
                .map(key -> new ListedObject(key, 0, Instant.EPOCH));
    }

    @Override
    public void delete(String key) throws IOException {
        Path file = files.remove(key);
        if (file != null) {
            Files.delete(file);
        }
    }

    @Override
    public void close() throws IOException {
        for (String key : files.keySet()) {
            delete(key);
        }
        Files.delete(folder);
    }
}
