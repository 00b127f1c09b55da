package dev.sluice.change;

import dev.sluice.text.Slice;

/**
 * What DataWorks and Canal tell of an event beside its rows. Each text is empty if the message does not tell it.
 *
 * @param millis when the source committed, milliseconds since 1970; -1 if unknown
 * @param sequence DataWorks: what is meant to order the records of one task
 * @param scn DataWorks: Oracle's change number
 * @param dbType DataWorks: kind of database, such as {@code MySQL}
 * @param gtid Canal: transactions of the binlog up to here
 * @param es Canal: text of {@code es}, the time in the binlog
 */
public record Marks(long millis, Slice sequence, Slice scn, Slice dbType, Slice gtid, Slice es) {
    public static final Marks NONE = new Marks(-1, Slice.EMPTY, Slice.EMPTY, Slice.EMPTY, Slice.EMPTY, Slice.EMPTY);

    public static Marks ofDataWorks(long millis, Slice sequence, Slice scn, Slice dbType) {
        return new Marks(millis, sequence, scn, dbType, Slice.EMPTY, Slice.EMPTY);
    }

    public static Marks ofCanal(long millis, Slice gtid, Slice es) {
        return new Marks(millis, Slice.EMPTY, Slice.EMPTY, Slice.EMPTY, gtid, es);
    }
}
