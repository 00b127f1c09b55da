package dev.sluice.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files below a folder, ascending by key, read one folder at a time: memory holds the folders from the root to
 * here. Folders and files that vanish meanwhile are passed over. Holds nothing open between calls.
 *
 * <p>A folder stands among its siblings as its name and {@code /}. No name contains a {@code /}, so this puts all that
 * is below it where its keys belong: {@code a-b}, {@code a/x}, {@code a0}.
 */
final class FolderWalk implements Iterator<ListedObject> {
    private final Path root;
    private final String prefix;

    /** What is still to come, per open folder; a key that ends in {@code /} is a folder. */
    private final Deque<Iterator<ListedObject>> open = new ArrayDeque<>();

    private @Nullable ListedObject next;

    FolderWalk(Path root, String prefix) throws IOException {
        this.root = root;
        this.prefix = prefix;
        open.push(entries(prefix.substring(0, prefix.lastIndexOf('/') + 1)));
        descend();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public ListedObject next() {
        ListedObject result = next;
        if (result == null) {
            throw new NoSuchElementException();
        }
        try {
            descend();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return result;
    }

    /** Goes on to the next file, into and out of folders. */
    private void descend() throws IOException {
        next = null;
        while (next == null && !open.isEmpty()) {
            if (!open.peek().hasNext()) {
                open.pop();
                continue;
            }
            ListedObject entry = open.peek().next();
            if (entry.key().endsWith("/")) {
                open.push(entries(entry.key()));
            } else {
                next = entry;
            }
        }
    }

    private Iterator<ListedObject> entries(String folder) throws IOException {
        // A map, because some file systems show a name twice when it is replaced while they list.
        SortedMap<String, ListedObject> entries = new TreeMap<>(StoreKeys::compare);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(FileObjectStore.path(root, folder))) {
            for (Path file : files) {
                String key = folder + file.getFileName();
                if (key.startsWith(prefix) && !key.equals(StoreKeys.RESERVED)) {
                    add(entries, key, file);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return Collections.emptyIterator();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return entries.values().iterator();
    }

    private static void add(SortedMap<String, ListedObject> entries, String key, Path file) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return;
        }
        Instant modified = attributes.lastModifiedTime().toInstant();
        if (attributes.isDirectory()) {
            entries.put(key + "/", new ListedObject(key + "/", 0, modified));
        } else if (attributes.isRegularFile()) {
            entries.put(key, new ListedObject(key, attributes.size(), modified));
        }
    }
}
