package dev.sluice.killed;

import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.Map;

/**
 * Two empty stores, and how to reach them.
 *
 * @param environment what the opener needs beside the URLs
 */
public record Place(
        Class<? extends StoreOpener> opener, String lakeUrl, String stateUrl, Map<String, String> environment) {

    /** Opens the lake in this process. */
    public ObjectStore lake() throws IOException {
        return open(opener.getName(), lakeUrl, environment);
    }

    /** Opens the state in this process. */
    public ObjectStore state() throws IOException {
        return open(opener.getName(), stateUrl, environment);
    }

    static ObjectStore open(String opener, String url, Map<String, String> environment) throws IOException {
        try {
            return Class.forName(opener)
                    .asSubclass(StoreOpener.class)
                    .getDeclaredConstructor()
                    .newInstance()
                    .open(url, environment);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
