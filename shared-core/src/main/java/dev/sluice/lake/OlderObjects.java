package dev.sluice.lake;

import dev.sluice.normalize.Origin;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What owners of other rules wrote beyond the place where the rules changed. To them other events belong into a folder, so
 * the names of their objects say nothing to us: while such objects may be there, each run lists its folders, when it has
 * seen the ledger, and leaves out what it finds.
 */
final class OlderObjects {
    private static final int RECORDS_REMEMBERED = 100_000;

    private final LakeWriter writer;
    /** By key, what an object holds; objects never change. */
    private final Map<String, FolderItems> known = new ConcurrentHashMap<>();

    OlderObjects(LakeWriter writer) {
        this.writer = writer;
    }

    /** The items behind the end of what is done that have lines already, by whatever rules. */
    FolderItems in(Folder folder, Origin origin, LedgerRange range) throws IOException {
        FolderItems items = new FolderItems();
        ObjectStore store = writer.store(folder.root());
        for (LakePath.ChainObject object : Chain.list(store, folder, origin)) {
            boolean isInside = range.last() == null || object.first() <= range.last();
            if (isInside && object.first() > range.through() - LakeWriter.MAX_RUN) {
                items.addBehind(range.through(), items(store, object.key()));
            }
        }
        for (ListedObject redriven : store.listAll(LakePath.redriven(folder, origin))) {
            if (LakePath.isObject(redriven.key())) {
                FolderItems one = items(store, redriven.key());
                if (range.last() == null || one.last() <= range.last()) {
                    items.addBehind(range.through(), one);
                }
            }
        }
        return items;
    }

    /** The items that an object holds. */
    FolderItems items(ObjectStore store, String key) throws IOException {
        FolderItems items = known.get(key);
        if (items == null) {
            items = Chain.items(store, key, writer.layout());
            int records = known.values().stream().mapToInt(FolderItems::size).sum();
            if (records + items.size() > RECORDS_REMEMBERED) {
                known.clear();
            }
            known.put(key, items);
        }
        return items;
    }
}
