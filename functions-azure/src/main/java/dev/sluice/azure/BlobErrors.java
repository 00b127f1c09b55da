package dev.sluice.azure;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import com.azure.storage.blob.models.BlobErrorCode;
import com.azure.storage.blob.models.BlobStorageException;
import dev.sluice.store.TransientStoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What the SDK throws, in the words of the port. */
final class BlobErrors {
    private BlobErrors() {}

    /**
     * A condition did not hold: there is one (If-None-Match), or not this version or none (If-Match). Or another write to
     * this name threw away the blocks that were to be committed, so that there is or was one.
     */
    static boolean isConditionNotMet(RuntimeException e) {
        return is(e, 409, BlobErrorCode.BLOB_ALREADY_EXISTS)
                || is(e, 412, BlobErrorCode.CONDITION_NOT_MET)
                || is(e, 400, BlobErrorCode.INVALID_BLOCK_LIST)
                || isMissing(e);
    }

    /** There is no blob. That there is no container is another matter. */
    static boolean isMissing(RuntimeException e) {
        return is(e, 404, BlobErrorCode.BLOB_NOT_FOUND);
    }

    /** Throws the world's errors as such, and our own mistakes as they are. */
    static IOException translate(String what, RuntimeException e) {
        if (e instanceof BlobStorageException answer) {
            return answered(what, answer);
        }
        if (e instanceof HttpResponseException) {
            return new IOException("cannot " + what + ": cannot sign in: " + e.getMessage(), e);
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                InterruptedIOException interrupted = new InterruptedIOException("interrupted: " + what);
                interrupted.initCause(e);
                return interrupted;
            }
            if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
                return TransientStoreException.refused(message(cause), e, Duration.ZERO);
            }
            if (cause instanceof IOException || cause instanceof TimeoutException) {
                return TransientStoreException.open(message(cause), e, Duration.ZERO);
            }
        }
        throw e;
    }

    private static IOException answered(String what, BlobStorageException e) {
        int status = e.getStatusCode();
        String message = status + " "
                + Optional.ofNullable(e.getErrorCode()).map(Object::toString).orElse("without a code");
        return switch (status) {
            case 429 -> TransientStoreException.refused(message, e, retryAfter(e.getResponse()));
            case 408, 500, 502, 503, 504 -> TransientStoreException.open(message, e, retryAfter(e.getResponse()));
            default -> new IOException("cannot " + what + ": " + message, e);
        };
    }

    private static Duration retryAfter(@Nullable HttpResponse response) {
        String seconds = response == null ? null : response.getHeaderValue(HttpHeaderName.RETRY_AFTER);
        return seconds != null && seconds.matches("\\d{1,6}")
                ? Duration.ofSeconds(Long.parseLong(seconds))
                : Duration.ZERO;
    }

    private static String message(Throwable cause) {
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private static boolean is(RuntimeException e, int status, BlobErrorCode code) {
        return e instanceof BlobStorageException answer
                && answer.getStatusCode() == status
                && code.equals(answer.getErrorCode());
    }
}
