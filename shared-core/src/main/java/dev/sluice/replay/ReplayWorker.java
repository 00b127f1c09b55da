package dev.sluice.replay;

import dev.sluice.archive.Archive;
import dev.sluice.archive.ArchiveFault;
import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.ArchiveListing;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.archive.Stretch;
import dev.sluice.lake.Deadline;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.LayoutMismatchException;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A replay in steps, for platforms that run many of them side by side, in any order, and again when one failed. What is in
 * the lake is skipped, so a step that was done twice has done nothing more.
 *
 * <p>Safe for any number of threads.
 */
public final class ReplayWorker {
    private static final DateTimeFormatter ID_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final ChangePipeline pipeline;
    private final ObjectStore state;
    private final ReplayPlanner planner;
    private final ReplayPlanner.Source source;
    private final ReplayJournal journal;

    /**
     * A replay that was begun.
     *
     * @param replay its id
     * @param steps names of its first steps
     */
    public record Begun(String replay, List<String> steps) {}

    /**
     * What a step did.
     *
     * @param more names of further steps
     * @param summary one JSON object without a line feed, for the log
     */
    public record Done(List<String> more, String summary) {}

    /**
     * Into the pipeline's lake.
     *
     * @param archive store of the archived files
     * @param prefix of these files
     * @param stream what live traffic calls the stream; null if as in the archive
     * @param cluster what it calls the cluster of Lambda's events; null if like its ARN or its brokers
     */
    public ReplayWorker(
            Settings settings,
            ChangePipeline pipeline,
            LakeWriter lake,
            ObjectStore state,
            ObjectStore archive,
            String prefix,
            @Nullable String stream,
            @Nullable String cluster) {
        this(
                settings,
                pipeline,
                lake,
                state,
                new ReplayPlanner.Source(archive, prefix, stream, cluster),
                ReplayPlanner.RECORDS);
    }

    /** @param records of an item */
    ReplayWorker(
            Settings settings,
            ChangePipeline pipeline,
            LakeWriter lake,
            ObjectStore state,
            ReplayPlanner.Source source,
            long records) {
        this.pipeline = pipeline;
        this.state = state;
        this.source = source;
        this.planner = new ReplayPlanner(settings, lake, state, source, records);
        this.journal = new ReplayJournal(state);
    }

    /**
     * Begins a replay. If this fails, some of it may be written down, and nothing of it is done; ask again then.
     *
     * @throws LayoutMismatchException if the lake was begun with another layout, so that no step could do anything
     * @throws IllegalArgumentException if the request is wrong, or asks for what the archive does not have
     */
    public Begun begin(ReplayRequest request, Instant now) throws IOException {
        String id = ID_TIME.format(now) + "-" + UUID.randomUUID().toString().substring(0, 8);
        return new Begun(id, planner.begin(id, request));
    }

    /**
     * Does a step. When this returns, all of it is durable.
     *
     * @throws IOException when it is not; it can be done again
     * @throws IllegalArgumentException if there can be no step of that name
     */
    public Done run(String name, Deadline deadline) throws IOException {
        ReplayStep step = journal.step(ReplayJournal.requireStep(name));
        Stretch stretch = step.stretch();
        if (stretch == null) {
            List<String> items = planner.plan(name, step);
            return new Done(
                    items, "{\"event\":\"replay_plan\",\"step\":\"" + name + "\",\"items\":" + items.size() + "}");
        }
        StepResult result = replay(name, step, stretch, deadline);
        journal.done(name, result);
        return new Done(List.of(), result.json(name));
    }

    private StepResult replay(String name, ReplayStep step, Stretch stretch, Deadline deadline) throws IOException {
        ReplayRequest request = journal.started(ReplayJournal.id(name)).request();
        Archive archive = source.archive(request);
        ArchiveFilter filter = new ArchiveFilter(
                step.files().stream(),
                step.files().partition(),
                stretch.first(),
                stretch.last(),
                null,
                null,
                planner.readAll(request, step.files()));
        ArchivePlan plan = archive.scan(new ArchiveListing(List.of(step.files()), List.of()), filter, 1, bytes -> {});
        ReplayPlanner.requireRead(plan);
        List<StepResult> results = new ArrayList<>();
        List<ReplayedPartition> done = new Replay(pipeline, state, request.names(source.stream()), deadline)
                .run(plan, 1, (partition, records, report, bytes) -> results.add(StepResult.of(report.counts())));
        for (ReplayedPartition partition : done) {
            if (partition.failure() != null) {
                throw partition.failure();
            }
            results.add(StepResult.of(partition));
        }
        return results.stream().reduce(StepResult.of(List.<ArchiveFault>of()), StepResult::plus);
    }

    /** Notes that a step is given up. It can still be done later. */
    public void fail(String name, String reason) throws IOException {
        journal.failed(ReplayJournal.requireStep(name), reason);
    }

    /** How far a replay is; empty if there is none of that id. */
    public Optional<ReplayStatus> status(String replay) throws IOException {
        return journal.status(replay);
    }
}
