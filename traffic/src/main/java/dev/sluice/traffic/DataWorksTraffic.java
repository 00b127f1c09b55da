package dev.sluice.traffic;

import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A topic that a DataWorks task fills from a MySQL database of four tables: first the rows that are there, then what
 * changes, with transactions, two DDL statements and heartbeats. The same seed and options give the same bytes on every
 * machine; each iteration starts anew. Nothing is kept but the rows the tables have at the moment.
 */
public final class DataWorksTraffic implements Iterable<Generated> {
    private final long seed;
    private final DataWorksOptions options;

    private DataWorksTraffic(long seed, DataWorksOptions options) {
        this.seed = seed;
        this.options = options;
    }

    public static DataWorksTraffic seeded(long seed) {
        return new DataWorksTraffic(seed, DataWorksOptions.defaults());
    }

    public DataWorksTraffic with(DataWorksOptions newOptions) {
        return new DataWorksTraffic(seed, newOptions);
    }

    public DataWorksOptions options() {
        return options;
    }

    @Override
    public Iterator<Generated> iterator() {
        return new DataWorksStream(seed, options);
    }

    public Stream<Generated> stream() {
        int traits = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator(), traits), false);
    }
}
