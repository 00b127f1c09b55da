package dev.sluice.traffic;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows a table has now, so that updates and deletes speak of rows that exist. Their number is bounded. */
final class TableState {
    private final Table table;
    private final SourceDatabase database;
    private final Dice dice;
    private final RowOptions options;
    private final List<Integer> places;
    private final List<Integer> placesOutsideKey;
    private final List<Row> rows = new ArrayList<>();
    private final Set<List<String>> keys = new HashSet<>(); // asked, never walked: its order must not matter

    TableState(Table table, SourceDatabase database, Dice dice, RowOptions options) {
        this.table = table;
        this.database = database;
        this.dice = dice;
        this.options = options;
        this.places = table.places();
        this.placesOutsideKey = table.placesOutsideKey();
    }

    Change next() {
        Operation operation = rows.isEmpty() ? Operation.INSERT : table.habits().draw(dice);
        if (operation == Operation.INSERT && rows.size() >= options.rowsPerTable()) {
            operation = Operation.DELETE;
        }
        return switch (operation) {
            case INSERT -> insert();
            case UPDATE -> update();
            case DELETE -> delete();
        };
    }

    Change insert() {
        List<@Nullable String> values = new ArrayList<>(places.size());
        for (Column column : table.columns()) {
            values.add(column.values().draw(dice, database));
        }
        Row row = Row.of(values);
        if (table.hasKey()) {
            row = keys.contains(row.key(table)) ? withFreeKey(row) : row;
            keys.add(row.key(table));
        }
        rows.add(row);
        return new Change(table, Operation.INSERT, row.key(table), null, row, places);
    }

    /** The first key column of a row, null if there is no row. */
    @Nullable
    String someKey(Dice otherDice) {
        return rows.isEmpty() ? null : otherDice.pick(rows).get(table.key().get(0));
    }

    private Change update() {
        int at = dice.below(rows.size());
        Row before = rows.get(at);
        boolean keyChanges = dice.chance(options.keyChangeShare()) && table.keyCanChange();
        boolean sparse = dice.chance(options.sparseShare());
        boolean noBefore = dice.chance(options.noBeforeShare()) && !keyChanges;

        Row after = withOtherValues(before);
        if (keyChanges) {
            after = withFreeKey(after);
            keys.remove(before.key(table));
            keys.add(after.key(table));
        }
        rows.set(at, after);
        List<Integer> sent = sparse ? keyAndChanged(before, after) : places;
        return new Change(table, Operation.UPDATE, after.key(table), noBefore ? null : before, after, sent);
    }

    private Change delete() {
        int at = dice.below(rows.size());
        Row before = rows.get(at);
        Row last = rows.remove(rows.size() - 1);
        if (at < rows.size()) {
            rows.set(at, last);
        }
        keys.remove(before.key(table));
        // without a key and without an image the event would say nothing at all
        boolean noBefore = dice.chance(options.noBeforeShare()) && table.hasKey();
        return new Change(table, Operation.DELETE, before.key(table), noBefore ? null : before, null, places);
    }

    /** At least one column outside the key differs. */
    private Row withOtherValues(Row before) {
        Row after = before;
        for (int place : placesOutsideKey) {
            if (dice.percent(35)) {
                after = after.with(place, value(place));
            }
        }
        while (after.equals(before)) {
            int place = dice.pick(placesOutsideKey);
            after = after.with(place, value(place));
        }
        return after;
    }

    private Row withFreeKey(Row row) {
        int place = table.key().get(table.key().size() - 1);
        Row other = row;
        do {
            other = other.with(place, value(place));
        } while (keys.contains(other.key(table)));
        return other;
    }

    private @Nullable String value(int place) {
        return table.columns().get(place).values().draw(dice, database);
    }

    private List<Integer> keyAndChanged(Row before, Row after) {
        return places.stream()
                .filter(place -> table.key().contains(place) || after.differs(before, place))
                .toList();
    }
}
