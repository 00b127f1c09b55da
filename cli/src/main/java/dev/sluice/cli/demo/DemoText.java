package dev.sluice.cli.demo;

import dev.sluice.cli.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A demo's result for people, in 80 columns. */
final class DemoText {
    private static final List<String> HEAD = List.of("table", "events", "c", "u", "d", "first", "last");

    private static final Set<Integer> NUMBERS = Set.of(1, 2, 3, 4);

    private DemoText() {}

    static String of(DemoResult result) {
        return String.join("\n", table(result.counts().tables()))
                + "\n\n"
                + result.verdict()
                + "\n"
                + quarantine(result)
                + "\n"
                + (result.added() == 0
                        ? "nothing new came: all of it was in the lake already"
                        : "new in this run: " + result.added() + " messages with a change")
                + "\n\nThe lake is in " + result.lake() + ". The query, for DuckDB:\n\n"
                + LakeQuery.tables(result.lake())
                + "\n\nA line of " + result.lake() + "/" + result.example().key() + ":\n\n"
                + result.example().line()
                + "\n";
    }

    private static String quarantine(DemoResult result) {
        LakeCounts counts = result.counts();
        String codes = counts.quarantined().entrySet().stream()
                .map(code -> code.getKey() + " " + code.getValue())
                .collect(Collectors.joining(", "));
        return "quarantined: " + counts.allQuarantined() + " bad messages of "
                + result.expected().poison() + (codes.isEmpty() ? "" : " (" + codes + ")");
    }

    private static List<String> table(List<TableCounts> tables) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        for (TableCounts table : tables) {
            rows.add(List.of(
                    table.table(),
                    Long.toString(table.events()),
                    Long.toString(table.inserts()),
                    Long.toString(table.updates()),
                    Long.toString(table.deletes()),
                    minute(table.first()),
                    minute(table.last())));
        }
        return TextTable.lines(rows, " ", NUMBERS);
    }

    /** Month, day, hour and minute of a commit time. */
    private static String minute(String time) {
        return time.length() < 16 ? time : time.substring(5, 16).replace('T', ' ');
    }
}
