package dev.sluice.lake;

import dev.sluice.change.Table;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.normalize.TableSchema;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One run of consecutive records on its way into the lake: collects the lines per folder, then commits them. Serves one
 * thread.
 */
public final class LakeRun implements AutoCloseable {
    private static final int TABLES_REMEMBERED = 1024;

    private final LakeWriter writer;
    private final Layout layout;
    private final StreamPartition source;
    private KnownLedger known;
    private final LedgerEpoch epoch;
    private final long first;
    private final long last;
    /** Offsets in front of the first record that do not exist; only in a sparse topic. */
    private final long missing;

    private final Deadline deadline;
    private final Origin origin;
    private final Map<Folder, FolderLines> folders = new LinkedHashMap<>();
    private final Set<FolderLines.Place> resendsKept = ConcurrentHashMap.newKeySet();
    private final IdentityHashMap<Table, Dated> latest = new IdentityHashMap<>();
    private final Set<String> schemaKeys = new HashSet<>();
    private final List<Future<Boolean>> schemas = new ArrayList<>();
    private final Set<TableSchema> schemasSeen = Collections.newSetFromMap(new IdentityHashMap<>());
    private @Nullable Long throughTime;
    private boolean untimed;
    private @Nullable Long sourceTime;

    /** The folder into which the last event of a table went; the next one usually goes there too. */
    private record Dated(int year, int month, int day, int hour, FolderLines lines) {
        boolean isOf(CommitTime time) {
            return year == time.year() && month == time.month() && day == time.day() && hour == time.hour();
        }
    }

    LakeRun(LakeWriter writer, StreamPartition source, KnownLedger known, long first, RunSpan span, Deadline deadline)
            throws IOException {
        this.writer = writer;
        this.layout = writer.layout();
        this.source = source;
        this.known = known;
        this.epoch = known.ledger().newest();
        this.first = first;
        this.last = span.last();
        this.missing = span.first() - first;
        this.deadline = deadline;
        this.origin = new Origin(source.stream(), source.partition(), epoch.epoch());
    }

    public Origin origin() {
        return origin;
    }

    /** True when the record is in the lake already and need not be read again. */
    public boolean isDone(long offset) {
        return epoch.isDone(offset);
    }

