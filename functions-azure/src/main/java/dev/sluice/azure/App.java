package dev.sluice.azure;

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
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What all functions of a process share: one pipeline, and one client per store. The platform makes a new function object
 * for every call, so it is kept here, and opened by the first call that needs it.
 */
final class App {
    private static @Nullable App shared;

    private final AppSettings settings;
    private final ChangePipeline pipeline;
    private final Sweep sweep;
    private final @Nullable ReplayWorker replays;
    private final Telemetry telemetry = new Telemetry();
    private final InstantSource clock = InstantSource.system();

    private App(AppSettings settings, LakeWriter lake, ObjectStore state, @Nullable ObjectStore archive) {
        this.settings = settings;
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
                        settings.stream().orElse(null),
                        null);
    }

    /**
     * The one of this process.
     *
     * @throws IllegalArgumentException if settings are wrong, each time anew: a restart with right ones is needed
     */
    static synchronized App get() throws IOException {
        App app = shared;
        if (app == null) {
            app = open(System.getenv());
            shared = app;
        }
        return app;
    }

    static App open(Map<String, String> environment) throws IOException {
        AppSettings settings = AppSettings.of(environment);
        ObjectStore lake = store(settings.lake(), settings.access());
        ObjectStore state = store(settings.state(), settings.access());
        ObjectStore archive = settings.archive().isEmpty()
                ? null
                : archive(settings, settings.archive().get());
        LakeWriter writer = LakeWriter.openByFirstBatch(
                lake, state, settings.settings().layout(), settings.lake().toString());
        return new App(settings, writer, state, archive);
    }

    /** Files of somebody else, which are only read, unless batches are kept there. */
    private static ObjectStore archive(AppSettings settings, StoreUrl url) throws IOException {
        return url instanceof StoreUrl.File file && !settings.archiveWrite()
                ? FileObjectStore.foreign(file.root())
                : store(url, settings.access());
    }

    private static ObjectStore store(StoreUrl url, BlobAccess access) throws IOException {
        if (url instanceof StoreUrl.Azure azure) {
            return BlobObjectStore.open(azure, access);
        }
        if (url instanceof StoreUrl.File file) {
            return new FileObjectStore(file.root());
        }
        throw new IllegalArgumentException("no store for " + url);
    }

    AppSettings settings() {
        return settings;
    }

    /**
     * Takes in what a call brought, each partition for itself, and says so in a line of the log per partition.
     *
     * @throws IOException when some of it is not durable; none of it may be acknowledged then
     */
    void take(Received received, Logger log) throws IOException {
        Deadline deadline = Deadline.in(settings.timeLimit());
        IOException failure = null;
        for (UnplacedBatch batch : received.unplaced()) {
            failure = tried(() -> keep(batch, log), failure);
        }
        for (Batch batch : received.batches()) {
            failure = tried(() -> process(batch, deadline, log), failure);
        }
        if (failure != null) {
            telemetry.recordFailure();
            throw failure;
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private static @Nullable IOException tried(Step step, @Nullable IOException before) {
        try {
            step.run();
            return before;
        } catch (IOException e) {
            if (before == null) {
                return e;
            }
            before.addSuppressed(e);
            return before;
        }
    }

    private void process(Batch batch, Deadline deadline, Logger log) throws IOException {
        long start = System.nanoTime();
        BatchReport report = pipeline.process(batch, deadline);
        BatchSummary summary = BatchSummary.of(
                batch,
                report,
                pipeline.holes(batch.source()),
                clock.millis(),
                Duration.ofNanos(System.nanoTime() - start));
        telemetry.record(summary);
        log.info(summary::json);
    }

    /** Keeps a batch without positions in the quarantine. */
    private void keep(UnplacedBatch batch, Logger log) throws IOException {
        pipeline.keep(batch);
        telemetry.recordUnplaced(batch);
        log.log(
                Level.WARNING,
                "stream {0}, partition {1}: {2} records without positions are in the quarantine: {3}",
                new Object[] {
                    batch.source().stream(),
                    batch.source().partition(),
                    batch.bodies().size(),
                    batch.reason()
                });
    }

    void sweep(Logger log) throws IOException {
        List<Sweep.Item> items = sweep.run(clock.instant());
        SweepSummary summary = SweepSummary.of(items, clock.instant());
        telemetry.record(summary);
        log.info(summary::json);
    }

    /** @throws IllegalArgumentException if there is no archive */
    ReplayWorker replays() {
        if (replays == null) {
            throw new IllegalArgumentException(AppSettings.ARCHIVE + " is missing: where the archive is");
        }
        return replays;
    }

    /** @throws IllegalArgumentException that says what is wrong with the request */
    ReplayWorker.Begun beginReplay(ReplayRequest request, Logger log) throws IOException {
        ReplayWorker.Begun begun = replays().begin(request, clock.instant());
        log.log(Level.INFO, "replay {0} begins with {1} steps", new Object[] {
            begun.replay(), begun.steps().size()
        });
        return begun;
    }

    /** Does a step; names of further ones. */
    List<String> replayStep(String step, Logger log) throws IOException {
        ReplayWorker.Done done = replays().run(step, Deadline.in(settings.timeLimit()));
        log.info(done::summary);
        return done.more();
    }

    void replayFailed(String step, Logger log) throws IOException {
        replays().fail(step, "the function failed as often as the queue allows; its log tells why");
        telemetry.recordFailedReplay();
        log.log(Level.SEVERE, "step {0} failed as often as the queue allows and is given up", step);
    }
}
