package dev.sluice.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * One holder per key at a time, among all processes that share a folder. A fixed number of lock files, so that they
 * need no removal (removing a lock file lets two holders in). A killed process lets go; a stopped one does not.
 */
final class KeyLocks {
    /** All processes on one folder must agree on this number and on the hash. */
    private static final int FILES = 64;

    /**
     * A file lock belongs to the whole JVM, throws when asked for twice, and is lost when any thread closes that file.
     * So threads take turns first, whichever folder they mean: two paths may lead to one folder.
     */
    private static final List<Lock> WITHIN_JVM =
            Stream.<Lock>generate(ReentrantLock::new).limit(FILES).toList();

    private final Path folder;

    KeyLocks(Path folder) {
        this.folder = folder;
    }

    interface Work<T> {
        T run() throws IOException;
    }

    <T> T holding(String key, Work<T> work) throws IOException {
        int number = Math.floorMod(key.hashCode(), FILES);
        Lock lock = WITHIN_JVM.get(number);
        lock.lock();
        try {
            Files.createDirectories(folder);
            try (FileChannel file = FileChannel.open(
                    folder.resolve(Integer.toString(number)), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                file.lock();
                return work.run();
            }
        } finally {
            lock.unlock();
        }
    }
}
