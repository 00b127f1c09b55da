package dev.sluice.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table's definition.
 *
 * @param columns in table order; a column's place is its index on the wire
 * @param key places of the primary key columns in key order; empty without a primary key
 * @param keyCanChange false for an identity, which SQL Server lets nobody update
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

    /** Without columns and key, for a start. */
    static Table named(String database, String schema, String name) {
        return new Table(database, schema, name, List.of(), List.of(), false, 1, new Habits(1, 1, 1));
    }

    Table column(String columnName, String type, Values values) {
        List<Column> more = new ArrayList<>(columns);
        more.add(new Column(columnName, type, values));
        return new Table(database, schema, name, List.copyOf(more), key, keyCanChange, weight, habits);
    }

    Table key(String... names) {
        List<String> all = columns.stream().map(Column::name).toList();
        List<Integer> places = List.of(names).stream().map(all::indexOf).toList();
        return new Table(database, schema, name, columns, places, true, weight, habits);
    }

    Table identityKey(String column) {
        return new Table(database, schema, name, columns, key(column).key, false, weight, habits);
    }

    Table used(int newWeight, Habits newHabits) {
        return new Table(database, schema, name, columns, key, keyCanChange, newWeight, newHabits);
    }

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
        return places().stream().filter(place -> !key.contains(place)).toList();
    }
}
