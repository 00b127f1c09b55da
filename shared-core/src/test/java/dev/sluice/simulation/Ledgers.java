package dev.sluice.simulation;

import dev.sluice.lake.Ledger;
import dev.sluice.lake.LedgerEpoch;
import dev.sluice.lake.LedgerRange;
import dev.sluice.simulation.Source.Log;
import dev.sluice.simulation.Source.Rec;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The ledgers as they stand: what they call done is there, and stays done. */
final class Ledgers {
    private final Oracle oracle;
    private final Map<String, Ledger> ledgers = new HashMap<>();
    private final Set<Rec> done = new HashSet<>();

    Ledgers(Oracle oracle) {
        this.oracle = oracle;
    }

    private static String key(int partition) {
        return "ledger/" + World.STREAM + "/" + partition + ".json";
    }

    @Nullable
    Ledger of(int partition) {
        return ledgers.get(key(partition));
    }

    void swapped(String key, byte[] content) {
        Ledger ledger;
        try {
            ledger = Ledger.parse(content);
        } catch (IOException e) {
            oracle.violated("the ledger is broken: " + e.getMessage());
            return;
        }
        ledgers.put(key, ledger);
        for (List<Log> lives : oracle.source.partitions) {
            for (Log log : lives) {
                if (key.equals(key(log.partition))) {
                    for (LedgerEpoch epoch : ledger.epochs()) {
                        if (epoch.epoch() == log.epoch) {
                            log.records.forEach(rec -> done(rec, isDone(epoch, rec.offset())));
                        }
                    }
                }
            }
        }
    }

    private void done(Rec rec, boolean now) {
        if (now && !oracle.isDurable(rec)) {
            oracle.violated("the ledger says that " + rec + " is done, and it is nowhere");
        }
        if (now) {
            done.add(rec);
        } else if (done.contains(rec)) {
            oracle.violated("the ledger said that " + rec + " is done, and says so no more");
        }
    }

    private static boolean isDone(LedgerEpoch epoch, long offset) {
        if (offset < epoch.origin()) {
            return false;
        }
        for (LedgerRange range : epoch.ranges()) {
            if (range.first() <= offset && (range.last() == null || offset <= range.last())) {
                return offset <= range.through();
            }
        }
        return true;
    }
}
