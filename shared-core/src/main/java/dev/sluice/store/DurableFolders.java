package dev.sluice.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes folders so that they survive a power failure: a folder's entry in its parent is forced before anything relies
 * on it, also when another process made the folder and may not have come to that yet.
 */
final class DurableFolders {
    /** How many to remember; then start again, which costs a few forced writes too many. */
    private static final int LIMIT = 10_000;

    private final Path root;
    private final Set<Path> known = ConcurrentHashMap.newKeySet();

    DurableFolders(Path root) {
        this.root = root;
    }

    /** Makes the folder, which is the root or below it, and all above it that are missing. */
    void make(Path folder) throws IOException {
        boolean belowRoot = folder.startsWith(root) && !folder.equals(root);
        if (belowRoot ? known.contains(folder) : Files.isDirectory(folder)) {
            return;
        }
        Path above = parent(folder);
        make(above);
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw new IOException("cannot make the folder " + folder + ": there is an object of that name", e);
            }
        }
        force(above);
        if (belowRoot) {
            if (known.size() >= LIMIT) {
                known.clear();
            }
            known.add(folder);
        }
    }

    /** Looks again at every folder: one that was known has vanished. */
    void forget() {
        known.clear();
    }

    /** Makes the entries of a folder durable. */
    static void force(Path folder) throws IOException {
        try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        } catch (NoSuchFileException e) {
            // What was in it has been deleted by somebody else, and the folder too.
        }
    }

    static Path parent(Path path) {
        return Objects.requireNonNull(path.getParent(), "a file or folder that we make is in a folder");
    }
}
