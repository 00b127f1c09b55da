package dev.sluice.pipeline;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;

/**
 * How long the pieces of split events wait.
 *
 * @param ttl for pieces that are missing, before the set is reported as incomplete; they may still come
 * @param grace for late duplicates, before the pieces of a finished event are removed
 */
public record Waiting(Duration ttl, Duration grace) {
    public static final Waiting DEFAULT = new Waiting(Duration.ofHours(1), Duration.ofDays(1));

    /** Reads {@code 90s}, {@code 30m}, {@code 12h}, {@code 7d} or an ISO 8601 duration. */
    static Duration duration(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        String iso = upper.startsWith("P") ? upper : upper.endsWith("D") ? "P" + upper : "PT" + upper;
        try {
            Duration duration = Duration.parse(iso);
            if (!duration.isNegative() && !duration.isZero()) {
                return duration;
            }
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no duration; expected one like 90s, 30m, 12h or 7d", e);
        }
        throw new IllegalArgumentException("'" + text + "' is not longer than nothing");
    }
}
