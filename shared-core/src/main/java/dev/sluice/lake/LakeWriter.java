package dev.sluice.lake;

import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.util.Set;
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

    private final ObjectStore lake;
    private final ObjectStore state;
    private final Layout layout;
    private final ExecutorService puts = Executors.newFixedThreadPool(PARALLEL_PUTS, task -> {
        Thread thread = new Thread(task, "sluice-put");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<String> schemasWritten = ConcurrentHashMap.newKeySet();

    private LakeWriter(ObjectStore lake, ObjectStore state, Layout layout) {
        this.lake = lake;
        this.state = state;
        this.layout = layout;
    }

    /**
     * Opens a lake, or begins one.
     *
     * @throws LayoutMismatchException if the lake was begun with another layout
     */
    public static LakeWriter open(ObjectStore lake, ObjectStore state, Layout layout) throws IOException {
        layout.fix(lake);
        return new LakeWriter(lake, state, layout);
    }

    /**
     * Begins a run: reads the ledger and, where the run does not follow what is in the lake, gives the ledger the shape
     * in which it fits, before any object is written.
     *
     * @param first offset of the first record
     * @param last offset of the last record; all offsets between exist
     * @param brokerTime broker time of the first record, null if it has none
     */
    public LakeRun begin(StreamPartition source, long first, long last, @Nullable Long brokerTime) throws IOException {
        String key = LakePath.ledger(source.stream(), source.partition());
        while (true) {
            StoredObject stored = state.get(key).orElse(null);
            Ledger ledger = stored == null ? Ledger.start(source.log(), brokerTime, first) : parse(key, source, stored);
            Ledger shaped = ledger.withNewest(ledger.newest().shapedFor(first));
            String version = stored == null ? null : stored.version();
            if (version == null || !shaped.equals(ledger)) {
                version = state.compareAndSwap(key, version, shaped.json()).orElse(null);
            }
            if (version != null) {
                return new LakeRun(this, source, shaped, version, first, last);
            }
        }
    }

    Ledger parse(String key, StreamPartition source, StoredObject stored) throws IOException {
        Ledger ledger;
        try {
            ledger = Ledger.parse(stored.content());
        } catch (IOException e) {
            throw new IOException(key + ": " + e.getMessage(), e);
        }
        if (!ledger.log().equals(source.log())) {
            throw new IOException(
                    "stream " + source.stream() + " holds the log " + ledger.log() + ", and was now fed from "
                            + source.log() + "; give the new one a name of its own (SLUICE_STREAM)");
        }
        return ledger;
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

    /** Writes a schema object unless this or an earlier process did. */
    void writeSchema(String key, byte[] json) throws IOException {
        if (schemasWritten.contains(key)) {
            return;
        }
        lake.create(key, json);
        if (schemasWritten.size() >= SCHEMAS_REMEMBERED) {
            schemasWritten.clear();
        }
        schemasWritten.add(key);
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

    Layout layout() {
        return layout;
    }

    ExecutorService puts() {
        return puts;
    }

    @Override
    public void close() {
        puts.shutdown();
    }
}
