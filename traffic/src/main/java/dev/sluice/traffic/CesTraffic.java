package dev.sluice.traffic;

import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * SQL Server change event streaming traffic from five tables in two databases. The same seed and options give the same
 * bytes on every machine; each iteration starts anew. Nothing is kept but the rows the tables have at the moment.
 *
 * <p>Messages come in commit order, and log sequence numbers rise within each database. A table starts empty, and a
 * before image is the row as the last change left it: include_all_columns, include_old_values and
 * include_old_lob_values are 1 where {@link TrafficOptions} does not say otherwise.
 */
public final class CesTraffic implements Iterable<Generated> {
    private static final int BENCHMARK_ROWS = 1000;

    private final long seed;
    private final TrafficOptions options;

    private CesTraffic(long seed, TrafficOptions options) {
        this.seed = seed;
        this.options = options;
    }

    public static CesTraffic seeded(long seed) {
        return new CesTraffic(seed, TrafficOptions.defaults());
    }

    public CesTraffic with(TrafficOptions newOptions) {
        return new CesTraffic(seed, newOptions);
    }

    public TrafficOptions options() {
        return options;
    }

    @Override
    public Iterator<Generated> iterator() {
        return new TrafficStream(seed, options);
    }

    public Stream<Generated> stream() {
        int traits = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator(), traits), false);
    }

    /**
     * Generation C updates of one table with eight columns of mixed types and both images full, about 1.8 KB each, no
     * two alike.
     *
     * @return {@code count} bodies; the caller needs memory for them all
     */
    public static List<byte[]> benchmarkUpdates(long seed, int count) {
        return benchmarkUpdates(seed).limit(count).toList();
    }

    /** The same without an end, and nothing of them is kept; to be read in order, by one thread. */
    public static Stream<byte[]> benchmarkUpdates(long seed) {
        Dice dice = Dice.seeded(seed);
        Dice ids = dice.another();
        TrafficOptions plain = TrafficOptions.plain();
        CesDatabase shop = new CesDatabase(List.of(Catalog.PRODUCTS), dice.another(), plain, TrafficStream.START_MS);
        shop.fill(BENCHMARK_ROWS);
        CesWriter writer = new CesWriter();
        return LongStream.iterate(0, i -> i + 1).mapToObj(i -> {
            shop.begin(TrafficStream.START_MS + 37 * i, CesGeneration.C);
            return writer.write(shop.next(), ids.guid());
        });
    }
}
