package dev.sluice.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Objects as plain files below a root folder, keys used as file names as they are. A file that is seen is whole: it is
 * written and forced under {@code <root>/.tmp/} first, then a hard link (create) or a rename (swap) shows it. Versions
 * are hashes of the content.
 *
 * <p>The root and {@code .tmp} are made by the first write; a store that only reads changes nothing. Deleting leaves
 * the folders, empty or not: a folder that never goes away needs to be made durable only once.
 *
 * <p><b>Limits.</b> The root has to be one file system with hard links and file locks. A name cannot be an object and
 * a folder: with {@code a/b} there, every call about an object {@code a} is an {@link IOException}, and the reverse.
 * Objects end at 2 GiB. Symbolic links and special files are not objects. A process that is stopped (not killed)
 * inside a swap or delete holds up those of the same key, and of some others, until it goes on.
 */
public final class FileObjectStore implements ObjectStore {
    /** More than anybody tidies away a folder between our making it and using it. */
    private static final int ATTEMPTS = 100;

    private final Path root;
    private final TemporaryFiles temporaries;
    private final KeyLocks locks;
    private final DurableFolders folders;
    private final HardLink hardLink;

    /** Opens the store, and removes temporary files older than a day that a crash left behind. */
    public FileObjectStore(Path root) {
        this(root, InstantSource.system(), Files::createLink);
    }

    /** Opens a folder of somebody else, to read from it: nothing in it is tidied. */
    public static FileObjectStore foreign(Path root) {
        return new FileObjectStore(root, Files::createLink);
    }

    FileObjectStore(Path root, InstantSource clock, HardLink hardLink) {
        this(root, hardLink);
        temporaries.removeLeftovers(clock.instant());
    }

    private FileObjectStore(Path root, HardLink hardLink) {
        this.root = root.toAbsolutePath().normalize();
        Path own = this.root.resolve(StoreKeys.RESERVED);
        this.temporaries = new TemporaryFiles(own);
        this.locks = new KeyLocks(own.resolve("locks"));
        this.folders = new DurableFolders(this.root);
        this.hardLink = hardLink;
    }

    /** {@link Files#createLink}, or a file system that does worse. */
    interface HardLink {
        void create(Path link, Path existing) throws IOException;
    }

    @Override
    public boolean create(String key, byte[] content) throws IOException {
        return createStreaming(key, out -> out.write(content));
    }

    @Override
    public boolean createStreaming(String key, Content content) throws IOException {
        Path target = locate(key);
        if (isObject(key, target)) {
            makeDurable(target);
            return false;
        }
        Path temporary = write(content);
        try {
            return link(key, temporary, target);
        } finally {
            temporaries.discard(temporary);
        }
    }

