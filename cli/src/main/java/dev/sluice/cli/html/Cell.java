package dev.sluice.cli.html;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cell of a table.
 *
 * @param text as people read it
 * @param value as JSON has it, if that is another text
 * @param bar that shows the number
 * @param kind a class of the style sheet, or {@code ""}
 */
public record Cell(String text, @Nullable String value, List<Charts.Part> bar, String kind) {
    public Cell {
        bar = List.copyOf(bar);
    }

    public static Cell of(String text) {
        return new Cell(text, null, List.of(), "");
    }

    /** A count, with its digits in groups. */
    public static Cell of(long number) {
        return of(Page.grouped(number), Long.toString(number));
    }

    public static Cell of(String text, String value) {
        return new Cell(text, value, List.of(), "");
    }

    public Cell with(Charts.Part... parts) {
        return new Cell(text, value, List.of(parts), kind);
    }

    /** The same in the look of a class. */
    public Cell as(String newKind) {
        return new Cell(text, value, bar, newKind);
    }
}
