package dev.sluice.traffic;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/** A database that SQL Server streams: its rows, its log and the transaction that runs. */
final class CesDatabase {
    private final LsnClock lsn;
    private final IdentityHashMap<Table, String> objectIds = new IdentityHashMap<>();
    private final SourceDatabase database;
    private Transaction transaction;
    private int sequence;

    /** @param startMs epoch milliseconds of the first possible commit */
    CesDatabase(List<Table> tables, Dice dice, TrafficOptions options, long startMs) {
        this.lsn = new LsnClock(dice.another());
        tables.forEach(table -> objectIds.put(table, dice.guid()));
        this.database = new SourceDatabase(tables, dice, options.rows());
        this.transaction = new Transaction(
                lsn.next(), lsn.next(), startMs, options.generations().get(0));
        database.at(startMs);
    }

    /** Gives every table so many rows that the stream does not tell of. */
    void fill(int rows) {
        database.fill(rows);
    }

    void begin(long commitMs, CesGeneration generation) {
        transaction = new Transaction(lsn.next(), lsn.next(), commitMs, generation);
        sequence = 0;
        database.at(commitMs);
    }

    /** The next change of the transaction. */
    ChangeEvent next() {
        Change change = database.next();
        String objectId = Objects.requireNonNull(objectIds.get(change.table()), "a table without an object");
        return ChangeEvent.of(change, transaction, ++sequence, objectId);
    }
}
