package dev.sluice.traffic;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A table's definition.
 *
 * @param columns in table order; a column's place is its index on the wire
 * @param key places of the primary key columns in key order; empty without a primary key
 * @param keyCanChange false for identity columns, which SQL Server does not let anybody update
 * @param weight how often the table is touched, against the others of its database
 */
record Table(
        String database,
        String schema,
        String name,
        List<Column> columns,
        List<Integer> key,
        boolean keyCanChange,
        int weight,
        Habits habits) {

    String fullName() {
        return database + "." + schema + "." + name;
    }

    String column(int place) {
        return columns.get(place).name();
    }

    boolean hasKey() {
        return !key.isEmpty();
    }

    List<Integer> places() {
        return IntStream.range(0, columns.size()).boxed().toList();
    }

    List<Integer> placesOutsideKey() {
        return IntStream.range(0, columns.size())
                .filter(place -> !key.contains(place))
                .boxed()
                .toList();
    }
}
