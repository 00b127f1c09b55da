package dev.sluice.azure;

import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import dev.sluice.killed.Place;
import dev.sluice.servers.Azurite;
import dev.sluice.store.Attempts;
import dev.sluice.store.StoreUrl;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Containers of an emulator, and ways to them. */
final class BlobContainers {
    private final Azurite azurite;
    private final AtomicInteger made = new AtomicInteger();

    BlobContainers(Azurite azurite) {
        this.azurite = azurite;
    }

    /** Makes an empty container, and tells its URL with a prefix that needs care. */
    StoreUrl.Azure newPlace() {
        String name = "lake-" + made.incrementAndGet();
        client(name).create();
        return (StoreUrl.Azure) StoreUrl.parse(azurite.endpoint() + "/" + name + "/a%20b/%25c", Path.of("/"));
    }

    /** Two stores in an empty container, for processes of their own. */
    Place newPlaceOfWorkers() {
        StoreUrl.Azure place = newPlace();
        String container = place.endpoint() + "/" + place.container();
        return new Place(
                BlobOpener.class, container + "/lake", container + "/state", Map.of(BlobAccess.KEY, azurite.key()));
    }

    BlobContainerClient client(String name) {
        return new BlobContainerClientBuilder()
                .endpoint(azurite.endpoint())
                .containerName(name)
                .credential(new StorageSharedKeyCredential(azurite.account(), azurite.key()))
                .httpClient(new JdkHttpClientBuilder().build())
                .buildClient();
    }

    BlobObjectStore open(StoreUrl.Azure place) {
        return open(place, new Attempts());
    }

    BlobObjectStore open(StoreUrl.Azure place, Attempts attempts) {
        return BlobObjectStore.open(place, access(), attempts);
    }

    BlobAccess access() {
        return BlobAccess.from(Map.of(BlobAccess.KEY, azurite.key()));
    }
}
