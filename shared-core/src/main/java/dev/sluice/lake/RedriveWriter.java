package dev.sluice.lake;

import dev.sluice.change.Table;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.normalize.TableSchema;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes items that could not be read when their batch came, each into an object of its own that is created once. An item
 * that is in a chain already, because another owner could read it, is left as it is. Safe for any number of threads; each item
 * for one.
 */
public final class RedriveWriter {
    private static final int REMEMBERED = 1000;

    private final LakeWriter writer;
    private final Layout layout;
    /** By key of a ledger. Looked at before any chain, so what is done there cannot be missing in a chain. */
    private final Map<String, List<LedgerEpoch>> ledgers = new HashMap<>();

    private final Map<String, List<LakePath.ChainObject>> chains = new HashMap<>();

    public RedriveWriter(LakeWriter writer) throws IOException {
        this.writer = writer;
        this.layout = writer.layout();
    }

    /** What an item became, until it is written. */
    public final class Item {
        private final Origin origin;
        private final List<Line> lines = new ArrayList<>();
        private final Map<String, byte[]> schemas = new HashMap<>();

        private Item(Origin origin) {
            this.origin = origin;
        }

        /** Takes the lines of one change. */
        public void add(NormalizedChange change, Position position, Slice text) {
            Table table = change.table();
            Folder folder = LakePath.table(table, change.time(), layout.partition());
            lines.add(new Line(folder, position, Slice.of(text.copy())));
            TableSchema schema = change.schema();
            if (schema != null) {
                schemas.put(LakePath.schema(table, schema.id()), schema.bytes());
            }
        }

        /** Takes the line of an event that is no row change. */
        public void addControl(String kind, CommitTime time, Position position, Slice text) {
            lines.add(new Line(LakePath.control(kind, time), position, Slice.of(text.copy())));
        }

        /** Writes what is not there yet. When this returns, all of it is durable; false if all of it was before. */
        public boolean write() throws IOException {
            for (Map.Entry<String, byte[]> schema : schemas.entrySet()) {
                writer.writeSchema(schema.getKey(), schema.getValue());
            }
            boolean isNew = false;
            for (Line line : lines) {
                isNew |= !isInChain(line) && create(line);
            }
            return isNew;
        }

        private boolean create(Line line) throws IOException {
            Layout.Compression compression = layout.compression();
            Position position = line.position;
            return writer.store(line.folder.root())
                    .create(
                            LakePath.redrive(line.folder, origin, position.offset(), position.item(), compression),
                            LakeObject.encode(line.text, compression));
        }

        private boolean isInChain(Line line) throws IOException {
            ObjectStore store = writer.store(line.folder.root());
            long offset = line.position.offset();
            for (LakePath.ChainObject object : chain(line.folder, origin)) {
                boolean mayHold = object.first() <= offset && object.first() > offset - LakeWriter.MAX_RUN;
                if (mayHold && writer.older().items(store, object.key()).hold(line.text)) {
                    return true;
                }
            }
            return false;
        }
    }

    private record Line(Folder folder, Position position, Slice text) {}

    /** Begins to take what an item of this log became. */
    public Item item(Origin origin) {
        return new Item(origin);
    }

    /**
     * True when the batch that brought this record is done; before that, its owner may still write what it can read by now.
     */
    public synchronized boolean isDone(Origin origin, long offset) throws IOException {
        String key = LakePath.ledger(origin.stream(), origin.partition());
        List<LedgerEpoch> epochs = ledgers.get(key);
        if (epochs == null) {
            StoredObject stored = writer.state().get(key).orElse(null);
            epochs = stored == null ? List.of() : Ledger.parse(stored.content()).epochs();
            if (ledgers.size() >= REMEMBERED) {
                ledgers.clear();
                chains.clear();
            }
            ledgers.put(key, epochs);
        }
        LedgerEpoch newest = epochs.isEmpty() ? null : epochs.get(epochs.size() - 1);
        return newest != null && (newest.epoch() > origin.epoch() || newest.isDone(offset));
    }

    private synchronized List<LakePath.ChainObject> chain(Folder folder, Origin origin) throws IOException {
        String key = LakePath.chain(folder, origin);
        List<LakePath.ChainObject> objects = chains.get(key);
        if (objects == null) {
            if (chains.size() >= REMEMBERED) {
                chains.clear();
            }
            objects = Chain.list(writer.store(folder.root()), folder, origin);
            chains.put(key, objects);
        }
        return objects;
    }
}
