package dev.sluice.lake;

import dev.sluice.normalize.Origin;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.util.List;

/** The objects of one partition in one folder, in the lake or in the quarantine. */
final class Chain {
    private Chain() {}

    /** Lists them, in the order of their first offsets. */
    static List<LakePath.ChainObject> list(ObjectStore store, Folder folder, Origin origin) throws IOException {
        String prefix = LakePath.chain(folder, origin);
        return store.listAll(prefix).stream()
                .flatMap(object -> LakePath.chainObject(prefix, object.key()).stream())
                .toList();
    }

    /** The items that an object holds. */
    static FolderItems items(ObjectStore store, String key, Layout layout) throws IOException {
        StoredObject object = store.get(key)
                .orElseThrow(() -> new IOException(key + " was there and is gone; was it deleted by hand?"));
        try {
            return LakeObject.items(LakeObject.decode(object.content(), layout.compression()));
        } catch (IOException e) {
            throw new IOException(key + " is not an object of this lake: " + e.getMessage(), e);
        }
    }
}
