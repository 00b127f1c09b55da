package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.servers.Azurite;
import dev.sluice.servers.S3Proxy;
import dev.sluice.store.Attempts;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.ObjectStoreContract;
import dev.sluice.store.StoreUrl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract against s3proxy in front of Azurite. */
class S3ObjectStoreIT extends ObjectStoreContract {
    @TempDir
    private static Path folder;

    private static Azurite azurite;
    private static S3Proxy s3;
    private static S3Buckets buckets;

    private StoreUrl.S3 place;

    @BeforeAll
    static void start() throws Exception {
        azurite = Azurite.inMemory(folder.resolve("azurite"));
        s3 = S3Proxy.inFrontOf(azurite, folder.resolve("s3proxy"));
        buckets = new S3Buckets(s3);
    }

    @AfterAll
    static void stop() {
        s3.close();
        azurite.close();
    }

    @Override
    protected ObjectStore newStore() {
        place = buckets.newPlace();
        return buckets.open(place);
    }

    @Override
    protected ObjectStore another(ObjectStore store) {
        return buckets.open(place);
    }

    @Override
    protected int turns() {
        return turns(50);
    }

    /** Without what Azure, behind the emulator, takes for another name or cannot list. */
    @Override
    protected List<String> awkwardKeys() {
        return super.awkwardKeys().stream()
                .filter(key -> !key.contains("\\") && !key.contains("\uffff"))
                .toList();
    }

    @Test
    void manyPagesAreOneListing() throws Exception {
        ObjectStore store = newStore();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            expected.add("d" + i / 10 + "/" + (char) ('a' + i));
            store.create(expected.get(i), bytes("x"));
        }
        S3Listing pages =
                S3Listing.begin(buckets.client(), place.bucket(), place.prefix() + "/", "d", new Attempts(), 5);

        for (String key : expected) {
            assertThat(pages.next().key()).isEqualTo(key);
        }
        assertThat(pages.hasNext()).isFalse();
    }
}
