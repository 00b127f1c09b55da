package dev.sluice.azure;

import com.azure.core.http.rest.PagedIterable;
import com.azure.core.http.rest.PagedResponse;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.ListBlobsOptions;
import dev.sluice.store.Attempts;
import dev.sluice.store.ListedObject;
import dev.sluice.store.StoreKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a listing page by page, in the order of keys.
 *
 * <p>Without folders Azure lists in that order. With a hierarchical namespace it may list folder by folder, so that all
 * of {@code f/} comes before {@code f!}, and it lists the folders themselves. The first folder that shows up in a long
 * listing tells, before anything behind it was passed on: from there the listing is read a folder at a time, each sorted.
 */
final class BlobListing implements Iterator<ListedObject> {
    private final BlobContainerClient container;
    private final String root;
    private final String prefix;
    private final Attempts attempts;
    private final int pageSize;

    /** What is known and not passed on, in order: objects, and folders still to be read, whose key ends with {@code /}. */
    private final Deque<Entry> ahead = new ArrayDeque<>();

    private boolean started;
    private @Nullable String nextPage;
    private String last = "";

    /** @param object absent for a folder */
    private record Entry(String key, @Nullable ListedObject object) {}

    private BlobListing(BlobContainerClient container, String root, String prefix, Attempts attempts, int pageSize) {
        this.container = container;
        this.root = root;
        this.prefix = prefix;
        this.attempts = attempts;
        this.pageSize = pageSize;
    }

    /** Begins a listing, with its first page. */
    static BlobListing begin(BlobContainerClient container, String root, String prefix, Attempts attempts, int pageSize)
            throws IOException {
        BlobListing listing = new BlobListing(container, root, prefix, attempts, pageSize);
        listing.readPage();
        return listing;
    }

    /** Whether these are the metadata of a folder of a hierarchical namespace. */
    static boolean isFolder(@Nullable Map<String, String> metadata) {
        return metadata != null
                && metadata.entrySet().stream()
                        .anyMatch(entry -> entry.getValue().equalsIgnoreCase("true")
                                && (entry.getKey().equalsIgnoreCase("hdi_isfolder")
                                        || entry.getKey().equalsIgnoreCase("is_directory")));
    }

    @Override
    public boolean hasNext() {
        try {
            while (true) {
                Entry next = ahead.peek();
                if (next == null) {
                    if (started && nextPage == null) {
                        return false;
                    }
                    readPage();
                } else if (next.object() == null) {
                    ahead.remove();
                    readFolder(next.key());
                } else {
                    return true;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public ListedObject next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Entry next = ahead.remove();
        last = next.key();
        return Objects.requireNonNull(next.object());
    }

    private void readPage() throws IOException {
        PagedResponse<BlobItem> page = page(prefix, false, nextPage);
        boolean whole = !started && isEnd(page);
        started = true;
        nextPage = isEnd(page) ? null : page.getContinuationToken();
        if (!whole && page.getValue().stream().anyMatch(item -> isFolder(item.getMetadata()))) {
            nextPage = null;
            readFolder(prefix);
            return;
        }
        List<Entry> entries = new ArrayList<>();
        for (BlobItem item : page.getValue()) {
            addObject(item, entries);
        }
        entries.sort((left, right) -> StoreKeys.compare(left.key(), right.key()));
        if (!entries.isEmpty() && StoreKeys.compare(entries.get(0).key(), last) <= 0) {
            throw new IOException("cannot list '" + prefix + "': the store's order is not that of names: '"
                    + entries.get(0).key() + "' behind '" + last + "'");
        }
        ahead.addAll(entries);
    }

    /** What starts with this and lies behind the last object passed on; folders in it as such. */
    private void readFolder(String start) throws IOException {
        List<Entry> entries = new ArrayList<>();
        String token = null;
        do {
            PagedResponse<BlobItem> page = page(start, true, token);
            for (BlobItem item : page.getValue()) {
                if (Boolean.TRUE.equals(item.isPrefix())) {
                    String folder = item.getName().substring(root.length());
                    if (StoreKeys.compare(folder, last) > 0 || last.startsWith(folder)) {
                        entries.add(new Entry(folder, null));
                    }
                } else {
                    addObject(item, entries);
                }
            }
            token = isEnd(page) ? null : page.getContinuationToken();
        } while (token != null);
        entries.removeIf(entry -> entry.object() != null && StoreKeys.compare(entry.key(), last) <= 0);
        entries.sort((left, right) -> StoreKeys.compare(right.key(), left.key()));
        entries.forEach(ahead::push);
    }

    /** Unless it is a folder, or is none of ours: what has no key cannot be read either. */
    private void addObject(BlobItem item, List<Entry> entries) {
        String key = item.getName().substring(root.length());
        if (isFolder(item.getMetadata())) {
            return;
        }
        try {
            StoreKeys.requireKey(key);
        } catch (IllegalArgumentException e) {
            return;
        }
        entries.add(new Entry(
                key,
                new ListedObject(
                        key,
                        item.getProperties().getContentLength(),
                        item.getProperties().getLastModified().toInstant())));
    }

    private PagedResponse<BlobItem> page(String start, boolean folders, @Nullable String token) throws IOException {
        ListBlobsOptions options = new ListBlobsOptions()
                .setPrefix(root + start)
                .setMaxResultsPerPage(pageSize)
                .setDetails(new BlobListDetails().setRetrieveMetadata(true));
        String what = "list '" + start + "' in " + container.getBlobContainerUrl() + "/" + root;
        return attempts.run(what, attempt -> {
            try {
                PagedIterable<BlobItem> pages = folders
                        ? container.listBlobsByHierarchy("/", options, null)
                        : container.listBlobs(options, null);
                return pages.iterableByPage(token).iterator().next();
            } catch (RuntimeException e) {
                throw BlobErrors.translate(what, e);
            }
        });
    }

    private static boolean isEnd(PagedResponse<BlobItem> page) {
        return page.getContinuationToken() == null
                || page.getContinuationToken().isEmpty();
    }
}
