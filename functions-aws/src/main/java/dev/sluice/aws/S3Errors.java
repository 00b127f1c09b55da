package dev.sluice.aws;

import dev.sluice.store.TransientStoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What the SDK throws, in the words of the port. */
final class S3Errors {
    /** Of status 400, or of 200 with an error in the body. */
    private static final Set<String> PASSING =
            Set.of("InternalError", "RequestTimeout", "ServiceUnavailable", "SlowDown", "OperationAborted");

    private S3Errors() {}

    /** A condition did not hold: there is one (If-None-Match), or not this version or none (If-Match). */
    static boolean isConditionNotMet(SdkException e) {
        return is(e, 412, "PreconditionFailed") || is(e, 404, "NoSuchKey");
    }

    /** There is no object. That there is no bucket is another matter; the answer to a HEAD does not tell them apart. */
    static boolean isMissing(SdkException e) {
        return is(e, 404, "NoSuchKey");
    }

    /** A HEAD has no body, and so no code. */
    static boolean isMissingByHead(SdkException e) {
        return e instanceof S3Exception answer && answer.statusCode() == 404;
    }

    /** A delete came between: a put is to be made again, and an upload in parts from its beginning. */
    static boolean isConflict(SdkException e) {
        return is(e, 409, "ConditionalRequestConflict");
    }

    /** An upload was completed or aborted already, or its parts are gone (in an S3 that keeps them by name). */
    static boolean isUploadGone(SdkException e) {
        return is(e, 404, "NoSuchUpload") || is(e, 400, "InvalidPart");
    }

    /** Throws the world's errors as such, and our own mistakes as they are. */
    static IOException translate(String what, SdkException e) {
        if (e instanceof S3Exception answer) {
            return answered(what, answer);
        }
        if (e instanceof AbortedException || Thread.currentThread().isInterrupted()) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted: " + what);
            interrupted.initCause(e);
            return interrupted;
        }
        if (e instanceof ApiCallAttemptTimeoutException || e instanceof ApiCallTimeoutException) {
            return TransientStoreException.open("no answer in time", e, Duration.ZERO);
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
                return TransientStoreException.refused(message(cause), e, Duration.ZERO);
            }
            if (cause instanceof IOException) {
                return TransientStoreException.open(message(cause), e, Duration.ZERO);
            }
        }
        return new IOException("cannot " + what + ": " + e.getMessage(), e);
    }

    private static IOException answered(String what, S3Exception e) {
        String message = e.statusCode() + " " + code(e).orElse("without a code");
        if (e.statusCode() == 429 || isConflict(e)) {
            return TransientStoreException.refused(message, e, retryAfter(e));
        }
        boolean passing = switch (e.statusCode()) {
            case 408, 500, 502, 503, 504 -> true;
            default -> code(e).filter(PASSING::contains).isPresent();
        };
        return passing
                ? TransientStoreException.open(message, e, retryAfter(e))
                : new IOException("cannot " + what + ": " + message, e);
    }

    private static Duration retryAfter(S3Exception e) {
        return Optional.ofNullable(e.awsErrorDetails())
                .map(details -> details.sdkHttpResponse())
                .flatMap(response -> response.firstMatchingHeader("Retry-After"))
                .filter(seconds -> seconds.matches("\\d{1,6}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(Duration.ZERO);
    }

    private static String message(Throwable cause) {
        return Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
    }

    private static boolean is(SdkException e, int status, String code) {
        return e instanceof S3Exception answer
                && answer.statusCode() == status
                && code(answer).equals(Optional.of(code));
    }

    private static Optional<String> code(S3Exception e) {
        return Optional.ofNullable(e.awsErrorDetails()).map(details -> details.errorCode());
    }
}
