package dev.sluice.assemble;

import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** The folders of a store, one after the other; holds the listing of one. */
final class ObjectFolders {
    private ObjectFolders() {}

    interface Visitor {
        /**
         * Takes a folder.
         *
         * @param folder its key, with its slash
         */
        void visit(String folder, List<ListedObject> objects) throws IOException;
    }

    /** Visits the folders below a prefix that hold objects. */
    static void forEach(ObjectStore store, String prefix, Visitor visitor) throws IOException {
        try (Stream<ListedObject> objects = store.list(prefix)) {
            List<ListedObject> folder = new ArrayList<>();
            for (Iterator<ListedObject> all = objects.iterator(); all.hasNext(); ) {
                ListedObject next = all.next();
                if (!folder.isEmpty() && !name(next).equals(name(folder.get(0)))) {
                    visitor.visit(name(folder.get(0)), folder);
                    folder = new ArrayList<>();
                }
                folder.add(next);
            }
            if (!folder.isEmpty()) {
                visitor.visit(name(folder.get(0)), folder);
            }
        } catch (UncheckedIOException e) {
            throw new IOException(prefix + " cannot be listed: " + e.getMessage(), e);
        }
    }

    private static String name(ListedObject object) {
        return object.key().substring(0, object.key().lastIndexOf('/') + 1);
    }
}
