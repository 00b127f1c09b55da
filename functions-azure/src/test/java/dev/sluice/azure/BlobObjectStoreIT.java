package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.util.Context;
import dev.sluice.servers.Azurite;
import dev.sluice.store.Attempts;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.ObjectStoreContract;
import dev.sluice.store.StoreUrl;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract against Azurite. */
class BlobObjectStoreIT extends ObjectStoreContract {
    @TempDir
    private static Path folder;

    private static Azurite azurite;
    private static BlobContainers containers;

    private StoreUrl.Azure place;

    @BeforeAll
    static void start() throws Exception {
        azurite = Azurite.inMemory(folder);
        containers = new BlobContainers(azurite);
    }

    @AfterAll
    static void stop() {
        azurite.close();
    }

    @Override
    protected ObjectStore newStore() {
        place = containers.newPlace();
        return containers.open(place);
    }

    @Override
    protected int turns() {
        return turns(50);
    }

    /** Without what Azure takes for another name, and what Azurite cannot write into the XML of a listing. */
    @Override
    protected List<String> awkwardKeys() {
        return super.awkwardKeys().stream()
                .filter(key -> !key.contains("\\") && !key.contains("\uffff"))
                .toList();
    }

    @Test
    void aBackslashIsRefusedBecauseAzureTakesItForASlash() throws Exception {
        ObjectStore store = newStore();

        assertThatThrownBy(() -> store.create("a\\b", bytes("x")))
                .isExactlyInstanceOf(IOException.class)
                .hasMessageContaining("takes '\\' in a name for '/'");
        assertThat(store.list("")).isEmpty();
    }

    /** What a hierarchical namespace lists beside objects: folders, by both marks, and in its own order. */
    @Test
    void foldersAreNoObjects() throws Exception {
        ObjectStore store = newStore();
        for (String key : List.of("e", "f/1", "f/sub/2", "f!", "g/1", "z")) {
            store.create(key, bytes(key));
        }
        for (String folder : List.of("f", "g", "empty")) {
            containers
                    .client(place.container())
                    .getBlobClient(place.prefix() + "/" + folder)
                    .getBlockBlobClient()
                    .uploadWithResponse(
                            InputStream.nullInputStream(),
                            0,
                            null,
                            Map.of(folder.equals("g") ? "is_directory" : "hdi_isfolder", "true"),
                            null,
                            null,
                            null,
                            null,
                            Context.NONE);
        }

        assertThat(store.list(""))
                .extracting(ListedObject::key)
                .containsExactly("e", "f!", "f/1", "f/sub/2", "g/1", "z");
        assertThat(store.list("f")).extracting(ListedObject::key).containsExactly("f!", "f/1", "f/sub/2");
        // The same, read a folder at a time, as with more objects than one page holds.
        for (int pageSize = 1; pageSize < 5; pageSize++) {
            BlobListing pages = BlobListing.begin(
                    containers.client(place.container()), place.prefix() + "/", "", new Attempts(), pageSize);
            List<String> keys = new ArrayList<>();
            pages.forEachRemaining(object -> keys.add(object.key()));
            assertThat(keys).containsExactly("e", "f!", "f/1", "f/sub/2", "g/1", "z");
        }
        assertThatThrownBy(() -> store.get("f"))
                .isExactlyInstanceOf(IOException.class)
                .hasMessageContaining("folder");
        assertThatThrownBy(() -> store.open("g"))
                .isExactlyInstanceOf(IOException.class)
                .hasMessageContaining("folder");
    }

    @Test
    void manyPagesAreOneListing() throws Exception {
        ObjectStore store = newStore();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            expected.add("d" + i / 10 + "/" + (char) ('a' + i));
            store.create(expected.get(i), bytes("x"));
        }
        BlobListing pages =
                BlobListing.begin(containers.client(place.container()), place.prefix() + "/", "d", new Attempts(), 5);

        for (String key : expected) {
            assertThat(pages.next().key()).isEqualTo(key);
        }
        assertThat(pages.hasNext()).isFalse();
    }

    @Override
    protected ObjectStore another(ObjectStore store) {
        return containers.open(place);
    }
}
