package dev.sluice.aws;

import dev.sluice.archive.ArchiveWriter;
import dev.sluice.lake.Deadline;
import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.BatchSummary;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Received;
import dev.sluice.pipeline.RecordArchive;
import dev.sluice.pipeline.Sweep;
import dev.sluice.pipeline.SweepSummary;
import dev.sluice.pipeline.UnplacedBatch;
import dev.sluice.replay.ReplayRequest;
import dev.sluice.replay.ReplayWorker;
import dev.sluice.store.FileObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreUrl;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** What all functions of a process share: one pipeline, and one client per store, opened by the first call that needs them. */
final class App {
    private static final int PARTITIONS_SIDE_BY_SIDE = 8;
    private static @Nullable App shared;

    private final AppSettings settings;
    private final LakeWriter lake;
    private final ChangePipeline pipeline;
    private final Sweep sweep;
    private final @Nullable ReplayWorker replays;
    private final @Nullable ObjectStore onFailure;
    private final EmbeddedMetrics metrics;
    private final InstantSource clock = InstantSource.system();
    private final ExecutorService partitions = Executors.newFixedThreadPool(PARTITIONS_SIDE_BY_SIDE, task -> {
        Thread thread = new Thread(task, "sluice-partition");
        thread.setDaemon(true);
        return thread;
    });

    /** Opens stores. */
    interface Opener {
        /**
         * Opens one.
         *
         * @param foreign whether its objects are somebody else's, and only read
         */
        ObjectStore open(StoreUrl url, boolean foreign) throws IOException;
    }

    private App(AppSettings settings, String function, LakeWriter lake, ObjectStore state, Opener stores)
            throws IOException {
        ObjectStore archive = open(settings.archive(), !settings.archiveWrite(), stores);
        this.settings = settings;
        this.metrics = new EmbeddedMetrics(System.out, function);
        this.lake = lake;
        this.onFailure = open(settings.onFailure(), true, stores);
        this.pipeline = new ChangePipeline(
                settings.settings(),
                lake,
                state,
                archive != null && settings.archiveWrite() ? new ArchiveWriter(archive) : RecordArchive.NONE);
        this.sweep = new Sweep(settings.settings(), lake, state);
        this.replays = archive == null
                ? null
                : new ReplayWorker(
                        settings.settings(),
                        new ChangePipeline(settings.settings(), lake, state),
                        lake,
                        state,
                        archive,
                        "",
                        null,
                        settings.cluster().orElse(null));
    }

    /**
     * The one of this process.
     *
     * @throws IllegalArgumentException if settings are wrong, each time anew
     */
    static synchronized App get() throws IOException {
        App app = shared;
        if (app == null) {
            app = open(System.getenv());
            shared = app;
        }
        return app;
    }

    /**
     * Opens it in the background, while the platform gets ready to make the first call. What is wrong is told by that call,
     * which tries again.
     */
    static void openAhead() {
        Thread opening = new Thread(
                () -> {
                    try {
                        get();
                    } catch (IOException | RuntimeException toldByTheFirstCall) {
                        // nobody is here to be told
                    }
                },
                "sluice-open");
        opening.setDaemon(true);
        opening.start();
    }

    /** Forgets it: connections, credentials and what is known of ledgers do not outlive a snapshot. */
    static synchronized void forget() {
        if (shared != null) {
            shared.partitions.shutdown();
            shared.lake.close();
        }
        shared = null;
    }

    static App open(Map<String, String> environment) throws IOException {
        AppSettings settings = AppSettings.of(environment);
        String function = environment.getOrDefault("AWS_LAMBDA_FUNCTION_NAME", "local"); // Lambda always sets it
        return open(settings, function, (url, foreign) -> store(url, foreign, settings.access()));
    }

    static App open(AppSettings settings, String function, Opener stores) throws IOException {
        ObjectStore lake = stores.open(settings.lake(), false);
        ObjectStore state = stores.open(settings.state(), false);
        return new App(
                settings,
                function,
                LakeWriter.openByFirstBatch(
                        lake,
                        state,
                        settings.settings().layout(),
                        settings.lake().toString()),
                state,
                stores);
    }

