package dev.sluice.cli;

import dev.sluice.pipeline.Sweep;
import dev.sluice.text.Utf8Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Parked events for people, aligned and within 80 columns as far as names allow, and for programs. */
final class ParkedText {
    private static final List<String> HEAD = List.of("fate", "since", "set", "table", "missing");
    /** Enough of a set's name to tell it from others, and to find its folder. */
    private static final int SET_DIGITS = 8;

    private ParkedText() {}

    static List<String> table(List<Sweep.Item> items) {
        if (items.isEmpty()) {
            return List.of("nothing is parked");
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        for (Sweep.Item item : items) {
            rows.add(List.of(
                    fate(item),
                    item.since().toString().substring(5, 16).replace('T', ' '),
                    item.set().substring(0, SET_DIGITS),
                    item.table().isEmpty() ? "?" : item.table(),
                    item.missing()));
        }
        return TextTable.lines(rows, "  ", Set.of()).stream()
                .map(TextReports::printable)
                .toList();
    }

    static String json(Sweep.Item item) {
        return new Utf8Buffer(256)
                .append("{\"stream\":")
                .appendQuoted(item.stream())
                .append(",\"set\":")
                .appendQuoted(item.set())
                .append(",\"table\":")
                .appendQuoted(item.table())
                .append(",\"missing\":")
                .appendQuoted(item.missing())
                .append(",\"since\":")
                .appendQuoted(item.since().toString())
                .append(",\"fate\":")
                .appendQuoted(fate(item))
                .append("}")
                .toString();
    }

    private static String fate(Sweep.Item item) {
        return item.fate().name().toLowerCase(Locale.ROOT);
    }
}
