package dev.sluice.aws;

import dev.sluice.store.Attempts;
import dev.sluice.store.Attempts.Attempt;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.PartedOutput;
import dev.sluice.store.RangedInput;
import dev.sluice.store.StoreKeys;
import dev.sluice.store.StoreUrl;
import dev.sluice.store.StoredObject;
import dev.sluice.store.TransientStoreException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * Objects of one bucket, which has to exist and list in the order of names, as general purpose buckets do. Versions are
 * ETags: an object that becomes B and A again may have A's old version again.
 *
 * <p>Each write carries a mark of its own, as metadata {@value #MARK}. If the answer to it is lost and its repetition
 * meets "exists" or "has changed", the mark tells whether that was ourselves.
 */
public final class S3ObjectStore implements ObjectStore {
    static final String MARK = "sluicewrite";

    /** Below: one put. From here on: an upload in parts. There may be 10,000. */
    private static final int PART_BYTES = 8 << 20;

    private static final int RANGE_BYTES = 4 << 20;
    /** The most that S3 lists at once. */
    private static final int PAGE = 1_000;

    private static final int ROUNDS = 3;

    private final S3Client client;
    private final String bucket;
    private final String root;
    private final Attempts attempts;

    private S3ObjectStore(S3Client client, String bucket, String prefix, Attempts attempts) {
        this.client = client;
        this.bucket = bucket;
        this.root = prefix.isEmpty() ? "" : prefix + "/";
        this.attempts = attempts;
    }

    /** Opens the store without a call: what is wrong with the bucket shows at the first one. */
    public static S3ObjectStore open(StoreUrl.S3 url, S3Access access) {
        return new S3ObjectStore(access.client(), url.bucket(), url.prefix(), new Attempts());
    }

    static S3ObjectStore open(StoreUrl.S3 url, S3Access access, Attempts attempts) {
        return new S3ObjectStore(access.client(attempts), url.bucket(), url.prefix(), attempts);
    }

    @Override
    public boolean create(String key, byte[] content) throws IOException {
        Optional<Boolean> created = putIfAbsent(key, content);
        return created.isPresent() ? created.get() : createStreaming(key, out -> out.write(content));
    }

    @Override
    public Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) throws IOException {
        String name = name(key);
        String mark = newMark();
        String what = "swap " + shown(key);
        return attempts.run(what, attempt -> {
            try {
                return Optional.of(put(name, content, mark, attempt, put -> {
                    if (expected == null) {
                        put.ifNoneMatch("*");
                    } else {
                        put.ifMatch(expected);
                    }
                }));
            } catch (SdkException e) {
                if (!S3Errors.isConditionNotMet(e)) {
                    throw S3Errors.translate(what, e);
                }
                if (!attempt.mayHaveHappened()) {
                    return Optional.empty();
                }
                return Optional.of(head(what, client, bucket, name, attempt)
                        .filter(found -> isMarked(found, mark))
                        .map(HeadObjectResponse::eTag)
                        .orElseThrow(() -> new IOException("cannot " + what
                                + ": an answer was lost, and it is another's now: ours may have been there before")));
            }
        });
    }

    @Override
    public boolean createStreaming(String key, Content content) throws IOException {
        String name = name(key);
        for (int round = 0; round < ROUNDS; round++) {
            try (S3Upload upload = new S3Upload(client, bucket, name, shown(key), attempts)) {
                PartedOutput out = new PartedOutput(PART_BYTES, upload);
                content.writeTo(out);
                if (upload.isEmpty()) {
                    Optional<Boolean> created = putIfAbsent(key, out.last());
                    if (created.isPresent()) {
                        return created.get();
                    }
                }
                Optional<Boolean> created = upload.complete(out.last());
                if (created.isPresent()) {
                    return created.get();
                }
            }
        }
        throw new IOException("cannot create " + shown(key) + ": others created and deleted it " + ROUNDS
                + " times while it was written");
    }

    @Override
    public Optional<StoredObject> get(String key) throws IOException {
        String name = name(key);
        String what = "read " + shown(key);
        return attempts.run(what, attempt -> {
            // However large it is; silence ends it sooner.
            Duration time = attempt.timeFor(Integer.MAX_VALUE);
            try {
                ResponseBytes<GetObjectResponse> found = client.getObjectAsBytes(
                        get -> get.bucket(bucket).key(name).overrideConfiguration(within(time)));
                return Optional.of(
                        new StoredObject(whole(found), found.response().eTag()));
            } catch (SdkException e) {
                if (S3Errors.isMissing(e)) {
                    return Optional.empty();
                }
                throw S3Errors.translate(what, e);
            }
        });
    }

    @Override
    public Optional<InputStream> open(String key) throws IOException {
        String name = name(key);
        String what = "read " + shown(key);
        Optional<HeadObjectResponse> found = attempts.run(what, attempt -> head(what, client, bucket, name, attempt));
        return found.map(object -> new RangedInput(
                object.contentLength(),
                RANGE_BYTES,
                (offset, length) -> attempts.run(what, attempt -> {
                    Duration time = attempt.timeFor(length);
                    try {
                        return whole(client.getObjectAsBytes(get -> get.bucket(bucket)
                                .key(name)
                                .ifMatch(object.eTag())
                                .range("bytes=" + offset + "-" + (offset + length - 1))
                                .overrideConfiguration(within(time))));
                    } catch (SdkException e) {
                        throw S3Errors.translate(what, e);
                    }
                })));
    }

    @Override
    public Stream<ListedObject> list(String prefix) throws IOException {
        S3Listing listing = S3Listing.begin(client, bucket, root, StoreKeys.requirePrefix(prefix), attempts, PAGE);
        int characteristics = Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(listing, characteristics), false);
    }

    @Override
    public void delete(String key) throws IOException {
        String name = name(key);
        String what = "delete " + shown(key);
        attempts.run(what, attempt -> {
            Duration time = attempt.timeFor(0);
            try {
                return client.deleteObject(
                        delete -> delete.bucket(bucket).key(name).overrideConfiguration(within(time)));
            } catch (SdkException e) {
                if (S3Errors.isMissing(e)) {
                    return true;
                }
                throw S3Errors.translate(what, e);
            }
        });
    }

    private String name(String key) {
        return root + StoreKeys.requireKey(key);
    }

    private String shown(String key) {
        return "'" + key + "' in s3://" + bucket + "/" + root;
    }

    static String newMark() {
        return UUID.randomUUID().toString();
    }

    static boolean isMarked(HeadObjectResponse found, String mark) {
        return mark.equals(found.metadata().get(MARK));
    }

    /** Bounds a call with all that belongs to it, signing in too: nothing is sent later. */
    static AwsRequestOverrideConfiguration within(Duration time) {
        return AwsRequestOverrideConfiguration.builder().apiCallTimeout(time).build();
    }

    /** Without the copy that the SDK would make. */
    static RequestBody body(byte[] content) {
        return RequestBody.fromContentProvider(
                ContentStreamProvider.fromByteArrayUnsafe(content), content.length, "application/octet-stream");
    }

    /** All that was announced: the JDK's client takes a lost connection for the end of the answer. */
    private static byte[] whole(ResponseBytes<GetObjectResponse> found) throws TransientStoreException {
        byte[] bytes = found.asByteArrayUnsafe();
        long announced = found.response().contentLength();
        if (bytes.length != announced) {
            String message = "the connection was lost after " + bytes.length + " of " + announced + " bytes";
            throw TransientStoreException.open(message, new EOFException(message), Duration.ZERO);
        }
        return bytes;
    }

    /**
     * Creates the object with one put.
     *
     * @return empty if it was said to exist and does not: somebody deleted it, or (in an S3 that keeps parts by name)
     *     left parts behind, which stand in the way of a put, but not in that of other parts
     */
    private Optional<Boolean> putIfAbsent(String key, byte[] content) throws IOException {
        String name = name(key);
        String mark = newMark();
        String what = "create " + shown(key);
        return attempts.run(what, attempt -> {
            try {
                put(name, content, mark, attempt, put -> put.ifNoneMatch("*"));
                return Optional.of(true);
            } catch (SdkException e) {
                if (!S3Errors.isConditionNotMet(e)) {
                    throw S3Errors.translate(what, e);
                }
                // At the first try too: the HTTP client repeats a put without a body by itself.
                return head(what, client, bucket, name, attempt).map(found -> isMarked(found, mark));
            }
        });
    }

    /** Writes the object and returns its ETag. */
    private String put(
            String name, byte[] content, String mark, Attempt attempt, Consumer<PutObjectRequest.Builder> condition)
            throws IOException {
        PutObjectRequest.Builder put = PutObjectRequest.builder()
                .bucket(bucket)
                .key(name)
                .metadata(Map.of(MARK, mark))
                .overrideConfiguration(within(attempt.timeFor(content.length)));
        condition.accept(put);
        return client.putObject(put.build(), body(content)).eTag();
    }

    static Optional<HeadObjectResponse> head(String what, S3Client client, String bucket, String name, Attempt attempt)
            throws IOException {
        Duration time = attempt.timeFor(0);
        try {
            return Optional.of(
                    client.headObject(head -> head.bucket(bucket).key(name).overrideConfiguration(within(time))));
        } catch (SdkException e) {
            if (S3Errors.isMissingByHead(e)) {
                return Optional.empty();
            }
            throw S3Errors.translate(what, e);
        }
    }
}
