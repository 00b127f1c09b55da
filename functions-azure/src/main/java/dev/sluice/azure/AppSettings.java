package dev.sluice.azure;

import dev.sluice.pipeline.Settings;
import dev.sluice.store.StoreUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the function app.
 *
 * @param archive where replays read
 * @param archiveWrite batches are kept there too
 * @param stream what the stream is called, if not like its hub
 * @param timeLimit after this long, a batch begins nothing new and is thrown back; below {@code functionTimeout} of host.json
 * @param kafkaCluster what the cluster is called, of which the Kafka trigger reads; part of a log's identity
 * @param kafkaBrokerTimes the broker sets the times of records, not the producer
 */
record AppSettings(
        Settings settings,
        StoreUrl lake,
        StoreUrl state,
        Optional<StoreUrl> archive,
        boolean archiveWrite,
        BlobAccess access,
        Optional<String> stream,
        Duration timeLimit,
        String kafkaCluster,
        boolean kafkaBrokerTimes) {
    static final String LAKE = "SLUICE_LAKE";
    static final String STATE = "SLUICE_STATE";
    static final String ARCHIVE = "SLUICE_ARCHIVE";
    static final String ARCHIVE_WRITE = "SLUICE_ARCHIVE_WRITE";
    static final String STREAM = "SLUICE_STREAM";
    static final String HUB = "SLUICE_HUB";
    static final String CONSUMER_GROUP = "SLUICE_CONSUMER_GROUP";
    static final String TIME_LIMIT = "SLUICE_TIME_LIMIT";
    static final String KAFKA_BROKERS = "SLUICE_KAFKA_BROKERS";
    static final String KAFKA_TOPIC = "SLUICE_KAFKA_TOPIC";
    static final String KAFKA_CONSUMER_GROUP = "SLUICE_KAFKA_CONSUMER_GROUP";
    static final String KAFKA_USER = "SLUICE_KAFKA_USER";
    static final String KAFKA_PASSWORD = "SLUICE_KAFKA_PASSWORD";
    static final String KAFKA_CLUSTER = "SLUICE_KAFKA_CLUSTER";
    static final String KAFKA_BROKER_TIMES = "SLUICE_KAFKA_BROKER_TIMES";

    /** Variables that only this module has; half of them are read by the host. */
    static final Set<String> OURS = Set.of(
            HUB,
            CONSUMER_GROUP,
            TIME_LIMIT,
            KAFKA_BROKERS,
            KAFKA_TOPIC,
            KAFKA_CONSUMER_GROUP,
            KAFKA_USER,
            KAFKA_PASSWORD,
            KAFKA_CLUSTER,
            KAFKA_BROKER_TIMES,
            BlobAccess.KEY,
            BlobAccess.ALLOW_KEY);

    /** Less than the ten minutes of our host.json, by what a put may take and some more. */
    private static final Duration DEFAULT_LIMIT = Duration.ofMinutes(8);

    /**
     * Reads the settings.
     *
     * @throws IllegalArgumentException that names all that is wrong or missing, one per line, each with what is expected
     */
    static AppSettings of(Map<String, String> environment) {
        Reader in = new Reader(environment);
        Settings settings = in.collect(() -> Settings.of(environment, OURS), Settings.DEFAULT);
        StoreUrl nowhere = new StoreUrl.S3("none", "");
        AppSettings app = new AppSettings(
                settings,
                in.read(LAKE, "where the lake is", nowhere, AppSettings::store),
                in.read(STATE, "where the state is", nowhere, AppSettings::store),
                in.read(ARCHIVE, null, Optional.<StoreUrl>empty(), text -> Optional.of(store(text))),
                in.read(ARCHIVE_WRITE, null, false, text -> archiveWrite(text, environment.getOrDefault(ARCHIVE, ""))),
                in.collect(() -> BlobAccess.from(environment), BlobAccess.IDENTITY),
                Optional.ofNullable(environment.get(STREAM)).filter(text -> !text.isBlank()),
                in.read(TIME_LIMIT, null, DEFAULT_LIMIT, AppSettings::limit),
                in.read(KAFKA_CLUSTER, null, "kafka", text -> text),
                in.read(KAFKA_BROKER_TIMES, null, false, AppSettings::flag));
        in.complain();
        return app;
    }

    private static StoreUrl store(String text) {
        StoreUrl url = StoreUrl.parse(text, Path.of(""));
        if (url instanceof StoreUrl.S3) {
            throw new IllegalArgumentException("a bucket of S3 cannot be reached from here (expected"
                    + " https://<account>.blob.core.windows.net/<container>/<prefix>)");
        }
        return url;
    }

    private static Duration limit(String text) {
        if (!text.matches("[1-9]\\d{0,4}s")) {
            throw new IllegalArgumentException("'" + text + "' is not a number of seconds, like 480s");
        }
        return Duration.ofSeconds(Long.parseLong(text.substring(0, text.length() - 1)));
    }

    private static boolean archiveWrite(String text, String archive) {
        boolean write = flag(text);
        if (write && archive.isBlank()) {
            throw new IllegalArgumentException("it is true, and " + ARCHIVE + " is missing: where to");
        }
        return write;
    }

    private static boolean flag(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("'" + text + "' is neither true nor false");
        }
        return text.equals("true");
    }

    /** Reads values and collects what is wrong with them. */
    private static final class Reader {
        private final Map<String, String> environment;
        private final List<String> faults = new ArrayList<>();

        private Reader(Map<String, String> environment) {
            this.environment = environment;
        }

        /** What reads by itself. */
        private interface Part<T> {
            T read();
        }

        private <T> T collect(Part<T> part, T otherwise) {
            try {
                return part.read();
            } catch (IllegalArgumentException e) {
                faults.add(e.getMessage());
                return otherwise;
            }
        }

        /** @param what it is, if it has to be there */
        private <T> T read(String name, @Nullable String what, T otherwise, Function<String, T> parse) {
            String text = environment.get(name);
            if (text == null || text.isBlank()) {
                if (what != null) {
                    faults.add(name + " is missing: " + what);
                }
                return otherwise;
            }
            return collect(
                    () -> {
                        try {
                            return parse.apply(text.strip());
                        } catch (IllegalArgumentException e) {
                            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
                        }
                    },
                    otherwise);
        }

        private void complain() {
            if (!faults.isEmpty()) {
                throw new IllegalArgumentException(String.join("\n", faults));
            }
        }
    }
}
