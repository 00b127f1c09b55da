package dev.sluice.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.models.BlobDownloadContentResponse;
import com.azure.storage.blob.models.BlobProperties;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.DeleteSnapshotsOptionType;
import com.azure.storage.blob.models.DownloadRetryOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.specialized.BlockBlobClient;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import dev.sluice.store.Attempts;
import dev.sluice.store.Attempts.Attempt;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.PartedOutput;
import dev.sluice.store.RangedInput;
import dev.sluice.store.StoreKeys;
import dev.sluice.store.StoreUrl;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Objects as block blobs of one container, which has to exist. Versions are ETags, which Azure never gives twice.
 *
 * <p>Each write carries a mark of its own, as metadata {@value #MARK}. If the answer to it is lost and its repetition
 * meets "exists" or "has changed", the mark tells whether that was ourselves.
 *
 * <p>A key with a backslash is an {@link IOException}: Azure would take it for a slash. With a hierarchical namespace a name cannot be an object and a folder, as in the file store, and folders stay when
 * their last object is deleted. They are not listed.
 */
public final class BlobObjectStore implements ObjectStore {
    static final String MARK = "sluicewrite";

    /** Below: one put. From here on: blocks. There may be 50,000. */
    private static final int BLOCK_BYTES = 8 << 20;

    private static final int RANGE_BYTES = 4 << 20;
    /** The most that Azure lists at once. */
    private static final int PAGE = 5_000;

    private static final int ROUNDS = 3;
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final BlobContainerClient container;
    private final String root;
    private final Attempts attempts;

    private BlobObjectStore(BlobContainerClient container, String prefix, Attempts attempts) {
        this.container = container;
        this.root = prefix.isEmpty() ? "" : prefix + "/";
        this.attempts = attempts;
    }

    /** Opens the store without a call: what is wrong with the account shows at the first one. */
    public static BlobObjectStore open(StoreUrl.Azure url, BlobAccess access) {
        return open(url, access, new Attempts());
    }

    static BlobObjectStore open(StoreUrl.Azure url, BlobAccess access, Attempts attempts) {
        HttpClient http = new JdkHttpClientBuilder()
                .connectionTimeout(CONNECT)
                .writeTimeout(SILENCE)
                .responseTimeout(attempts.tryLimit())
                .readTimeout(SILENCE)
                .build();
        BlobContainerClientBuilder client = new BlobContainerClientBuilder()
                .endpoint(url.endpoint())
                .containerName(url.container())
                .httpClient(http)
                .addPolicy(new TimeLimitPolicy())
                // Attempts does it.
                .retryOptions(new RequestRetryOptions(
                        RetryPolicyType.FIXED, 1, (Duration) null, Duration.ofMillis(1), Duration.ofMillis(1), null));
        access.signIn(client, url);
        return new BlobObjectStore(client.buildClient(), url.prefix(), attempts);
    }

    @Override
    public boolean create(String key, byte[] content) throws IOException {
        Optional<Boolean> created = putIfAbsent(key, content);
        return created.isPresent() ? created.get() : createStreaming(key, out -> out.write(content));
    }

    @Override
    public Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) throws IOException {
        BlockBlobClient blob = blob(key);
        String mark = newMark();
        String what = "swap " + shown(key);
        BlobRequestConditions condition =
                expected == null ? ifAbsent() : new BlobRequestConditions().setIfMatch(expected);
        return attempts.run(what, attempt -> {
            try {
                return Optional.of(put(blob, content, mark, condition, attempt));
            } catch (RuntimeException e) {
                if (!BlobErrors.isConditionNotMet(e)) {
                    throw BlobErrors.translate(what, e);
                }
                if (!attempt.mayHaveHappened()) {
                    return Optional.empty();
                }
                return Optional.of(properties(what, blob, attempt)
                        .filter(found -> isMarked(found, mark))
                        .map(BlobProperties::getETag)
                        .orElseThrow(() -> new IOException("cannot " + what
                                + ": an answer was lost, and it is another's now: ours may have been there before")));
            }
        });
    }

    @Override
    public boolean createStreaming(String key, Content content) throws IOException {
        BlockBlobClient blob = blob(key);
        for (int round = 0; round < ROUNDS; round++) {
            String mark = newMark();
            BlobBlocks blocks = new BlobBlocks(shown(key), blob, mark, attempts);
            PartedOutput out = new PartedOutput(BLOCK_BYTES, blocks);
            content.writeTo(out);
            if (blocks.isEmpty()) {
                Optional<Boolean> created = putIfAbsent(key, out.last());
                if (created.isPresent()) {
                    return created.get();
                }
            }
            Optional<Boolean> created = blocks.commit(out.last());
            if (created.isPresent()) {
                return created.get();
            }
        }
        throw new IOException("cannot create " + shown(key) + ": others created and deleted it " + ROUNDS
                + " times while it was written");
    }

    @Override
    public Optional<StoredObject> get(String key) throws IOException {
        BlockBlobClient blob = blob(key);
        String what = "read " + shown(key);
        return attempts.run(what, attempt -> {
            try {
                BlobDownloadContentResponse found =
                        blob.downloadContentWithResponse(oneTry(), null, null, TimeLimitPolicy.of(attempt, 0));
                requireObject(what, found.getDeserializedHeaders().getMetadata());
                return Optional.of(new StoredObject(
                        found.getValue().toBytes(),
                        found.getDeserializedHeaders().getETag()));
            } catch (RuntimeException e) {
                if (BlobErrors.isMissing(e)) {
                    return Optional.empty();
                }
                throw BlobErrors.translate(what, e);
            }
        });
    }

    @Override
    public Optional<InputStream> open(String key) throws IOException {
        BlockBlobClient blob = blob(key);
        String what = "read " + shown(key);
        Optional<BlobProperties> found = attempts.run(what, attempt -> properties(what, blob, attempt));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        requireObject(what, found.get().getMetadata());
        BlobRequestConditions same =
                new BlobRequestConditions().setIfMatch(found.get().getETag());
        return Optional.of(new RangedInput(
                found.get().getBlobSize(),
                RANGE_BYTES,
                (offset, length) -> attempts.run(what, attempt -> {
                    try {
                        return blob.downloadContentWithResponse(
                                        oneTry(),
                                        same,
                                        new BlobRange(offset, (long) length),
                                        false,
                                        null,
                                        TimeLimitPolicy.of(attempt, 0))
                                .getValue()
                                .toBytes();
                    } catch (RuntimeException e) {
                        throw BlobErrors.translate(what, e);
                    }
                })));
    }

    @Override
    public Stream<ListedObject> list(String prefix) throws IOException {
        BlobListing listing = BlobListing.begin(container, root, StoreKeys.requirePrefix(prefix), attempts, PAGE);
        int characteristics = Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(listing, characteristics), false);
    }

    @Override
    public void delete(String key) throws IOException {
        BlockBlobClient blob = blob(key);
        String what = "delete " + shown(key);
        attempts.run(what, attempt -> {
            try {
                return blob.deleteWithResponse(
                        DeleteSnapshotsOptionType.INCLUDE, null, null, TimeLimitPolicy.of(attempt, 0));
            } catch (RuntimeException e) {
                if (BlobErrors.isMissing(e)) {
                    return true;
                }
                throw BlobErrors.translate(what, e);
            }
        });
    }

    private BlockBlobClient blob(String key) throws IOException {
        if (StoreKeys.requireKey(key).indexOf('\\') >= 0) {
            throw new IOException("cannot use " + shown(key) + ": Azure takes '\\' in a name for '/'");
        }
        return container.getBlobClient(root + key).getBlockBlobClient();
    }

    private String shown(String key) {
        return "'" + key + "' in " + container.getBlobContainerUrl() + "/" + root;
    }

    private static String newMark() {
        return UUID.randomUUID().toString();
    }

    static BlobRequestConditions ifAbsent() {
        return new BlobRequestConditions().setIfNoneMatch("*");
    }

    private static DownloadRetryOptions oneTry() {
        return new DownloadRetryOptions().setMaxRetryRequests(0);
    }

    /**
     * Creates the blob with one put.
     *
     * @return empty if it is said to exist and does not: blocks that somebody left behind stand in the way of a put (on
     *     the emulator at least), but not in that of other blocks
     */
    private Optional<Boolean> putIfAbsent(String key, byte[] content) throws IOException {
        BlockBlobClient blob = blob(key);
        String mark = newMark();
        String what = "create " + shown(key);
        return attempts.run(what, attempt -> {
            try {
                put(blob, content, mark, ifAbsent(), attempt);
                return Optional.of(true);
            } catch (RuntimeException e) {
                return isOurs(what, blob, mark, attempt, e);
            }
        });
    }

    /** Writes the blob and returns its ETag. */
    private static String put(
            BlockBlobClient blob, byte[] content, String mark, BlobRequestConditions condition, Attempt attempt) {
        return blob.uploadWithResponse(
                        new BlockBlobSimpleUploadOptions(BinaryData.fromBytes(content))
                                .setMetadata(Map.of(MARK, mark))
                                .setRequestConditions(condition),
                        null,
                        TimeLimitPolicy.of(attempt, content.length))
                .getValue()
                .getETag();
    }

    /** After a create that failed: whether the blob that exists is ours, if that is why; empty if there is none. */
    static Optional<Boolean> isOurs(String what, BlockBlobClient blob, String mark, Attempt attempt, RuntimeException e)
            throws IOException {
        if (!BlobErrors.isConditionNotMet(e)) {
            throw BlobErrors.translate(what, e);
        }
        return properties(what, blob, attempt).map(found -> isMarked(found, mark));
    }

    static boolean exists(String shown, BlockBlobClient blob, Attempts attempts) throws IOException {
        String what = "look for " + shown;
        return attempts.run(what, attempt -> properties(what, blob, attempt).isPresent());
    }

    static Optional<BlobProperties> properties(String what, BlockBlobClient blob, Attempt attempt) throws IOException {
        try {
            return Optional.of(blob.getPropertiesWithResponse(null, null, TimeLimitPolicy.of(attempt, 0))
                    .getValue());
        } catch (RuntimeException e) {
            if (BlobErrors.isMissing(e)) {
                return Optional.empty();
            }
            throw BlobErrors.translate(what, e);
        }
    }

    private static boolean isMarked(BlobProperties found, String mark) {
        return mark.equals(found.getMetadata().get(MARK));
    }

    private static void requireObject(String what, @Nullable Map<String, String> metadata) throws IOException {
        if (BlobListing.isFolder(metadata)) {
            throw new IOException("cannot " + what + ": it is a folder of other objects");
        }
    }
}
