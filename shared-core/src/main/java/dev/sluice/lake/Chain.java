package dev.sluice.lake;

import dev.sluice.normalize.Origin;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/** The objects of one partition in one folder. */
final class Chain {
    private Chain() {}

    /** Lists them, in the order of their first offsets. */
    static List<LakePath.ChainObject> list(ObjectStore store, Folder folder, Origin origin) throws IOException {
        String prefix = LakePath.chain(folder, origin);
        try (Stream<ListedObject> objects = store.list(prefix)) {
            return objects.flatMap(object -> LakePath.chainObject(prefix, object.key()).stream())
                    .toList();
        } catch (UncheckedIOException e) {
            throw new IOException(prefix + " cannot be listed: " + e.getMessage(), e);
        }
    }
}
