package dev.sluice.lake;

import dev.sluice.normalize.Origin;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What owners of other rules wrote beyond the place where the rules changed. To them other events belong into a folder, so
 * the names of their objects say nothing to us; each folder is listed and read once, when they have been waited out.
 */
final class OlderObjects {
    private static final int REMEMBERED = 1024;
    private static final int RECORDS_REMEMBERED = 100_000;

    private final LakeWriter writer;
    private final Map<Place, FolderItems> known = new ConcurrentHashMap<>();

    /** A folder in a range of the ledger, since it is under our rules. */
    private record Place(Folder folder, Origin origin, long first, long mixedTo) {}

    OlderObjects(LakeWriter writer) {
        this.writer = writer;
    }

    /** The items behind the end of what is done that have lines already, and maybe some of our own. */
    FolderItems in(Folder folder, Origin origin, LedgerRange range, long mixedTo) throws IOException {
        Place place = new Place(folder, origin, range.first(), mixedTo);
        FolderItems items = known.get(place);
        if (items == null) {
            items = read(folder, origin, range);
            remember(place, items);
        }
        return items;
    }

    private void remember(Place place, FolderItems items) {
        int records = known.values().stream().mapToInt(FolderItems::size).sum();
        if (known.size() >= REMEMBERED || records + items.size() > RECORDS_REMEMBERED) {
            known.clear();
        }
        known.put(place, items);
    }

    private FolderItems read(Folder folder, Origin origin, LedgerRange range) throws IOException {
        FolderItems items = new FolderItems();
        ObjectStore store = writer.store(folder.root());
        for (LakePath.ChainObject object : Chain.list(store, folder, origin)) {
            if (object.first() > range.through() - LakeWriter.MAX_RUN) {
                items.addBehind(range.through(), Chain.items(store, object.key(), writer.layout()));
            }
        }
        return items;
    }
}
