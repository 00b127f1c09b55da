package dev.sluice.verify;

import dev.sluice.change.ControlEvent;
import dev.sluice.lake.LakeReader;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.QuarantineLine;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.pipeline.JoinedEvent;
import dev.sluice.pipeline.LogSink;
import dev.sluice.pipeline.Outcome;
import dev.sluice.text.Slice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gathers what the records of a block become, as digests. Serves one thread. */
final class ExpectedLines implements LogSink {
    /** Code of halves of updates, which are reported late, or in another object. */
    static final String UNPAIRED_HALF = "unpaired";

    private static final byte[] FLAGS = "\"flags\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] UNPAIRED = "\"unpaired\"".getBytes(StandardCharsets.US_ASCII);

    private final LatestFolders folders;
    private final Origin origin;
    private final ItemCounts items;
    private final Consumer<JoinedEvent> splits;
    private final List<Digest> digests = new ArrayList<>();
    private final LineScan scan = new LineScan((place, digest) -> digests.add(digest));
    private final List<OldKey> oldKeys = new ArrayList<>();
    private List<Expected> block = new ArrayList<>();
    private Set<Digest> recent = new HashSet<>();
    private Set<Digest> older = new HashSet<>();
    private int records;
    private boolean isWanted = true;
    private boolean followsGap;

    /** A line that may be there, or not. */
    record OldKey(long offset, Digest digest) {}

    /** @param splits takes split events that are whole */
    ExpectedLines(LakeReader lake, Origin origin, ItemCounts items, Consumer<JoinedEvent> splits) {
        this.folders = new LatestFolders(lake);
        this.origin = origin;
        this.items = items;
        this.splits = splits;
    }

    /**
     * Is told of each record before it is read.
     *
     * @param wanted false for one that is read only because those behind it need it
     * @param gap the first half of an update may stand in front of it, and was not read
     */
    void begin(boolean wanted, boolean gap) {
        isWanted = wanted;
        followsGap = gap;
        if (++records == LakeWriter.MAX_RUN) { // so one that was sent again is known for as long as a run may be
            records = 0;
            older = recent;
            recent = new HashSet<>();
        }
    }

    /** Takes out what the records of the block became. */
    List<Expected> take() {
        List<Expected> all = block;
        block = new ArrayList<>();
        return all;
    }

    List<OldKey> oldKeys() {
        return oldKeys;
    }

    @Override
    public void change(NormalizedChange change, Position position, Slice lines) {
        boolean unproven = followsGap && isUnpaired(lines);
        String folder = folders.of(change);
        for (Digest digest : digests(lines)) {
            boolean again = older.contains(digest) || !recent.add(digest);
            add(new Expected(folder, position.offset(), position.item(), digest, again, unproven));
        }
    }

    private List<Digest> digests(Slice lines) {
        digests.clear();
        scan.accept(lines);
        return digests;
    }

    /** Which of the copies are in the lake depends on how batches were cut. */
    @Override
    public boolean resend(NormalizedChange change, Position position, Slice lines, Position copy) {
        change(change, position, lines);
        return false;
    }

    private void add(Expected line) {
        if (isWanted) {
            block.add(line);
        }
    }

    /** The names of members are known, and quotes inside of values are escaped. */
    private static boolean isUnpaired(Slice lines) {
        byte[] bytes = lines.bytes();
        for (int i = lines.to() - FLAGS.length; i >= lines.from(); i--) {
            if (Slice.of(FLAGS).startsAt(bytes, i, lines.to())) {
                return holds(bytes, i, lines.to());
            }
        }
        return false;
    }

    private static boolean holds(byte[] bytes, int from, int to) {
        for (int i = from; i <= to - UNPAIRED.length; i++) {
            if (Slice.of(UNPAIRED).startsAt(bytes, i, to)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void control(ControlEvent.Kind kind, CommitTime time, Position position, Slice line) {
        String folder = LakeReader.folder(kind.label(), time);
        for (Digest digest : digests(line)) {
            add(new Expected(folder, position.offset(), position.item(), digest, false, false));
        }
    }

    @Override
    public void quarantined(Outcome.Quarantined fault, Position position, @Nullable Long brokerTime, Slice raw) {
        if (fault.code().equals(UNPAIRED_HALF)) {
            return;
        }
        String folder = LakeReader.quarantine(origin.stream(), brokerTime);
        Slice line = QuarantineLine.of(fault.code(), fault.reason(), fault.where(), origin, position, brokerTime, raw);
        QuarantineScan.read(line)
                .ifPresent(kept -> add(new Expected(
                        LakeObjects.quarantined(folder, kept),
                        position.offset(),
                        position.item(),
                        kept.digest(),
                        false,
                        false)));
    }

    @Override
    public void split(JoinedEvent event) {
        splits.accept(event);
    }

    @Override
    public void oldKey(NormalizedChange change, Position position, Slice lines) {
        digests(lines).forEach(digest -> oldKeys.add(new OldKey(position.offset(), digest)));
    }

    @Override
    public void sourceTime(long millis) {}

    @Override
    public void piece(Position position) {
        items.addPiece();
    }
}