    private static @Nullable ObjectStore open(Optional<StoreUrl> url, boolean foreign, Opener stores)
            throws IOException {
        return url.isEmpty() ? null : stores.open(url.get(), foreign);
    }

    private static ObjectStore store(StoreUrl url, boolean foreign, S3Access access) throws IOException {
        if (url instanceof StoreUrl.S3 bucket) {
            return S3ObjectStore.open(bucket, access);
        }
        if (url instanceof StoreUrl.File file) {
            return foreign ? FileObjectStore.foreign(file.root()) : new FileObjectStore(file.root());
        }
        throw new IllegalArgumentException("no store for " + url);
    }

    /** A first call of a store that changes nothing, but for a lake that was not begun. */
    void fixLayout() throws IOException {
        lake.fixLayout();
    }

    AppSettings settings() {
        return settings;
    }

    /**
     * A batch that is not durable.
     *
     * @param cause why
     */
    record Failed(Batch batch, IOException cause) {}

    /**
     * Takes in what an event brought, partitions side by side, and says so in a line of the log per partition.
     *
     * @return the batches that are not durable
     * @throws IOException when records without positions cannot be kept
     */
    List<Failed> take(Received received, Deadline deadline) throws IOException {
        for (UnplacedBatch batch : received.unplaced()) {
            pipeline.keep(batch);
            metrics.unplaced(batch, clock.millis());
        }
        List<Future<?>> running = new ArrayList<>();
        for (Batch batch : received.batches()) {
            running.add(partitions.submit(() -> {
                process(batch, deadline);
                return null;
            }));
        }
        List<Failed> failed = new ArrayList<>();
        for (int i = 0; i < running.size(); i++) {
            IOException cause = outcome(running.get(i));
            if (cause != null) {
                Batch batch = received.batches().get(i);
                metrics.failed(batch, cause, clock.millis());
                failed.add(new Failed(batch, cause));
            }
        }
        return failed;
    }

    /** A bug in one partition is no reason to lose sight of the others; it is thrown back like the world's failures. */
    private static @Nullable IOException outcome(Future<?> running) throws IOException {
        try {
            running.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void process(Batch batch, Deadline deadline) throws IOException {
        long start = System.nanoTime();
        BatchReport report = pipeline.process(batch, deadline);
        metrics.batch(
                BatchSummary.of(
                        batch,
                        report,
                        pipeline.holes(batch.source()),
                        clock.millis(),
                        Duration.ofNanos(System.nanoTime() - start)),
                clock.millis());
    }

    void sweep() throws IOException {
        List<Sweep.Item> items = sweep.run(clock.instant());
        metrics.sweep(SweepSummary.of(items, clock.instant()), clock.millis());
    }

    /** @throws IllegalArgumentException if there is no archive */
    ReplayWorker replays() {
        if (replays == null) {
            throw new IllegalArgumentException(AppSettings.ARCHIVE + " is missing: where the archive is");
        }
        return replays;
    }

    /** @throws IllegalArgumentException that says what is wrong with the request */
    ReplayWorker.Begun beginReplay(ReplayRequest request) throws IOException {
        return replays().begin(request, clock.instant());
    }

    /** Does a step; names of further ones. */
    List<String> replayStep(String step, Deadline deadline) throws IOException {
        ReplayWorker.Done done = replays().run(step, deadline);
        metrics.log(done.summary());
        return done.more();
    }

    void replayFailed(String step, String reason) throws IOException {
        replays().fail(step, reason);
        metrics.replayFailed(step, clock.millis());
    }

    /**
     * Takes in a batch that the event source mapping gave up.
     *
     * @param key in the bucket of the on-failure destination
     * @throws IOException when some of it is not durable
     */
    void takeOnFailure(String key, Deadline deadline) throws IOException {
        if (onFailure == null) {
            throw new IllegalArgumentException(
                    AppSettings.ON_FAILURE + " is missing: where the on-failure destination is");
        }
        try (InputStream object = onFailure
                .open(settings.onFailureKey(key))
                .orElseThrow(() -> new NoSuchFileException(key, null, "no object of the on-failure destination"))) {
            List<Failed> failed = take(KafkaEventReader.read(object, settings.cluster()), deadline);
            if (!failed.isEmpty()) {
                throw KafkaHandler.first(failed);
            }
        }
    }
}
