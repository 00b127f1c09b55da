package dev.sluice.assemble;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.store.ListedObject;
import dev.sluice.store.MemoryObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store is visited folder by folder. */
class ObjectFoldersTest {
    private static List<String> visits(String... keys) throws IOException {
        MemoryObjectStore store = new MemoryObjectStore();
        for (String key : keys) {
            store.create(key, new byte[0]);
        }
        List<String> visits = new ArrayList<>();
        ObjectFolders.forEach(
                store,
                "in/",
                (folder, objects) -> visits.add(folder + " "
                        + objects.stream()
                                .map(ListedObject::key)
                                .map(key -> key.substring(key.lastIndexOf('/') + 1))
                                .toList()));
        return visits;
    }

    @Test
    void everyFolderIsVisitedOnceWithAllItsObjects() throws IOException {
        assertThat(visits("in/a/1", "in/a/2", "in/b/1", "in/c/x/1", "in/c/x/2", "out/d/1"))
                .containsExactly("in/a/ [1, 2]", "in/b/ [1]", "in/c/x/ [1, 2]");
    }

    @Test
    void whereNothingIsNothingIsVisited() throws IOException {
        assertThat(visits()).isEmpty();
        assertThat(visits("inside/a", "out/a")).isEmpty();
    }
}
