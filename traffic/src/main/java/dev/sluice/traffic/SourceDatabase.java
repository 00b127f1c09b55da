package dev.sluice.traffic;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A database at work: its tables and their rows. */
final class SourceDatabase {
    private record Source(Table table, TableState state) {}

    private final Dice dice;
    private final RowOptions options;
    private final List<Source> sources = new ArrayList<>();
    private int weights;
    private long identity = 700_000_000_000L;
    private long nowMs;

    SourceDatabase(List<Table> tables, Dice dice, RowOptions options) {
        this.dice = dice;
        this.options = options;
        tables.forEach(this::create);
    }

    /** Adds an empty table. */
    void create(Table table) {
        sources.add(new Source(table, new TableState(table, this, dice, options)));
        weights += table.weight();
    }

    /** Gives every table so many rows that the stream does not tell of. */
    void fill(int rows) {
        for (Source source : sources) {
            for (int i = 0; i < rows; i++) {
                source.state.insert();
            }
        }
    }

    /** @param epochMs when what comes next happens */
    void at(long epochMs) {
        nowMs = epochMs;
    }

    Change next() {
        return pick().state.next();
    }

    /** A row that is new in any case. */
    Change insert() {
        return pick().state.insert();
    }

    long nowMs() {
        return nowMs;
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
