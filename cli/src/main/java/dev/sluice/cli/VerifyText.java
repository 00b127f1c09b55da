package dev.sluice.cli;

import dev.sluice.verify.CheckReport;
import dev.sluice.verify.Counts;
import dev.sluice.verify.Finding;
import dev.sluice.verify.VerifiedPartition;
import dev.sluice.verify.VerifyReport;
import dev.sluice.verify.What;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a verification found, for people. */
final class VerifyText {
    private static final List<String> HEAD = List.of("table", "day", "lines", "result");
    private static final Set<Integer> NUMBERS = Set.of(2);
    private static final int LONGEST_TABLE = 36;
    private static final int FINDINGS_SHOWN = 20;
    private static final Set<What> NOT_TOLD = Set.of(What.LINES, What.EQUAL, What.RESENDS_KEPT, What.RESENDS_LEFT_OUT);

    private VerifyText() {}

    /** A row per table, and one more for each day on which something is to be told. */
    static List<String> table(VerifyReport report) {
        Map<String, List<VerifyReport.Line>> tables = new LinkedHashMap<>();
        for (VerifyReport.Line line : report.rows()) {
            tables.computeIfAbsent(line.row().table(), key -> new ArrayList<>()).add(line);
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        tables.forEach((table, days) -> rows.addAll(rows(table, days)));
        return TextTable.lines(rows, "  ", NUMBERS).stream()
                .map(TextReports::printable)
                .toList();
    }

    private static List<List<String>> rows(String table, List<VerifyReport.Line> days) {
        List<List<String>> rows = new ArrayList<>();
        long equalDays = 0;
        long equalLines = 0;
        String day = "";
        for (VerifyReport.Line line : days) {
            String told = told(line.counts());
            if (told.isEmpty()) {
                equalDays++;
                equalLines += line.counts().of(What.LINES);
                day = line.row().day();
            } else {
                rows.add(row(table, line.row().day(), line.counts().of(What.LINES), told));
            }
        }
        if (equalDays > 0) {
            String name = equalDays == 1 ? day : equalDays + (rows.isEmpty() ? " days" : " other days");
            rows.add(row(table, name, equalLines, "equal"));
        }
        return rows;
    }

    private static List<String> row(String table, String day, long lines, String told) {
        String name =
                table.length() <= LONGEST_TABLE ? table : "..." + table.substring(table.length() - LONGEST_TABLE + 3);
        return List.of(name, day, Long.toString(lines), told);
    }

    private static String told(Counts counts) {
        return Arrays.stream(What.values())
                .filter(what -> !NOT_TOLD.contains(what) && counts.of(what) > 0)
                .map(what -> counts.of(what) + " " + words(what))
                .collect(Collectors.joining(", "));
    }

    static String words(What what) {
        return what.label().replace('_', ' ');
    }

    /** The first differences, each with the object that holds it. */
    static List<String> findings(VerifyReport report) {
        List<String> lines = new ArrayList<>();
        report.findings().stream().limit(FINDINGS_SHOWN).forEach(finding -> {
            lines.add(line(finding));
            if (finding.object() != null) {
                lines.add("  in " + finding.object());
            }
        });
        if (report.findings().size() > FINDINGS_SHOWN) {
            lines.add("more with --json");
        }
        return lines.stream().map(TextReports::printable).toList();
    }

    private static String line(Finding finding) {
        String place = finding.offset() < 0
                ? ""
                : " " + place(finding) + " " + finding.row().table() + " "
                        + finding.row().day();
        return finding.kind() + place;
    }

    static String place(Finding finding) {
        return finding.stream() + "/" + finding.partition() + (finding.epoch() > 1 ? "@" + finding.epoch() : "") + "/"
                + finding.offset() + (finding.item() > 0 ? "#" + finding.item() : "");
    }

    /** What people should know besides. */
    static List<String> notes(VerifyReport report) {
        List<String> notes = new ArrayList<>();
        for (VerifiedPartition partition : report.partitions()) {
            String name = partition.stream() + "/" + partition.partition() + ": ";
            if (partition.earlier() > 0) {
                notes.add(name + partition.earlier() + " records of an earlier life of the log are left out");
            }
            if (partition.missing() > 0) {
                notes.add(name + partition.missing() + " offsets are missing in the archive"
                        + (partition.unarchived() == 0 ? "" : ", which have " + partition.unarchived() + " lines"));
            }
        }
        if (report.incomplete() > 0) {
            notes.add(report.incomplete() + " split events have pieces outside of the archive, and are not judged");
        }
        if (report.otherSettings()) {
            notes.add("nearly all lines differ: was the lake written with other settings (--decimals, --zone, ...)?");
        }
        return notes;
    }

    static String summary(VerifyReport report) {
        Counts total = report.total();
        long records = report.partitions().stream()
                .mapToLong(VerifiedPartition::records)
                .sum();
        long resends = total.of(What.RESENDS_KEPT) + total.of(What.RESENDS_LEFT_OUT);
        String told = told(total);
        return records + " records, " + total.of(What.LINES) + " lines, "
                + (told.isEmpty() ? "all equal" : told)
                + (resends == 0 ? "" : "; " + resends + " resends, " + total.of(What.RESENDS_KEPT) + " of them kept")
                + (report.unreadable() == 0 ? "" : "; " + report.unreadable() + " objects are damaged");
    }

    /** What changed since a certificate was made. */
    static List<String> check(CheckReport report) {
        List<String> lines = new ArrayList<>();
        report.faults().forEach(fault -> lines.add("fault " + fault));
        report.unreadable().forEach(key -> lines.add("unreadable " + key));
        for (CheckReport.Changed block : report.changed()) {
            lines.add("changed " + block.stream() + "/" + block.partition() + " offsets " + block.first() + "-"
                    + block.last() + ": " + block.certified() + " lines certified, " + block.found() + " found");
        }
        return lines.stream().map(TextReports::printable).toList();
    }
}
