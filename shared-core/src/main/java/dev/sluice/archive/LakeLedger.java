package dev.sluice.archive;

import dev.sluice.lake.LakePath;
import dev.sluice.lake.Ledger;
import dev.sluice.lake.LedgerEpoch;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What the lake knows of a partition before records of it are replayed.
 *
 * @param log null if it knows nothing of the partition
 * @param epoch life of the log that is written, 0 if it knows nothing
 * @param since broker time with which that life began, milliseconds since 1970; the lowest number for the first life, or if
 *     nothing tells
 */
record LakeLedger(@Nullable String log, int epoch, long since) {
    private static final LakeLedger NONE = new LakeLedger(null, 0, Long.MIN_VALUE);

    static LakeLedger read(ObjectStore state, String stream, int partition) throws IOException {
        StoredObject stored = state.get(LakePath.ledger(stream, partition)).orElse(null);
        if (stored == null) {
            return NONE;
        }
        Ledger ledger = Ledger.parse(stored.content());
        LedgerEpoch newest = ledger.newest();
        Long from = newest.epoch() == 1 ? null : newest.fromTime();
        return new LakeLedger(ledger.log(), newest.epoch(), from == null ? Long.MIN_VALUE : from);
    }

    boolean isNew() {
        return log == null;
    }
}
