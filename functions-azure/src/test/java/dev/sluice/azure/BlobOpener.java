package dev.sluice.azure;

import dev.sluice.killed.StoreOpener;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreUrl;
import java.nio.file.Path;
import java.util.Map;

/** For processes that tests start. */
public final class BlobOpener implements StoreOpener {
    @Override
    public ObjectStore open(String url, Map<String, String> environment) {
        return BlobObjectStore.open((StoreUrl.Azure) StoreUrl.parse(url, Path.of("/")), BlobAccess.from(environment));
    }
}
