package dev.sluice.aws;

import dev.sluice.pipeline.Settings;
import dev.sluice.store.StoreUrl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of the Lambda functions.
 *
 * @param archive where replays read
 * @param archiveWrite batches are kept there too
 * @param onFailure where the event source mapping puts batches that it gave up
 * @param partialBatch the event source mapping understands which records failed; else a failure throws
 * @param cluster what the cluster is called, if not like its ARN or its brokers; part of a log's identity
 */
record AppSettings(
        Settings settings,
        StoreUrl lake,
        StoreUrl state,
        Optional<StoreUrl> archive,
        boolean archiveWrite,
        Optional<StoreUrl> onFailure,
        S3Access access,
        boolean partialBatch,
        Optional<String> cluster) {
    static final String LAKE = "SLUICE_LAKE";
    static final String STATE = "SLUICE_STATE";
    static final String ARCHIVE = "SLUICE_ARCHIVE";
    static final String ARCHIVE_WRITE = "SLUICE_ARCHIVE_WRITE";
    static final String ON_FAILURE = "SLUICE_ON_FAILURE";
    static final String PARTIAL_BATCH = "SLUICE_PARTIAL_BATCH";
    static final String KAFKA_CLUSTER = "SLUICE_KAFKA_CLUSTER";

    /** Variables that only this module has. */
    static final Set<String> OURS =
            Set.of(ON_FAILURE, PARTIAL_BATCH, KAFKA_CLUSTER, S3Access.ENDPOINT, S3Access.BUCKET_OWNER);

    /**
     * Reads the settings.
     *
     * @throws IllegalArgumentException that names all that is wrong or missing, one per line, each with what is expected
     */
    static AppSettings of(Map<String, String> environment) {
        Faults faults = new Faults();
        StoreUrl nowhere = new StoreUrl.File(Path.of("/"));
        AppSettings app = new AppSettings(
                faults.collect(() -> Settings.of(environment, OURS), Settings.DEFAULT),
                faults.collect(() -> store(environment, LAKE), nowhere),
                faults.collect(() -> store(environment, STATE), nowhere),
                faults.collect(() -> optional(environment, ARCHIVE), Optional.empty()),
                faults.collect(() -> archiveWrite(environment), false),
                faults.collect(() -> optional(environment, ON_FAILURE), Optional.empty()),
                faults.collect(() -> S3Access.from(environment), S3Access.ROLE),
                faults.collect(() -> flag(environment, PARTIAL_BATCH), false),
                cluster(environment));
        faults.complain();
        return app;
    }

    /** What the cluster is called, as set; nothing can be wrong with it. */
    static Optional<String> cluster(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(KAFKA_CLUSTER)).filter(text -> !text.isBlank());
    }

    private static Optional<StoreUrl> optional(Map<String, String> environment, String name) {
        return environment.getOrDefault(name, "").isBlank() ? Optional.empty() : Optional.of(store(environment, name));
    }

    private static StoreUrl store(Map<String, String> environment, String name) {
        String text = environment.getOrDefault(name, "");
        if (text.isBlank()) {
            throw new IllegalArgumentException(name + " is missing (expected s3://<bucket>/<prefix>)");
        }
        StoreUrl url;
        try {
            url = StoreUrl.parse(text.strip(), Path.of(""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
        if (url instanceof StoreUrl.Azure) {
            throw new IllegalArgumentException(
                    name + ": a container of Azure cannot be reached from here (expected s3://<bucket>/<prefix>)");
        }
        return url;
    }

    /** Where the items of a replay are listed: a prefix of keys of the state's bucket. */
    String replayItems(String replay) {
        String prefix = state instanceof StoreUrl.S3 bucket && !bucket.prefix().isEmpty() ? bucket.prefix() + "/" : "";
        return prefix + "replays/" + replay + "/items/";
    }

    /**
     * Key of an object below the on-failure destination's prefix.
     *
     * @param inBucket its key in the bucket
     */
    String onFailureKey(String inBucket) {
        String prefix = onFailure.orElseThrow() instanceof StoreUrl.S3 bucket
                        && !bucket.prefix().isEmpty()
                ? bucket.prefix() + "/"
                : "";
        if (!inBucket.startsWith(prefix)) {
            throw new IllegalArgumentException("the object is not below " + ON_FAILURE);
        }
        return inBucket.substring(prefix.length());
    }

    private static boolean archiveWrite(Map<String, String> environment) {
        boolean write = flag(environment, ARCHIVE_WRITE);
        if (write && environment.getOrDefault(ARCHIVE, "").isBlank()) {
            throw new IllegalArgumentException(ARCHIVE_WRITE + " is true, and " + ARCHIVE
                    + " is missing: where to (expected s3://<bucket>/<prefix>)");
        }
        return write;
    }

    private static boolean flag(Map<String, String> environment, String name) {
        String text = environment.getOrDefault(name, "false");
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(name + ": '" + text + "' is neither true nor false");
        }
        return text.equals("true");
    }

    /** Collects what is wrong. */
    private static final class Faults {
        private final List<String> all = new ArrayList<>();

        /** What reads a setting. */
        private interface Part<T> {
            T read();
        }

        private <T> T collect(Part<T> part, T otherwise) {
            try {
                return part.read();
            } catch (IllegalArgumentException e) {
                all.add(e.getMessage());
                return otherwise;
            }
        }

        private void complain() {
            if (!all.isEmpty()) {
                throw new IllegalArgumentException(String.join("\n", all));
            }
        }
    }
}
