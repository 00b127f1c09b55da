package dev.sluice.cli;

import dev.sluice.archive.ArchiveFault;
import dev.sluice.cli.html.Cell;
import dev.sluice.cli.html.Charts;
import dev.sluice.cli.html.Charts.Part;
import dev.sluice.cli.html.Page;
import dev.sluice.cli.html.Page.Head;
import dev.sluice.cli.html.Page.Mood;
import dev.sluice.cli.html.Page.Step;
import dev.sluice.cli.html.Page.Tile;
import dev.sluice.verify.Counts;
import dev.sluice.verify.Finding;
import dev.sluice.verify.VerifiedPartition;
import dev.sluice.verify.VerifyReport;
import dev.sluice.verify.What;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a verification found, as a page. */
final class VerifyPage {
    private static final int MOST_ROWS = 200;
    /** What the archive tells and the lake has not, though nobody claims that it has. */
    private static final List<What> OPEN = List.of(What.NOT_YET, What.IN_HOLE, What.UNPROVEN);

    private final VerifyReport report;
    private final Counts total;
    private final String archive;
    private final Given given;
    private final String flags;
    private final Map<String, Integer> newest;
    private final Page page;

    /**
     * What was given on the command line, for commands that do the like.
     *
     * @param archive as it was named
     * @param lake as it was named
     * @param stores flags that name lake and state
     * @param settings flags of settings; empty if none was given
     * @param names flags that say how the archive is read, or empty
     * @param range flags that say which part of it was wanted, or empty
     */
    record Given(String archive, String lake, String stores, String settings, String names, String range) {}

    private VerifyPage(VerifyReport report, Instant at, Given given, Map<String, Integer> newest) {
        this.report = report;
        this.total = report.total();
        this.archive = Shell.word(given.archive);
        this.given = given;
        this.flags = given.stores;
        this.newest = newest;
        this.page = new Page("Sluice verify", "Sluice verify", given.archive + " and " + given.lake, at.toString());
    }

    /**
     * A page.
     *
     * @param newest life of the log of each partition by its name; one that is not there has no ledger
     */
    static byte[] of(VerifyReport report, Instant at, Given given, Map<String, Integer> newest) {
        return new VerifyPage(report, at, given, newest).write();
    }

    /** The same part of the archive, read in the same way. */
    private String again(String command) {
        return Shell.command("sluice " + command, archive, flags, given.settings, given.names, given.range);
    }

    /** A lake of its own has to have all of the archive, so the range is left out. */
    private String rebuild() {
        return Shell.command(
                "sluice replay",
                archive,
                "--mode rebuild --lake NEW_LAKE --state NEW_STATE",
                given.settings,
                given.names);
    }

    private byte[] write() {
        page.verdict(mood(), verdict(), facts()).steps(steps()).tiles(tiles());
        days();
        tables();
        findings();
        faults();
        partitions();
        totals();
        page.html()
                .leaf(
                        "footer",
                        "Lines of the lake beside those that the archive's records become, byte by byte. Days are those of the"
                                + " source's own commit times. No values of rows.");
        return page.bytes();
    }

    private Mood mood() {
        if (!report.equal()) {
            return Mood.ILL;
        }
        return report.isComplete() ? Mood.WELL : Mood.WARN;
    }

    private String verdict() {
        if (total.differences() > 0) {
            return "The lake differs in " + Page.count(total.differences(), "line", "lines");
        }
        if (!report.equal()) {
            return "Not all could be compared";
        }
        return report.isComplete()
                ? "The lake has all of the archive"
                : "No difference, but not all is in the lake yet";
    }

    private List<String> facts() {
        List<String> facts = new ArrayList<>();
        for (What what : What.values()) {
            if ((what.isDifference() || OPEN.contains(what)) && total.of(what) > 0) {
                facts.add(Page.count(total.of(what), "line", "lines") + " " + VerifyText.words(what));
            }
        }
        if (report.unreadable() > 0) {
            facts.add(Page.count(report.unreadable(), "object is damaged", "objects are damaged"));
        }
        if (!report.faults().isEmpty()) {
            facts.add(
                    Page.count(report.faults().size(), "file", "files") + " of the archive cannot be read as a whole");
        }
        if (report.samplePermille() < 1000) {
            facts.add(String.format(
                    Locale.ROOT, "a sample: %.1f%% of the blocks of 10,000 offsets", report.samplePermille() / 10.0));
        }
        VerifyText.notes(report).forEach(facts::add);
        return facts;
    }

