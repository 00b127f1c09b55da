package dev.sluice.lake;

import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Writes runs of consecutive records so that every event stands in exactly one object, however often and however cut
 * the broker delivers it, and whoever else writes at the same time.
 *
 * <p>Per partition and folder the objects form a chain. Each is created, never overwritten, under the offset of its
 * first event, and the ledger tells from which offset on a folder is open; so every writer enters the chain at the same
 * point, and where an object is there already, goes on behind its last event.
 *
 * <p>Safe for any number of threads.
 */
public final class LakeWriter implements AutoCloseable {
    /** Records in a run; no object of a vanished writer can be longer. */
    public static final int MAX_RUN = 10_000;

    private static final int PARALLEL_PUTS = 8;
    private static final int SCHEMAS_REMEMBERED = 10_000;
    private static final int LEDGERS_REMEMBERED = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** Half of it is spent on waiting for owners of the old rules, half is for writing. */
    private static final Duration RULES_HOLD = Duration.ofMinutes(2);

    private final ObjectStore lake;
    private final ObjectStore state;
    private final Layout layout;
    private volatile boolean layoutIsFixed;
    /** For what ledgers say of it; null if they are not asked. */
    private final @Nullable String place;

    private final ExecutorService puts = Executors.newFixedThreadPool(PARALLEL_PUTS, task -> {
        Thread thread = new Thread(task, "sluice-put");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<String> schemasWritten = ConcurrentHashMap.newKeySet();

    private final Time time;
    private final Splits splits;
    private final OlderObjects older = new OlderObjects(this);
    private final Map<String, KnownLedger> ledgers = new ConcurrentHashMap<>();

    private LakeWriter(
            ObjectStore lake, ObjectStore state, Layout layout, @Nullable String place, Time time, Duration patience) {
        this.lake = lake;
        this.state = state;
        this.layout = layout;
        this.place = place;
        this.time = time;
        this.splits = new Splits(time, patience);
    }

    /**
     * Opens a lake, or begins one.
     *
     * @throws LayoutMismatchException if the lake was begun with another layout
     */
    public static LakeWriter open(ObjectStore lake, ObjectStore state, Layout layout) throws IOException {
        return open(lake, state, layout, Time.SYSTEM, PATIENCE);
    }

    /**
     * Opens a lake, or begins one, for who has little time.
     *
     * @param patience how long a batch may wait for owners with an old view of the ledger, which takes a minute after the
     *     offsets of a partition jumped; a batch that would have to wait longer fails with {@link NotYetException}
     * @throws LayoutMismatchException if the lake was begun with another layout
     */
    public static LakeWriter open(ObjectStore lake, ObjectStore state, Layout layout, Time time, Duration patience)
            throws IOException {
        LakeWriter writer = new LakeWriter(lake, state, layout, null, time, patience);
        writer.fixLayout();
        return writer;
    }

    /**
     * Opens a lake, or begins one, by the first batch: for a process that starts because there is one. What the ledger knows
     * to stand in the lake is not looked for; the layout is asked for only if it does not know it, and by that batch,
     * which fails if it is another.
     *
     * @param place where the lake is, like its URL: a ledger's knowledge is of one lake
     */
    public static LakeWriter openByFirstBatch(ObjectStore lake, ObjectStore state, Layout layout, String place) {
        return openByFirstBatch(lake, state, layout, place, Time.SYSTEM, PATIENCE);
    }

    /**
     * The same for who has little time.
     *
     * @param patience see {@link #open(ObjectStore, ObjectStore, Layout, Time, Duration)}
     */
    public static LakeWriter openByFirstBatch(
            ObjectStore lake, ObjectStore state, Layout layout, String place, Time time, Duration patience) {
        return new LakeWriter(lake, state, layout, place, time, patience);
    }

    /**
     * Opens a lake that was begun, with the layout that it has, for who does not want to begin one.
     *
     * @throws IOException if there is none
     */
    public static LakeWriter openAsBegun(ObjectStore lake, ObjectStore state) throws IOException {
        LakeWriter writer = new LakeWriter(lake, state, Layout.read(lake), null, Time.SYSTEM, PATIENCE);
        writer.layoutIsFixed = true;
        return writer;
    }

    /**
     * Begins a run: reads the ledger and, where the run does not follow what is in the lake, gives the ledger the shape
     * in which it fits, before any object is written.
     */
    public LakeRun begin(StreamPartition source, RunSpan span, RunTerms terms) throws IOException {
        String rules = Hash.hex(terms.rules(), 16);
        long first = span.first();
        while (true) {
            terms.deadline().requireTime();
            KnownLedger known = ledger(source);
            fixLayout(known);
            if (terms.sparse() && known != null && known.ledger().newest().withoutJump(first) < first) {
                known = readLedger(source); // what this view lacks in front of the run may be another owner's by now
            }
            Ledger ledger =
                    known == null ? Ledger.start(source.log(), rules, span.brokerTime(), first) : known.ledger();
            if (ledger.newest().isOver(span.times())) {
                ledger = ledger.withNewEpoch(span.brokerTime(), first, time.millis());
            }
            if (!ledger.rules().id().equals(rules)) {
                ledger = underRules(source, ledger, rules);
            }
            long begin = terms.sparse() ? ledger.newest().withoutJump(first) : first;
            Ledger shaped = ledger.withNewest(ledger.newest().shapedFor(begin, time.millis()));
            if (known == null || !shaped.equals(known.ledger())) {
                known = swap(source, known, shaped);
            }
            if (known != null) {
                waitOut(source, shaped.newest(), begin, span.last(), terms.deadline());
                return new LakeRun(this, source, known, begin, span, terms.deadline());
            }
        }
    }

    /**
     * Gives the ledger a range for each stretch that is about to be filled, so that they can be filled in any order and side
     * by side: a chain never crosses the end of a range. Whoever comes to write into one waits until no owner can write
     * any more that knows them only as a whole.
     *
     * @param rules see {@link RunTerms#rules}; for a partition of which nothing is known yet
     * @param epoch life of the log of which the stretches are, 0 if nothing is known of it
     * @param starts first offsets of the stretches, ascending, at least one; what follows the end of a range needs none of
     *     its own
     */
    public void split(StreamPartition source, String rules, int epoch, List<Long> starts) throws IOException {
        boolean done = false;
        while (!done) {
            KnownLedger known = readLedger(source);
            fixLayout(known);
            Ledger ledger = known == null
                    ? Ledger.start(source.log(), Hash.hex(rules, 16), null, starts.get(0))
                    : known.ledger();
            LedgerEpoch shaped = ledger.newest();
            if (epoch != 0 && shaped.epoch() != epoch) {
                throw new IOException("the log of stream " + source.stream() + ", partition " + source.partition()
                        + " began anew meanwhile; try again");
            }
            for (long start : starts) {
                shaped = shaped.shapedFor(start, time.millis());
            }
            Ledger next = ledger.withNewest(shaped);
            done = (known != null && next.equals(known.ledger())) || swap(source, known, next) != null;
        }
    }

    /**
     * Writes the layout into an empty lake; of a lake that has one, sees that it is this one. Later calls do nothing.
     *
     * @throws LayoutMismatchException if the lake was begun with another layout
     */
    public void fixLayout() throws IOException {
        if (!layoutIsFixed) {
            layout.fix(lake);
            layoutIsFixed = true;
        }
    }

    private void fixLayout(@Nullable KnownLedger known) throws IOException {
        if (!layoutIsFixed && known != null && isStanding(known.ledger(), layout.object())) {
            layoutIsFixed = true;
        }
        fixLayout();
    }

    private boolean isStanding(Ledger ledger, String object) {
        return place != null && ledger.standing().has(Standing.id(place, object));
    }

    /**
     * The ledger with what is known now to stand in the lake.
     *
     * @param schemas keys
     */
    Ledger withStanding(Ledger ledger, Collection<String> schemas) {
        if (place == null) {
            return ledger;
        }
        List<String> ids = new ArrayList<>();
        ids.add(Standing.id(place, layout.object()));
        schemas.forEach(schema -> ids.add(Standing.id(place, schema)));
        return ledger.withStanding(ledger.standing().with(ids));
    }

    /** Owners of two kinds get their turns; else neither would ever have waited long enough for the other. */
    private Ledger underRules(StreamPartition source, Ledger ledger, String rules) throws NotYetException {
        long now = time.millis();
        Duration left = RULES_HOLD.minusMillis(now - ledger.rules().since());
        if (!left.isNegative() && !left.isZero()) {
            throw NotYetException.otherRules(source, left);
        }
        return ledger.withRules(rules, now);
    }

    private void waitOut(StreamPartition source, LedgerEpoch epoch, long first, long last, Deadline deadline)
            throws IOException {
        for (LedgerRange range : epoch.ranges()) {
            if (range.overlaps(first, last)) {
                splits.waitOut(source, epoch, range, deadline);
            }
        }
    }

    /** The ledger of a partition, as it was a few seconds ago or is now; null if there is none. */
    private @Nullable KnownLedger ledger(StreamPartition source) throws IOException {
        KnownLedger known = ledgers.get(key(source));
        if (known == null || !known.isFresh(time)) {
            return readLedger(source);
        }
        checkLog(known.ledger(), source);
        return known;
    }

    private static String key(StreamPartition source) {
        return LakePath.ledger(source.stream(), source.partition());
    }

    /** The ledger as it is now; null if there is none. */
    @Nullable
    KnownLedger readLedger(StreamPartition source) throws IOException {
        String key = key(source);
        long millis = time.millis();
        long nanos = time.nanos();
        StoredObject stored = state.get(key).orElse(null);
        if (stored == null) {
            ledgers.remove(key);
            return null;
        }
        return remember(key, new KnownLedger(parse(key, source, stored), stored.version(), millis, nanos));
    }

    /** Replaces the ledger; null if somebody else was first. */
    @Nullable
    KnownLedger swap(StreamPartition source, @Nullable KnownLedger known, Ledger next) throws IOException {
        String key = key(source);
        long millis = time.millis();
        long nanos = time.nanos();
        ledgers.remove(key); // whatever becomes of the call
        String version = state.compareAndSwap(key, known == null ? null : known.version(), next.json())
                .orElse(null);
        return version == null ? null : remember(key, new KnownLedger(next, version, millis, nanos));
    }

    private KnownLedger remember(String key, KnownLedger known) {
        if (ledgers.size() >= LEDGERS_REMEMBERED) {
            ledgers.clear();
        }
        ledgers.put(key, known);
        return known;
    }

    Time time() {
        return time;
    }

    Ledger parse(String key, StreamPartition source, StoredObject stored) throws IOException {
        Ledger ledger;
        try {
            ledger = Ledger.parse(stored.content());
        } catch (IOException e) {
            throw new IOException(key + ": " + e.getMessage(), e);
        }
        checkLog(ledger, source);
        return ledger;
    }

    private static void checkLog(Ledger ledger, StreamPartition source) throws IOException {
        if (!ledger.log().equals(source.log())) {
            throw new IOException(
                    "stream " + source.stream() + " holds the log " + ledger.log() + ", and was now fed from "
                            + source.log() + "; give the new one a name of its own (SLUICE_STREAM)");
        }
    }

    /** True when what became of this record is in the lake, and will not be made of it again. */
    public boolean isCommitted(String stream, int partition, int epoch, long offset) throws IOException {
        String key = LakePath.ledger(stream, partition);
        StoredObject stored = state.get(key).orElse(null);
        if (stored == null) {
            return false;
        }
        LedgerEpoch newest = Ledger.parse(stored.content()).newest();
        return newest.epoch() > epoch || newest.isDone(offset);
    }

    /** How many stretches of a partition's log nobody has taken in, as of what is known here; without a call. */
    public int holes(StreamPartition source) {
        KnownLedger known = ledgers.get(key(source));
        return known == null ? 0 : known.ledger().newest().ranges().size() - 1;
    }

    /**
     * Keeps bodies whose positions are not known, in an object of the quarantine that is named by them; once, however often
     * they come.
     *
     * @param lowest offset that is told of all of them
     */
    public void keepUnplaced(
            StreamPartition source, long lowest, @Nullable Long brokerTime, String reason, List<Slice> bodies)
            throws IOException {
        KnownLedger known = readLedger(source);
        int epoch = known == null ? 1 : known.ledger().newest().epoch();
        Origin origin = new Origin(source.stream(), source.partition(), epoch);
        Folder folder = LakePath.quarantine(source.stream(), brokerTime);
        Layout.Compression compression = layout().compression();
        state.createStreaming(
                LakePath.unplaced(folder, origin, lowest, bodies, compression),
                out -> LakeObject.write(
                        lines -> {
                            for (int i = 0; i < bodies.size(); i++) {
                                Position position = new Position(lowest, i, bodies.size());
                                Slice line = QuarantineLine.of(
                                        "no_position", reason, "", origin, position, brokerTime, bodies.get(i));
                                lines.write(line.bytes(), line.from(), line.length());
                            }
                        },
                        out,
                        compression));
    }

    /** True when this process or the ledger knows a schema object to be there; without a call. */
    boolean knowsSchema(Ledger ledger, String key) {
        return schemasWritten.contains(key) || isStanding(ledger, key);
    }

    /**
     * Writes a schema object unless this or an earlier process did. A process that begins finds nearly all of them there, so
     * it looks before it writes.
     *
     * @return true if this wrote it
     */
    boolean writeSchema(String key, byte[] json) throws IOException {
        if (schemasWritten.contains(key)) {
            return false;
        }
        boolean written = lake.get(key).isEmpty() && lake.create(key, json);
        if (schemasWritten.size() >= SCHEMAS_REMEMBERED) {
            schemasWritten.clear();
        }
        schemasWritten.add(key);
        return written;
    }

    ObjectStore store(Root root) {
        return switch (root) {
            case LAKE -> lake;
            case STATE -> state;
        };
    }

    ObjectStore state() {
        return state;
    }

    /** The lake's; asked for, if it was not yet. */
    Layout layout() throws IOException {
        fixLayout();
        return layout;
    }

    /**
     * Runs calls to the stores side by side, as many at a time as puts of a batch, and waits for all of them.
     *
     * @throws IOException the first failure, the others attached
     */
    public <T> List<T> sideBySide(List<Callable<T>> calls) throws IOException {
        return Puts.all(puts, calls);
    }

    /** What owners of other rules wrote. */
    OlderObjects older() {
        return older;
    }

    ExecutorService puts() {
        return puts;
    }

    @Override
    public void close() {
        puts.shutdown();
    }
}
