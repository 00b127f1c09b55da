package dev.sluice.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is in the lake of one partition. Small, and changed only by compare-and-swap.
 *
 * @param log full identity of the log: namespace and hub, or cluster and topic
 * @param rules by which the newest epoch is written
 * @param epochs lives of the log, ascending
 * @param standing what a process that begins need not look for
 */
public record Ledger(String log, Rules rules, List<LedgerEpoch> epochs, Standing standing) {
    /**
     * What decides into which folder an item goes.
     *
     * @param id stands for all of it
     * @param since milliseconds since 1970 when it replaced other rules, 0 if it replaced none
     */
    public record Rules(String id, long since) {
        static final Rules UNKNOWN = new Rules("", 0);
    }

    public Ledger {
        epochs = List.copyOf(epochs);
    }

    Ledger(String log, Rules rules, List<LedgerEpoch> epochs) {
        this(log, rules, epochs, Standing.NOTHING);
    }

    static Ledger start(String log, String rules, @Nullable Long fromTime, long first) {
        return new Ledger(log, new Rules(rules, 0), List.of(LedgerEpoch.start(1, fromTime, first)));
    }

    public static Ledger parse(byte[] json) throws IOException {
        try {
            return LedgerJson.read(json);
        } catch (JsonProcessingException e) {
            e.clearLocation();
            throw new IOException(
                    "the ledger is not readable: " + e.getOriginalMessage()
                            + "; was it written by a newer version, or by hand?",
                    e);
        }
    }

    // By what would be stored: to link what the compiler makes, of all records within, takes a process that starts some
    // milliseconds.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Ledger that && Arrays.equals(json(), that.json()));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(json());
    }

    public byte[] json() {
        return LedgerJson.write(this);
    }

    public LedgerEpoch newest() {
        return epochs.get(epochs.size() - 1);
    }

    /**
     * The same with another life of the log, which begins at this offset. It is waited for as for a range that was split
     * off: to an owner that knows the old life only, records of the new one may look as if they followed there.
     *
     * @param now milliseconds since 1970
     */
    Ledger withNewEpoch(@Nullable Long fromTime, long first, long now) {
        List<LedgerEpoch> more = new ArrayList<>(epochs);
        more.add(LedgerEpoch.start(newest().epoch() + 1, fromTime, first).splitOffAt(now));
        return new Ledger(log, rules, more, standing);
    }

    Ledger withNewest(LedgerEpoch epoch) {
        List<LedgerEpoch> changed = new ArrayList<>(epochs);
        changed.set(changed.size() - 1, epoch);
        return new Ledger(log, rules, changed, standing);
    }

    Ledger withStanding(Standing standing) {
        return new Ledger(log, rules, epochs, standing);
    }

    /**
     * The same for owners whose rules differ: they wait as for a range that was split off, and look for what is there.
     *
     * @param now milliseconds since 1970
     */
    Ledger withRules(String id, long now) {
        return new Ledger(log, new Rules(id, now), epochs, standing).withNewest(newest().underOtherRules(now));
    }
}
