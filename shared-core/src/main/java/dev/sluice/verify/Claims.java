package dev.sluice.verify;

import dev.sluice.lake.LakePath;
import dev.sluice.lake.Ledger;
import dev.sluice.lake.LedgerEpoch;
import dev.sluice.lake.LedgerRange;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger says of one life of a partition's log.
 *
 * @param log full identity of the log, null if there is no ledger
 * @param epoch the life, 0 if there is none
 * @param since broker time with which it began, milliseconds since 1970; the lowest number for the first life, or if
 *     nothing tells
 * @param life null if the ledger does not know it
 */
record Claims(
        @Nullable String log,
        int epoch,
        long since,
        @Nullable LedgerEpoch life) {
    /** @param epoch the life, 0 for the newest */
    static Claims read(ObjectStore state, String stream, int partition, int epoch) throws IOException {
        StoredObject stored = state.get(LakePath.ledger(stream, partition)).orElse(null);
        if (stored == null) {
            return new Claims(null, epoch, Long.MIN_VALUE, null);
        }
        Ledger ledger = Ledger.parse(stored.content());
        int wanted = epoch == 0 ? ledger.newest().epoch() : epoch;
        LedgerEpoch life = ledger.epochs().stream()
                .filter(one -> one.epoch() == wanted)
                .findFirst()
                .orElse(null);
        Long from = epoch != 0 || wanted == 1 || life == null ? null : life.fromTime();
        return new Claims(ledger.log(), wanted, from == null ? Long.MIN_VALUE : from, life);
    }

    /** What a line is that is not there: missing if the ledger says that it is. */
    What absence(long offset) {
        if (life == null) {
            return What.NOT_YET;
        }
        if (offset < life.origin()) {
            return What.IN_HOLE;
        }
        LedgerRange open = life.openAt(offset);
        return open == null ? What.MISSING : open.last() == null ? What.NOT_YET : What.IN_HOLE;
    }
}
