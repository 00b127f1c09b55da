package dev.sluice.traffic;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A database at work: its tables' rows, its log and the transaction that runs. */
final class SourceDatabase {
    private record Source(Table table, String objectId, TableState state) {}

    private final Dice dice;
    private final LsnClock lsn;
    private final List<Source> sources = new ArrayList<>();
    private final int weights;
    private long identity;
    private Transaction transaction;
    private int sequence;

    /** @param startMs epoch milliseconds of the first possible commit */
    SourceDatabase(List<Table> tables, Dice dice, TrafficOptions options, long startMs) {
        this.dice = dice;
        this.lsn = new LsnClock(dice.another());
        for (Table table : tables) {
            sources.add(new Source(table, dice.guid(), new TableState(table, this, dice, options)));
        }
        this.weights = tables.stream().mapToInt(Table::weight).sum();
        this.identity = 700_000_000_000L;
        this.transaction = new Transaction(
                lsn.next(), lsn.next(), startMs, options.generations().get(0));
    }

    /** Gives every table so many rows that the stream does not tell of. */
    void fill(int rows) {
        for (Source source : sources) {
            for (int i = 0; i < rows; i++) {
                source.state.insert();
            }
        }
    }

    void begin(long commitMs, CesGeneration generation) {
        transaction = new Transaction(lsn.next(), lsn.next(), commitMs, generation);
        sequence = 0;
    }

    /** The next change of the transaction. */
    ChangeEvent next() {
        Source source = pick();
        return ChangeEvent.of(source.state.next(), transaction, ++sequence, source.objectId);
    }

    long nowMs() {
        return transaction.commitMs();
    }

    long nextIdentity() {
        return ++identity;
    }

    /** The first key column of some row of the table, null if it has none. */
    @Nullable
    String someKey(String table, Dice chance) {
        for (Source source : sources) {
            if (source.table.name().equals(table)) {
                return source.state.someKey(chance);
            }
        }
        return null;
    }

    private Source pick() {
        int roll = dice.below(weights);
        for (Source source : sources) {
            roll -= source.table.weight();
            if (roll < 0) {
                return source;
            }
        }
        throw new IllegalStateException("the weights do not add up");
    }
}
