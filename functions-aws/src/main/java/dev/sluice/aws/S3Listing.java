package dev.sluice.aws;

import dev.sluice.store.Attempts;
import dev.sluice.store.ListedObject;
import dev.sluice.store.StoreKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Reads a listing page by page. General purpose buckets list in the order of keys; one that does not is noticed. */
final class S3Listing implements Iterator<ListedObject> {
    private final S3Client client;
    private final String bucket;
    private final String root;
    private final String prefix;
    private final Attempts attempts;
    private final int pageSize;
    private final Deque<ListedObject> ahead = new ArrayDeque<>();
    private @Nullable String nextPage;
    private String last = "";

    private S3Listing(S3Client client, String bucket, String root, String prefix, Attempts attempts, int pageSize) {
        this.client = client;
        this.bucket = bucket;
        this.root = root;
        this.prefix = prefix;
        this.attempts = attempts;
        this.pageSize = pageSize;
    }

    /** Begins a listing, with its first page. */
    static S3Listing begin(S3Client client, String bucket, String root, String prefix, Attempts attempts, int pageSize)
            throws IOException {
        S3Listing listing = new S3Listing(client, bucket, root, prefix, attempts, pageSize);
        listing.readPage();
        return listing;
    }

    @Override
    public boolean hasNext() {
        try {
            while (ahead.isEmpty() && nextPage != null) {
                readPage();
            }
            return !ahead.isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public ListedObject next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ahead.remove();
    }

    private void readPage() throws IOException {
        ListObjectsV2Response page = page();
        nextPage = Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null;
        List<ListedObject> objects = new ArrayList<>();
        for (S3Object object : page.contents()) {
            listed(object).ifPresent(objects::add);
        }
        objects.sort((left, right) -> StoreKeys.compare(left.key(), right.key()));
        if (objects.isEmpty()) {
            return;
        }
        if (StoreKeys.compare(objects.get(0).key(), last) <= 0) {
            throw new IOException("cannot list '" + prefix + "' in s3://" + bucket
                    + ": its order is not that of names (a directory bucket?): '"
                    + objects.get(0).key() + "' behind '" + last + "'");
        }
        last = objects.get(objects.size() - 1).key();
        ahead.addAll(objects);
    }

    /** Unless it is none of ours, like the {@code folder/} that consoles make: what has no key cannot be read either. */
    private Optional<ListedObject> listed(S3Object object) {
        String key = object.key().substring(root.length());
        try {
            StoreKeys.requireKey(key);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return Optional.of(new ListedObject(key, object.size(), object.lastModified()));
    }

    private ListObjectsV2Response page() throws IOException {
        String what = "list '" + prefix + "' in s3://" + bucket + "/" + root;
        return attempts.run(what, attempt -> {
            Duration time = attempt.timeFor(0);
            try {
                return client.listObjectsV2(list -> list.bucket(bucket)
                        .prefix(root + prefix)
                        .continuationToken(nextPage)
                        .maxKeys(pageSize)
                        // Names may have what XML cannot say; the SDK decodes them.
                        .encodingType(EncodingType.URL)
                        .overrideConfiguration(S3ObjectStore.within(time)));
            } catch (SdkException e) {
                throw S3Errors.translate(what, e);
            }
        });
    }
}