    /** True when the record is the first one behind a hole; what stands in front of it may come in another run. */
    public boolean followsHole(long offset) {
        if (offset > first) {
            for (LedgerRange range : epoch.ranges()) {
                if (range.first() == offset) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Takes the lines of one change. */
    public void add(NormalizedChange change, Position position, Slice lines) {
        folder(change).add(position.offset(), position.item(), lines);
        TableSchema schema = change.schema();
        if (schemasSeen.size() == TABLES_REMEMBERED) {
            schemasSeen.clear();
        }
        if (schema != null && schemasSeen.add(schema)) {
            begin(LakePath.schema(change.table(), schema.id()), schema.bytes());
        }
    }

    /**
     * Looks for a schema object, and writes it if it is not there, while the rest of the run is read; unless it is known to
     * be there.
     */
    private void begin(String key, byte[] json) {
        if (schemaKeys.add(key) && !writer.knowsSchema(known.ledger(), key)) {
            schemas.add(writer.puts().submit(() -> writer.writeSchema(key, json)));
        }
    }

    /**
     * Takes the lines of a change that the source sent before, in the same run; an object that holds the copy need not
     * hold them.
     *
     * @param copy where the copy before it stands
     */
    public void addResend(NormalizedChange change, Position position, Slice lines, Position copy) {
        folder(change).addResend(place(position), lines, place(copy));
    }

    private static FolderLines.Place place(Position position) {
        return new FolderLines.Place(position.offset(), position.item());
    }

    /** True when a change that the source sent before is in the lake once more; known when the run is committed. */
    public boolean holds(Position resend) {
        return resendsKept.contains(place(resend));
    }

    private FolderLines folder(NormalizedChange change) {
        CommitTime time = change.time();
        Dated dated = latest.get(change.table());
        if (dated == null || !dated.isOf(time)) {
            Folder folder = LakePath.table(change.table(), time, layout.partition());
            dated = new Dated(time.year(), time.month(), time.day(), time.hour(), folder(folder));
            if (latest.size() == TABLES_REMEMBERED) {
                latest.clear();
            }
            latest.put(change.table(), dated);
        }
        return dated.lines;
    }

    private FolderLines folder(Folder folder) {
        return folders.computeIfAbsent(folder, key -> new FolderLines());
    }

    /**
     * Takes the line of an event that is no row change.
     *
     * @param kind names the folder
     */
    public void addControl(String kind, CommitTime time, Position position, Slice line) {
        folder(LakePath.control(kind, time)).add(position.offset(), position.item(), line);
    }

    /** Takes an item that could not be read. */
    public void quarantine(
            String code, String reason, String where, Position position, @Nullable Long brokerTime, Slice raw) {
        folder(LakePath.quarantine(source.stream(), brokerTime))
                .add(
                        position.offset(),
                        position.item(),
                        QuarantineLine.of(code, reason, where, origin, position, brokerTime, raw));
    }

    /**
     * Notes the broker time of a record, so that a log that began anew can be told from a redelivery.
     *
     * @param millis milliseconds since 1970, null if the broker gave none
     */
    public void sawBrokerTime(@Nullable Long millis) {
        untimed |= millis == null;
        if (millis != null) {
            throughTime = throughTime == null ? millis : Long.valueOf(Math.max(throughTime, millis));
        }
    }

    /** Notes how far the source says that it has come, milliseconds since 1970. */
    public void sawSourceTime(long millis) {
        sourceTime = sourceTime == null ? millis : Math.max(sourceTime, millis);
    }

    /**
     * Writes everything and records it in the ledger. When this returns, all of it is durable; when it throws, nothing
     * may be acknowledged, and the same records can be given again.
     */
    public void commit() throws IOException {
        awaitSchemas();
        record(putChains());
    }

    /** Writes what there is of the run, and records nothing: it is as if its writer had stopped in the middle. */
    public void write() throws IOException {
        awaitSchemas();
        putChains();
    }

    private void awaitSchemas() throws IOException {
        List<Future<Boolean>> begun = List.copyOf(schemas);
        schemas.clear();
        Puts.await(begun);
    }

    /** Waits for what was begun, which is something only when the run is given up. */
    @Override
    public void close() throws IOException {
        awaitSchemas();
    }

    private List<Found> putChains() throws IOException {
        List<Callable<Found>> puts = new ArrayList<>();
        for (LedgerRange range : epoch.ranges()) {
            long from = Math.max(range.first(), first);
            long to = range.last() == null ? last : Math.min(range.last(), last);
            if (from <= to) {
                folders.forEach((folder, lines) -> {
                    long after = Math.max(range.aheadOf(folder.path()), Math.max(range.through(), from - 1));
                    if (lines.firstAfter(after) < lines.firstAfter(to)) {
                        puts.add(() -> enter(range, folder, lines, after, to));
                    }
                });
            }
        }
        return Puts.all(writer.puts(), puts);
    }

    /**
     * What was met in a folder.
     *
     * @param range its first offset
     * @param offset the last one of an object in the chain that somebody else wrote, null if there was none
     * @param reach the last offset of the objects that were listed, -1 if none was
     */
    private record Found(
            long range, String folder, @Nullable Long offset, long reach) {}

    private Found enter(LedgerRange range, Folder folder, FolderLines lines, long after, long to) throws IOException {
        if (range.mixedTo() != null) {
            FolderItems there = writer.older().in(folder, origin, range);
            Found found = put(range, folder, lines.without(there), after, to);
            return new Found(found.range, found.folder, found.offset, there.isEmpty() ? -1 : there.last());
        }
        boolean probes = range.probe() != null && !range.ahead().containsKey(folder.path());
        return probes ? probeAndPut(range, folder, lines, after, to) : put(range, folder, lines, after, to);
    }

    /**
     * Enters a folder behind what vanished owners left there: before the offsets jumped, they may have written objects
     * that begin in the hole and reach over into this range.
     */
    private Found probeAndPut(LedgerRange range, Folder folder, FolderLines lines, long after, long to)
            throws IOException {
        long reached = range.first() - 1;
        ObjectStore store = writer.store(folder.root());
        for (LakePath.ChainObject object : Chain.list(store, folder, origin)) {
            boolean inHole = range.probe() != null && object.first() >= range.probe() && object.first() < range.first();
            if (inHole && object.first() > range.first() - LakeWriter.MAX_RUN) {
                reached = Math.max(
                        reached, items(store, object.key(), object.first()).last());
            }
        }
        Found found = put(range, folder, lines, Math.max(after, reached), to);
        return found.offset == null ? new Found(range.first(), folder.path(), reached, -1) : found;
    }

    /** Walks the folder's chain: creates the object of the first event left, or goes on behind the one that is there. */
    private Found put(LedgerRange range, Folder folder, FolderLines lines, long after, long to) throws IOException {
        ObjectStore store = writer.store(folder.root());
        Layout.Compression compression = layout.compression();
        int end = lines.firstAfter(to);
        Long found = null;
        int next = lines.firstAfter(after);
        while (next < end) {
            String key = LakePath.object(folder, origin, lines.offset(next), compression);
            renewView();
            if (store.create(key, LakeObject.encode(lines.object(next, end), compression))) {
                resendsKept.addAll(lines.resendsKept(next, end));
                break;
            }
            FolderItems present = items(store, key, lines.offset(next));
            found = present.last();
            int behind = Math.min(end, lines.firstAfter(found));
            writeLacking(folder, lines, next, behind, present);
            next = behind;
        }
        return new Found(range.first(), folder.path(), found, -1);
    }

    /** The items in an object that somebody else wrote. */
    private FolderItems items(ObjectStore store, String key, long firstOffset) throws IOException {
        FolderItems items = Chain.items(store, key, layout);
        if (items.last() < firstOffset) {
            throw new IOException(key + " ends at offset " + items.last() + ", before the offset in its name");
        }
        return items;
    }

    /**
     * Writes our items that an object lacks although they lie in its span, each to an object of its own. That happens only
     * when a version forgot to say that it reads messages in another way than the one before.
     */
    private void writeLacking(Folder folder, FolderLines lines, int from, int to, FolderItems present)
            throws IOException {
        Layout.Compression compression = layout.compression();
        for (int i = from; i < to; i++) {
            if (present.hold(lines.object(i, i + 1))) {
                if (lines.isResend(i)) {
                    resendsKept.add(lines.place(i));
                }
            } else if (!lines.repeats(from, i)) {
                FolderLines.Place place = lines.place(i);
                writer.store(folder.root())
                        .create(
                                LakePath.redrive(folder, origin, place.offset(), place.item(), compression),
                                LakeObject.encode(lines.object(i, i + 1), compression));
            }
        }
    }

    private void record(List<Found> met) throws IOException {
        Map<Long, Long> worked = worked();
        Map<Long, Map<String, Long>> found = new HashMap<>();
        Map<Long, Long> reach = new HashMap<>();
        for (Found one : met) {
            if (one.offset != null) {
                found.computeIfAbsent(one.range, key -> new HashMap<>()).put(one.folder, one.offset);
            }
            reach.merge(one.range, one.reach, Math::max);
        }
        LedgerRange live = epoch.rangeOf(first);
        if (missing > 0 && live != null && live.mixedTo() != null) {
            reach.merge(live.first(), live.mixedTo() + missing, Math::max); // objects reach as far behind the jump
        }
        while (true) {
            Ledger current = known.ledger();
            LedgerEpoch newest =
                    current.newest().commit(worked, found, reach, untimed ? Long.valueOf(-1) : throughTime, sourceTime);
            Ledger committed = writer.withStanding(current.withNewest(newest), schemaKeys);
            if (committed.equals(current) || writer.swap(source, known, committed) != null) {
                return;
            }
            readAgain();
        }
    }

    /** Reads the ledger; if the shape that this run was begun with is gone, the run is over. */
    private void readAgain() throws IOException {
        KnownLedger now = writer.readLedger(source);
        if (now == null) {
            throw new IOException("the ledger of stream " + source.stream() + ", partition " + source.partition()
                    + " is gone; was the state deleted while records came in?");
        }
        if (!now.ledger().rules().equals(known.ledger().rules())
                || now.ledger().newest().epoch() != epoch.epoch()
                || !hasOurRanges(now.ledger().newest(), worked())) {
            throw new IOException("the ledger of stream " + source.stream() + ", partition " + source.partition()
                    + " got another shape meanwhile; the batch has to be given again");
        }
        known = now;
    }

    /** Before each put into a chain: the view of the ledger is young enough, or is renewed. */
    private synchronized void renewView() throws IOException {
        deadline.requireTime();
        if (!known.isFresh(writer.time())) {
            readAgain();
        }
    }

    /** By first offset of a range: the last offset of this run in it. */
    private Map<Long, Long> worked() {
        Map<Long, Long> worked = new HashMap<>();
        for (LedgerRange range : epoch.ranges()) {
            long to = range.last() == null ? last : Math.min(range.last(), last);
            if (Math.max(range.first(), first) <= to && to > range.through()) {
                worked.put(range.first(), to);
            }
        }
        return worked;
    }

    /** A range that was split meanwhile is no longer ours; one that was finished meanwhile needs nothing more. */
    private boolean hasOurRanges(LedgerEpoch newest, Map<Long, Long> worked) {
        for (LedgerRange ours : epoch.ranges()) {
            if (worked.containsKey(ours.first())) {
                LedgerRange theirs = newest.rangeOf(ours.first());
                Long last = ours.last();
                boolean finished = theirs == null
                        && last != null
                        && newest.ranges().stream().noneMatch(open -> open.overlaps(ours.first(), last));
                if (!finished
                        && (theirs == null
                                || !Objects.equals(theirs.last(), ours.last())
                                || theirs.first() != ours.first())) {
                    return false;
                }
            }
        }
        return true;
    }
}
