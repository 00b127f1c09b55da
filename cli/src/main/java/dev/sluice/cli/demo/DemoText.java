package dev.sluice.cli.demo;

import dev.sluice.cli.TextTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A demo's result for people, in 80 columns. */
final class DemoText {
    private static final List<String> HEAD =
            List.of("connector", "table", "events", "c", "u", "d", "r", "first", "last");

    private static final Set<Integer> NUMBERS = Set.of(2, 3, 4, 5, 6);

    private DemoText() {}

    static String of(DemoResult result) {
        return String.join("\n", table(result.counts().tables()))
                + "\n\n"
                + summary(result)
                + "\n\nThe lake is in " + result.lake() + ". The query, for DuckDB:\n\n"
                + LakeQuery.tables(result.lake())
                + "\n\nA line of " + result.lake() + "/" + result.example().key() + ":\n\n"
                + result.example().line()
                + "\n";
    }

    private static String summary(DemoResult result) {
        Expected expected = result.expected();
        LakeCounts counts = result.counts();
        ParkedCounts parked = result.parked();
        List<String> lines = new ArrayList<>();
        lines.add(result.verdict());
        lines.add("put together: " + counts.changes().split() + " split events (" + parked.events() + " by parking), "
                + expected.halves() + " updates in halves (" + parked.updates() + ")");
        lines.add("control: " + counts.allControl() + " events of " + expected.control() + byName(counts.control())
                + "; " + expected.heartbeats() + " heartbeats skipped");
        lines.add("quarantined: " + counts.allQuarantined() + " bad messages of " + expected.poison()
                + byName(counts.quarantined()));
        lines.add(
                result.added() == 0
                        ? "nothing new came: all of it was in the lake already"
                        : "new in this run: " + result.added() + " messages with a change, through " + result.crashes()
                                + (result.crashes() == 1 ? " crash" : " crashes"));
        return String.join("\n", lines);
    }

    private static String byName(Map<String, Long> counts) {
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .map(count -> count.getKey() + " " + count.getValue())
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    private static List<String> table(List<TableCounts> tables) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        for (TableCounts table : tables) {
            rows.add(List.of(
                    table.connector(),
                    table.table(),
                    Long.toString(table.events()),
                    Long.toString(table.inserts()),
                    Long.toString(table.updates()),
                    Long.toString(table.deletes()),
                    Long.toString(table.reads()),
                    day(table.first()),
                    day(table.last())));
        }
        return TextTable.lines(rows, " ", NUMBERS);
    }

    /** Month and day. */
    private static String day(Instant time) {
        return time.toString().substring(5, 10);
    }
}
