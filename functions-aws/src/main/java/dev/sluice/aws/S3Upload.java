package dev.sluice.aws;

import dev.sluice.store.Attempts;
import dev.sluice.store.Attempts.Attempt;
import dev.sluice.store.PartedOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * A large object on its way: parts that nobody sees until the upload is completed. One that is not is aborted; what a
 * crash leaves, a rule of the bucket has to remove (AbortIncompleteMultipartUpload).
 */
final class S3Upload implements PartedOutput.Parts, AutoCloseable {
    private final S3Client client;
    private final String bucket;
    private final String name;
    private final String shown;
    private final Attempts attempts;
    private final String mark = S3ObjectStore.newMark();
    private final List<CompletedPart> parts = new ArrayList<>();
    private @Nullable String upload;
    private boolean exists;

    S3Upload(S3Client client, String bucket, String name, String shown, Attempts attempts) {
        this.client = client;
        this.bucket = bucket;
        this.name = name;
        this.shown = shown;
        this.attempts = attempts;
    }

    boolean isEmpty() {
        return upload == null && !exists;
    }

    @Override
    public void add(byte[] part) throws IOException {
        if (isEmpty()) {
            begin();
        }
        if (exists) {
            return; // The rest is written for nothing, but not sent.
        }
        int number = parts.size() + 1;
        String what = "write a part of " + shown;
        String etag = attempts.run(what, attempt -> {
            Duration time = attempt.timeFor(part.length);
            try {
                return client.uploadPart(
                                one -> one.bucket(bucket)
                                        .key(name)
                                        .uploadId(upload)
                                        .partNumber(number)
                                        .overrideConfiguration(S3ObjectStore.within(time)),
                                S3ObjectStore.body(part))
                        .eTag();
            } catch (SdkException e) {
                throw S3Errors.translate(what, e);
            }
        });
        parts.add(CompletedPart.builder().partNumber(number).eTag(etag).build());
    }

    /** Whether this created the object; empty if all has to be written again. */
    Optional<Boolean> complete(byte[] last) throws IOException {
        add(last);
        if (exists) {
            return Optional.of(false);
        }
        String what = "create " + shown;
        Optional<Boolean> created = attempts.run(what, attempt -> complete(what, attempt));
        if (created.equals(Optional.of(true))) {
            upload = null;
        }
        return created;
    }

    private Optional<Boolean> complete(String what, Attempt attempt) throws IOException {
        Duration time = attempt.timeFor(0);
        try {
            client.completeMultipartUpload(done -> done.bucket(bucket)
                    .key(name)
                    .uploadId(upload)
                    .ifNoneMatch("*")
                    .multipartUpload(all -> all.parts(parts))
                    .overrideConfiguration(S3ObjectStore.within(time)));
            return Optional.of(true);
        } catch (SdkException e) {
            if (S3Errors.isConflict(e)) {
                return Optional.empty();
            }
            if (!S3Errors.isConditionNotMet(e) && !S3Errors.isUploadGone(e)) {
                throw S3Errors.translate(what, e);
            }
            return S3ObjectStore.head(what, client, bucket, name, attempt)
                    .map(found -> S3ObjectStore.isMarked(found, mark));
        }
    }

    private void begin() throws IOException {
        String what = "create " + shown;
        exists = attempts.run(
                what,
                attempt ->
                        S3ObjectStore.head(what, client, bucket, name, attempt).isPresent());
        if (exists) {
            return;
        }
        upload = attempts.run(what, attempt -> {
            Duration time = attempt.timeFor(0);
            try {
                return client.createMultipartUpload(begun -> begun.bucket(bucket)
                                .key(name)
                                .metadata(Map.of(S3ObjectStore.MARK, mark))
                                .overrideConfiguration(S3ObjectStore.within(time)))
                        .uploadId();
            } catch (SdkException e) {
                throw S3Errors.translate(what, e);
            }
        });
    }

    /** Aborts it unless it was completed. That fails at worst: the parts then wait for the bucket's rule. */
    @Override
    public void close() {
        if (upload == null) {
            return;
        }
        try {
            client.abortMultipartUpload(aborted -> aborted.bucket(bucket)
                    .key(name)
                    .uploadId(upload)
                    .overrideConfiguration(S3ObjectStore.within(attempts.tryLimit())));
        } catch (SdkException e) {
            // What was to be told about this object is told already.
        }
    }
}
