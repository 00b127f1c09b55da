package dev.sluice.lake;

import dev.sluice.normalize.Origin;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.List;

/** The objects of one partition in one folder. */
final class Chain {
    private Chain() {}

    /** Lists them, in the order of their first offsets. */
    static List<LakePath.ChainObject> list(ObjectStore store, Folder folder, Origin origin) throws IOException {
        String prefix = LakePath.chain(folder, origin);
        return store.listAll(prefix).stream()
                .flatMap(object -> LakePath.chainObject(prefix, object.key()).stream())
                .toList();
    }
}