    @Override
    public Optional<StoredObject> get(String key) throws IOException {
        Path path = locate(key);
        if (!isObject(key, path)) {
            return Optional.empty();
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            byte[] content = read(key, file);
            return Optional.of(new StoredObject(content, version(content)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<InputStream> open(String key) throws IOException {
        Path path = locate(key);
        if (!isObject(key, path)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.newInputStream(path));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) throws IOException {
        if (expected == null) {
            return create(key, content) ? Optional.of(version(content)) : Optional.empty();
        }
        Path target = locate(key);
        if (!isObject(key, target)) {
            return Optional.empty();
        }
        return locks.holding(key, () -> {
            Optional<String> current = get(key).map(StoredObject::version);
            if (!current.equals(Optional.of(expected))) {
                return Optional.empty();
            }
            Path temporary = write(out -> out.write(content));
            try {
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                temporaries.discard(temporary);
            }
            makeDurable(target);
            return Optional.of(version(content));
        });
    }

    @Override
    public Stream<ListedObject> list(String prefix) throws IOException {
        FolderWalk walk = new FolderWalk(root, StoreKeys.requirePrefix(prefix));
        int characteristics = Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(walk, characteristics), false);
    }

    @Override
    public void delete(String key) throws IOException {
        Path path = locate(key);
        if (!isObject(key, path)) {
            return;
        }
        // Between a swap's comparison and its rename a delete would be undone: so it takes the swap's lock.
        locks.holding(key, () -> {
            boolean deleted = isObject(key, path) && Files.deleteIfExists(path);
            DurableFolders.force(DurableFolders.parent(path));
            return deleted;
        });
    }

    /** @throws IOException when this JVM cannot write the key as a file name */
    static Path path(Path root, String key) throws IOException {
        try {
            return root.resolve(key);
        } catch (InvalidPathException e) {
            throw new IOException(
                    "this JVM writes file names in " + System.getProperty("sun.jnu.encoding")
                            + ", which has no room for '" + key + "'; start it under a UTF-8 locale (LC_ALL=C.UTF-8)",
                    e);
        }
    }

    private Path locate(String key) throws IOException {
        return path(root, StoreKeys.requireKey(key));
    }

    /** Whether the object exists. Something else in its place, or an object where it needs a folder, is an error. */
    private static boolean isObject(String key, Path path) throws IOException {
        BasicFileAttributes found;
        try {
            found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            requireFolderAbove(key, path);
            return false;
        } catch (FileSystemException e) {
            throw new IOException("cannot look for object '" + key + "': " + e.getMessage(), e);
        }
        if (!found.isRegularFile()) {
            String what = found.isDirectory() ? "a folder of other objects" : "a link or special file";
            throw new IOException("cannot use '" + key + "' as an object: " + path + " is " + what);
        }
        return true;
    }

    /** Some JDKs say "no such file" also when a file stands where the path needs a folder. */
    private static void requireFolderAbove(String key, Path path) throws IOException {
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            try {
                if (!Files.readAttributes(above, BasicFileAttributes.class).isDirectory()) {
                    throw new IOException("cannot look for object '" + key + "': " + above + " is not a folder");
                }
                return;
            } catch (NoSuchFileException e) {
                // Not there either: what matters is the next one up.
            }
        }
    }

    private boolean link(String key, Path temporary, Path target) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                folders.make(DurableFolders.parent(target));
                show(key, temporary, target);
                DurableFolders.force(DurableFolders.parent(target));
                return true;
            } catch (FileAlreadyExistsException e) {
                // On a network file system the answer to our own link may get lost, and its repetition finds it done.
                boolean ours = isSame(temporary, target);
                if (isObject(key, target)) {
                    makeDurable(target);
                }
                return ours;
            } catch (NoSuchFileException e) {
                // Somebody tidied away an empty folder: make it again.
                folders.forget();
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void show(String key, Path temporary, Path target) throws IOException {
        try {
            hardLink.create(target, temporary);
        } catch (FileAlreadyExistsException | NoSuchFileException | AccessDeniedException e) {
            throw e;
        } catch (FileSystemException | UnsupportedOperationException e) {
            throw new IOException(
                    "cannot hard link object '" + key + "' into place: " + e.getMessage()
                            + ". The file store needs hard links: choose a root on one file system that has them"
                            + " (ext4, xfs, btrfs, zfs, apfs, nfs; not FAT or exFAT), with no other mounted in it",
                    e);
        }
    }

    private static boolean isSame(Path temporary, Path target) throws IOException {
        try {
            return Files.isSameFile(temporary, target);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private Path write(Content content) throws IOException {
        folders.make(root);
        return temporaries.write(content);
    }

    /** Forces the entry of an object, whoever made it, and those of the folders above. */
    private void makeDurable(Path object) throws IOException {
        Path folder = DurableFolders.parent(object);
        folders.make(folder);
        DurableFolders.force(folder);
    }

    private static byte[] read(String key, FileChannel file) throws IOException {
        long size = file.size();
        if (size > Integer.MAX_VALUE - 8) {
            throw new IOException("object '" + key + "' has " + size + " bytes and does not fit into one array");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) size);
        while (bytes.position() < size) {
            bytes.limit((int) Math.min(size, bytes.position() + (long) TemporaryFiles.PIECE_BYTES));
            if (file.read(bytes) < 0) {
                throw new IOException("object '" + key + "' was cut to " + bytes.position() + " of " + size
                        + " bytes while it was read: something else than this store writes it");
            }
        }
        return bytes.array();
    }

    private static String version(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