    private List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        if (report.otherSettings()) {
            steps.add(new Step(
                    "Verify with the settings of the lake",
                    "Nearly all lines differ, as they do when the lake was written with other settings. Give those that the"
                            + " functions have, as flags"
                            + (given.settings.isEmpty() ? ", like this one." : ", in place of those that were given."),
                    List.of(Shell.command(again("verify"), given.settings.isEmpty() ? "--decimals number" : ""))));
        }
        List<Finding> missing = report.findings().stream()
                .filter(finding -> finding.kind().equals(What.MISSING.label()) && finding.offset() >= 0)
                .toList();
        if (!missing.isEmpty()) {
            steps.add(missing(missing));
        }
        Optional<Finding> other = report.findings().stream()
                .filter(finding -> !finding.kind().equals(What.MISSING.label()) && finding.offset() >= 0)
                .findFirst();
        if (total.differences() > total.of(What.MISSING)) {
            List<String> commands = new ArrayList<>();
            other.ifPresent(finding -> commands.add(explain(finding)));
            commands.add(rebuild());
            steps.add(new Step(
                    "Find out who wrote the other lines",
                    "Nothing of ours changes a line. See in which objects they stand. If they are wrong, write a lake anew"
                            + " beside this one, and switch the readers over.",
                    commands));
        }
        if (report.unreadable() > 0) {
            steps.add(new Step(
                    "Bring back the damaged objects",
                    "They are named below. Restore them from the store's versions or a copy, and verify again.",
                    List.of()));
        }
        if (!report.faults().isEmpty()) {
            steps.add(new Step(
                    "Bring back the damaged files of the archive",
                    "They are named below. What could be read of them was compared.",
                    List.of(again("verify"))));
        }
        if (total.of(What.IN_HOLE) > 0) {
            steps.add(new Step(
                    "Fill the holes",
                    "The archive has what is missing. A replay is safe beside live traffic.",
                    List.of("sluice holes list " + flags, again("replay"))));
        }
        if (total.of(What.NOT_YET) > 0) {
            steps.add(new Step(
                    "See how far the lake is",
                    "The archive goes on behind what the lake has done. If it does not follow, look at the functions.",
                    List.of("sluice status " + flags)));
        }
        return steps;
    }

    private boolean isNewest(Finding finding) {
        return finding.epoch()
                == newest.getOrDefault(StatusPage.name(finding.stream(), finding.partition()), finding.epoch());
    }

    private Step missing(List<Finding> all) {
        Optional<Finding> newestLife = all.stream().filter(this::isNewest).findFirst();
        List<String> commands = new ArrayList<>();
        commands.add(explain(newestLife.orElse(all.get(0))));
        String why = "See what became of the first one.";
        if (newestLife.isPresent()) {
            Finding first = newestLife.get();
            List<Finding> same = all.stream()
                    .filter(finding -> finding.stream().equals(first.stream())
                            && finding.partition() == first.partition()
                            && finding.epoch() == first.epoch())
                    .toList();
            why += " Then open a hole over the missing lines of " + first.stream() + "/" + first.partition()
                    + " and replay it with the settings of the functions: what is there is found, and not written"
                    + " again. It waits a minute first.";
            commands.add("sluice holes open --stream " + Shell.word(first.stream()) + " --partition "
                    + first.partition() + " --from-offset " + same.get(0).offset() + " --to-offset "
                    + same.get(same.size() - 1).offset() + " " + flags);
            commands.add(again("replay"));
        }
        if (!all.stream().allMatch(this::isNewest)) {
            why += " What is missing of an earlier life of a log cannot be brought back into this lake; a lake that is"
                    + " written anew has it.";
            commands.add(rebuild());
        }
        if (report.isCut()) {
            why += " Only the first " + report.findings().size() + " differences are known one by one: verify again"
                    + " afterwards.";
            commands.add(again("verify"));
        }
        return new Step("Bring back what is missing", why, commands);
    }

    private String explain(Finding finding) {
        String item = finding.item() > 0 ? "#" + finding.item() : "";
        String place = VerifyText.place(finding);
        return "sluice explain " + Shell.word(place.substring(0, place.length() - item.length())) + " " + flags;
    }

    private List<Tile> tiles() {
        long records = report.partitions().stream()
                .mapToLong(VerifiedPartition::records)
                .sum();
        long open = OPEN.stream().mapToLong(total::of).sum();
        return List.of(
                new Tile(
                        "#totals",
                        "Differences",
                        Page.grouped(total.differences()),
                        total.differences() == 0 ? "all lines are equal" : "of the archive's lines, or besides",
                        total.differences() > 0 ? "ill" : ""),
                new Tile("#days", "Lines", Page.grouped(total.of(What.LINES)), "that the archive tells", ""),
                new Tile("#tables", "Equal", Page.grouped(total.of(What.EQUAL)), "in the lake, byte by byte", ""),
                new Tile(
                        "#totals",
                        "Not there yet",
                        Page.grouped(open),
                        open == 0 ? "nothing is left" : "not yet, in a hole, or unproven",
                        ""),
                new Tile(
                        "#partitions",
                        "Records",
                        Page.grouped(records),
                        "of " + Page.count(report.partitions().size(), "partition", "partitions"),
                        ""));
    }

    private record Sums(long lines, long equal, long differences, long open) {
        private static final Sums NONE = new Sums(0, 0, 0, 0);

        static Sums of(Counts counts) {
            return new Sums(
                    counts.of(What.LINES),
                    counts.of(What.EQUAL),
                    counts.differences(),
                    OPEN.stream().mapToLong(counts::of).sum());
        }

        Sums plus(Sums other) {
            return new Sums(
                    lines + other.lines, equal + other.equal, differences + other.differences, open + other.open);
        }

        long all() {
            return equal + differences + open;
        }
    }

    private void days() {
        Map<String, Sums> days = Calendar.filled(
                report.rows().stream()
                        .map(line -> Map.entry(line.row().day(), Sums.of(line.counts())))
                        .toList(),
                Sums.NONE,
                Sums::plus);
        if (days.isEmpty()) {
            return;
        }
        long most = days.values().stream().mapToLong(Sums::all).max().orElse(0);
        List<Charts.Column> columns = new ArrayList<>();
        List<List<Cell>> rows = new ArrayList<>();
        days.forEach((day, sums) -> {
            columns.add(new Charts.Column(
                    List.of(
                            new Part(StatusPage.share(sums.equal, most), "volume"),
                            new Part(StatusPage.share(sums.open, most), "warn"),
                            new Part(StatusPage.share(sums.differences, most), "ill")),
                    day + ": " + Page.count(sums.lines, "line", "lines") + ", " + sums.differences + " different"));
            if (sums.all() > 0) {
                rows.add(List.of(
                        Cell.of(day),
                        Cell.of(sums.lines),
                        Cell.of(sums.equal),
                        Cell.of(sums.differences).as(sums.differences > 0 ? "ill" : ""),
                        Cell.of(sums.open).as(sums.open > 0 ? "warn" : "")));
            }
        });
        List<String> names = List.copyOf(days.keySet());
        page.section("days", "Lines by day", "By the source's own commit times.");
        page.html().open("figure", "class", "alone tall");
        page.html().open("div", "style", "max-width: " + Math.max(16, names.size() * 3) + "rem");
        page.html().open("div", "class", "level").leaf("span", Page.count(total.of(What.LINES), "line", "lines"));
        page.html().leaf("span", "peak " + Page.grouped(most)).close();
        Charts.columns(
                page.html(),
                "Lines by day, " + names.get(0) + " to " + names.get(names.size() - 1) + ", at most "
                        + Page.grouped(most) + " a day",
                columns);
        page.html().open("div", "class", "axis", "aria-hidden", "true").leaf("span", names.get(0));
        if (names.size() > 1) {
            page.html().leaf("span", names.get(names.size() - 1));
        }
        page.html().close().close();
        page.key("volume", "equal", "warn", "not there yet", "ill", "missing, different, doubled or unexpected");
        page.html().open("details").leaf("summary", "Numbers by day");
        page.table(
                "days-table",
                "Lines by day",
                List.of(
                        Head.text("Day"),
                        Head.number("Lines"),
                        Head.number("Equal"),
                        Head.number("Differences"),
                        Head.number("Not there yet")),
                rows);
        page.html().close().close();
        page.end();
    }

    /** Those with differences first, then the largest. */
    private void tables() {
        Map<String, Sums> tables = new LinkedHashMap<>();
        Map<String, List<String>> told = new LinkedHashMap<>();
        for (VerifyReport.Line line : report.rows()) {
            tables.merge(line.row().table(), Sums.of(line.counts()), Sums::plus);
            String what = told(line.counts());
            if (!what.isEmpty()) {
                told.computeIfAbsent(line.row().table(), key -> new ArrayList<>())
                        .add(line.row().day() + ": " + what);
            }
        }
        if (tables.isEmpty()) {
            return;
        }
        long most = tables.values().stream().mapToLong(Sums::all).max().orElse(0);
        page.section(
                "tables",
                "Tables by volume",
                "Those with differences first, then the largest; control events and" + " quarantine among them.");
        page.table(
                "tables-table",
                "Tables by volume",
                List.of(
                        Head.text("Table"),
                        Head.number("Lines"),
                        Head.number("Differences"),
                        Head.number("Not there yet"),
                        Head.text("Days with something to tell")),
                tables.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.comparing((Sums sums) -> sums.differences == 0)
                                .thenComparing(sums -> -sums.lines)))
                        .limit(MOST_ROWS)
                        .map(table -> row(
                                table.getKey(), table.getValue(), told.getOrDefault(table.getKey(), List.of()), most))
                        .toList());
        if (tables.size() > MOST_ROWS) {
            page.note((tables.size() - MOST_ROWS) + " more tables: see --json.");
        }
        page.end();
    }

    private static List<Cell> row(String table, Sums sums, List<String> told, long most) {
        int shown = 5;
        return List.of(
                Cell.of(table),
                Cell.of(sums.lines)
                        .with(
                                new Part(StatusPage.share(sums.equal, most), "volume"),
                                new Part(StatusPage.share(sums.open, most), "warn"),
                                new Part(StatusPage.share(sums.differences, most), "ill")),
                Cell.of(sums.differences).as(sums.differences > 0 ? "ill" : ""),
                Cell.of(sums.open).as(sums.open > 0 ? "warn" : ""),
                Cell.of(
                                told.isEmpty()
                                        ? "all equal"
                                        : String.join("; ", told.subList(0, Math.min(shown, told.size())))
                                                + (told.size() > shown
                                                        ? "; and " + (told.size() - shown) + " more days"
                                                        : ""))
                        .as("wide"));
    }

    private static String told(Counts counts) {
        List<String> told = new ArrayList<>();
        for (What what : What.values()) {
            if ((what.isDifference() || OPEN.contains(what)) && counts.of(what) > 0) {
                told.add(Page.grouped(counts.of(what)) + " " + VerifyText.words(what));
            }
        }
        return String.join(", ", told);
    }

    private void findings() {
        if (report.findings().isEmpty()) {
            return;
        }
        page.section(
                "findings",
                "Where",
                "The first differences, by their places."
                        + (report.isCut() ? " There are more: verify again when these are settled." : ""));
        page.table(
                "findings-table",
                "The first differences",
                List.of(
                        Head.text("Event"),
                        Head.text("What"),
                        Head.text("Table"),
                        Head.text("Day"),
                        Head.text("Object")),
                report.findings().stream()
                        .map(finding -> List.of(
                                Cell.of(finding.offset() < 0 ? "?" : VerifyText.place(finding)),
                                Cell.of(finding.kind()).as("ill"),
                                Cell.of(finding.row().table()),
                                Cell.of(finding.row().day()).as("time"),
                                Cell.of(finding.object() == null ? "none" : finding.object())
                                        .as("wide mono")))
                        .toList());
        page.end();
    }

    private void faults() {
        if (report.faults().isEmpty()) {
            return;
        }
        page.section("faults", "Files of the archive that cannot be read as a whole", "");
        page.table(
                "faults-table",
                "Damaged files",
                List.of(Head.text("File"), Head.text("Code"), Head.text("Reason")),
                report.faults().stream().limit(MOST_ROWS).map(VerifyPage::row).toList());
        if (report.faults().size() > MOST_ROWS) {
            page.note((report.faults().size() - MOST_ROWS) + " more files: see --json.");
        }
        page.end();
    }

    private static List<Cell> row(ArchiveFault fault) {
        return List.of(
                Cell.of(fault.file()),
                Cell.of(fault.code()).as("ill"),
                Cell.of(fault.reason()).as("wide"));
    }

    private void partitions() {
        if (report.partitions().isEmpty()) {
            return;
        }
        page.section(
                "partitions",
                "Partitions of the archive",
                "Missing: offsets between the first and the last that the archive lacks; nothing proves the lines there.");
        long most = report.partitions().stream()
                .mapToLong(VerifiedPartition::records)
                .max()
                .orElse(0);
        page.table(
                "partitions-table",
                "Partitions of the archive",
                List.of(
                        Head.text("Partition"),
                        Head.number("Records"),
                        Head.number("First offset"),
                        Head.number("Last offset"),
                        Head.number("Missing"),
                        Head.number("Lines there"),
                        Head.number("Epoch")),
                report.partitions().stream()
                        .map(one -> List.of(
                                Cell.of(StatusPage.name(one.stream(), one.partition())),
                                Cell.of(one.records()).with(new Part(StatusPage.share(one.records(), most), "volume")),
                                Cell.of(one.first()),
                                Cell.of(one.last()),
                                Cell.of(one.missing()).as(one.missing() > 0 ? "warn" : ""),
                                Cell.of(one.unarchived()),
                                Cell.of(one.epoch())))
                        .toList());
        page.end();
    }

    private void totals() {
        page.section("totals", "All counts", "");
        page.table(
                "totals-table",
                "All counts",
                List.of(Head.text("What"), Head.number("Lines")),
                Arrays.stream(What.values())
                        .map(what -> List.of(
                                Cell.of(VerifyText.words(what)),
                                Cell.of(total.of(what)).as(what.isDifference() && total.of(what) > 0 ? "ill" : "")))
                        .toList());
        page.end();
    }
}
