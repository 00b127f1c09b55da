package dev.sluice.verify;

import dev.sluice.archive.ArchiveChoiceException;
import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.ArchivePartition;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.archive.SideBySide;
import dev.sluice.archive.Stretch;
import dev.sluice.lake.LakeReader;
import dev.sluice.normalize.Origin;
import dev.sluice.pipeline.LogSplits;
import dev.sluice.pipeline.Settings;
import dev.sluice.replay.Replay;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Normalizes the records of an archive in memory and compares what they become with the lake. Writes nothing into it, so
 * it is safe beside live traffic: the ledger is read before the lake is listed, and what it does not claim may be missing.
 */
public final class Verification {
    private final Settings settings;
    private final ObjectStore lake;
    private final ObjectStore state;
    private final Replay.Names names;

    /** @param settings those that the lake was written with; its layout is its own */
    public Verification(Settings settings, ObjectStore lake, ObjectStore state, Replay.Names names) {
        this.settings = settings;
        this.lake = lake;
        this.state = state;
        this.names = names;
    }

    /** The records that have to be planned to verify these: some in front of them, which may be copies or halves. */
    public static ArchiveFilter read(ArchiveFilter wanted) {
        return Scope.read(wanted);
    }

    /**
     * Verifies what was planned.
     *
     * @param wanted of which {@link #read} was planned
     * @param threads partitions that are verified at a time; each holds the hashes of a block in memory
     * @throws ArchiveChoiceException if it is not certain which log the records are of
     */
    public VerifyReport run(ArchivePlan plan, ArchiveFilter wanted, Sample sample, int threads, VerifyListener listener)
            throws IOException {
        names.requireOneStream(
                plan.partitions().stream().map(ArchivePartition::stream).toList());
        LakeReader reader = LakeReader.open(lake, state);
        List<LogPart> parts = new ArrayList<>();
        for (ArchivePartition archived : plan.partitions()) {
            parts.add(part(archived));
        }
        LakeIndex index = LakeIndex.of(reader, offsets(parts));
        Loose loose = Loose.read(new LakeObjects(reader), index.loose(), threads);
        try (ScratchStore scratch = new ScratchStore()) {
            Map<String, LogSplits> splits = new HashMap<>();
            Map<Origin, Claims> claims = new HashMap<>();
            for (LogPart part : parts) {
                claims.put(part.origin(), part.claims());
                splits.computeIfAbsent(part.origin().stream(), stream -> new LogSplits(settings, scratch, stream));
            }
            Scope scope = new Scope(wanted.fromOffset(), wanted.toOffset(), sample);
            Comparison comparison = new Comparison(settings, reader, scope, loose, splits, claims);
            List<Callable<VerifiedPartition>> runs = new ArrayList<>();
            parts.forEach(part -> runs.add(() -> new PartitionRun(comparison, part, index).run(listener)));
            List<VerifiedPartition> verified = SideBySide.all(runs, threads);
            long incomplete = comparison.finish();
            return VerifyReport.of(sample.permille(), verified, incomplete, plan.faults(), comparison.findings());
        }
    }

    private static Map<Origin, Stretch> offsets(List<LogPart> parts) {
        Map<Origin, Stretch> offsets = new LinkedHashMap<>();
        for (LogPart part : parts) {
            if (offsets.put(part.origin(), part.offsets()) != null) {
                throw new ArchiveChoiceException(
                        "the archive holds stream "
                                + part.origin().stream() + ", partition "
                                + part.origin().partition()
                                + " twice: by paths that tell the life of the log, and by others; give a folder with one of them");
            }
        }
        return offsets;
    }

    private LogPart part(ArchivePartition archived) throws IOException {
        String stream = names.streamOf(archived.stream());
        Claims claims = Claims.read(state, stream, archived.partition(), archived.epoch());
        String log = names.log() == null ? archived.log() : names.log();
        if (log != null && claims.log() != null && !log.equalsIgnoreCase(claims.log())) {
            throw new IOException("stream " + stream + " holds the log " + claims.log()
                    + ", and the archive has that of " + log + "; name the log (--log) or the stream (--as)");
        }
        return new LogPart(new Origin(stream, archived.partition(), Math.max(1, claims.epoch())), archived, claims);
    }

    /** A certificate of a lake that was found to be complete. */
    public Certificate certificate(VerifyReport report) {
        return Certificate.of(report.partitions().stream()
                .map(partition -> Certificate.Part.of(
                        partition.stream(),
                        partition.partition(),
                        partition.epoch(),
                        Certificate.sha256(settings.lines(partition.stream())),
                        partition.outcomes(),
                        partition.blocks()))
                .toList());
    }
}
