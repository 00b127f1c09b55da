package dev.sluice.killed;

import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.Map;

/** Opens stores, in the test and in the processes that it starts: those know the name of the class, and make one. */
public interface StoreOpener {
    /**
     * Opens the store at this URL.
     *
     * @param environment what is needed beside the URL
     */
    ObjectStore open(String url, Map<String, String> environment) throws IOException;
}
