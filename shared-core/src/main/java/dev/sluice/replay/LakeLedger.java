package dev.sluice.replay;

import dev.sluice.archive.Stretch;
import dev.sluice.lake.LakePath;
import dev.sluice.lake.Ledger;
import dev.sluice.lake.LedgerEpoch;
import dev.sluice.lake.LedgerRange;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the lake knows of a partition before records of it are replayed.
 *
 * @param log null if it knows nothing of the partition
 * @param epoch life of the log that is written, 0 if it knows nothing
 * @param newest that life, null if it knows nothing
 * @param since broker time with which that life began, milliseconds since 1970; the lowest number for the first life, or if
 *     nothing tells
 */
record LakeLedger(@Nullable String log, int epoch, @Nullable LedgerEpoch newest, long since) {
    private static final LakeLedger NONE = new LakeLedger(null, 0, null, Long.MIN_VALUE);

    static LakeLedger read(ObjectStore state, String stream, int partition) throws IOException {
        StoredObject stored = state.get(LakePath.ledger(stream, partition)).orElse(null);
        if (stored == null) {
            return NONE;
        }
        Ledger ledger = Ledger.parse(stored.content());
        LedgerEpoch newest = ledger.newest();
        Long from = newest.epoch() == 1 ? null : newest.fromTime();
        return new LakeLedger(ledger.log(), newest.epoch(), newest, from == null ? Long.MIN_VALUE : from);
    }

    /** Of these offsets, those that are not in the lake. */
    List<Stretch> lacking(Stretch wanted) {
        if (newest == null) {
            return List.of(wanted);
        }
        List<Stretch> lacking = new ArrayList<>();
        addCommon(lacking, wanted, 0, newest.origin() - 1);
        for (LedgerRange range : newest.ranges()) {
            addCommon(lacking, wanted, range.through() + 1, range.last() == null ? Long.MAX_VALUE : range.last());
        }
        return lacking;
    }

    private static void addCommon(List<Stretch> to, Stretch wanted, long first, long last) {
        if (Math.max(first, wanted.first()) <= Math.min(last, wanted.last())) {
            to.add(new Stretch(Math.max(first, wanted.first()), Math.min(last, wanted.last())));
        }
    }

    boolean isNew() {
        return log == null;
    }
}
