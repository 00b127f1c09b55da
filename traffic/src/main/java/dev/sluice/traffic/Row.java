package dev.sluice.traffic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row as it stands at one moment: the source text of every column, null for NULL. */
final class Row {
    private final @Nullable String[] values;

    private Row(@Nullable String[] values) {
        this.values = values;
    }

    static Row of(List<@Nullable String> values) {
        return new Row(values.toArray(new String[0]));
    }

    @Nullable
    String get(int place) {
        return values[place];
    }

    Row with(int place, @Nullable String value) {
        @Nullable String[] changed = values.clone();
        changed[place] = value;
        return new Row(changed);
    }

    boolean differs(Row other, int place) {
        return !Objects.equals(values[place], other.values[place]);
    }

    List<String> key(Table table) {
        List<String> key = new ArrayList<>(table.key().size());
        for (int place : table.key()) {
            key.add(Objects.requireNonNull(values[place], "a key column is NULL"));
        }
        return Collections.unmodifiableList(key);
    }

    /** The given columns by name, in the order given. */
    Map<String, @Nullable String> image(Table table, List<Integer> places) {
        Map<String, @Nullable String> image = new LinkedHashMap<>();
        for (int place : places) {
            image.put(table.column(place), values[place]);
        }
        return Collections.unmodifiableMap(image);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Row that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }
}
