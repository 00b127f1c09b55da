package dev.sluice.cli;

import dev.sluice.cli.StoreOptions.Stores;
import java.io.IOException;

/** A lake that is written anew from an archive, beside the one that is read. */
final class Rebuild {
    /** Tells a lake that a rebuild began, so that it can be gone on with. */
    private static final String MARK = "rebuild.json";

    private Rebuild() {}

    /** @throws UsageException if the lake is somebody else's */
    static void begin(Stores stores) throws IOException {
        boolean isOurs = stores.state().get(MARK).isPresent();
        if (!isOurs && !stores.state().listAll("ledger/").isEmpty()) {
            throw new UsageException("--mode rebuild: this lake has lines already; name a new one, and its state");
        }
        stores.state().create(MARK, new byte[0]);
    }
}
