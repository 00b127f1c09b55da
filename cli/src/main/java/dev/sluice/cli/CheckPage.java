package dev.sluice.cli;

import dev.sluice.cli.html.Cell;
import dev.sluice.cli.html.Page;
import dev.sluice.cli.html.Page.Head;
import dev.sluice.cli.html.Page.Mood;
import dev.sluice.cli.html.Page.Step;
import dev.sluice.cli.html.Page.Tile;
import dev.sluice.verify.CheckReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How a lake compares with its certificate, as a page. */
final class CheckPage {
    private static final int MOST_ROWS = 200;

    private CheckPage() {}

    /**
     * A page.
     *
     * @param lake as it was named
     * @param given lake, state, settings and what else was given, as on a command line
     */
    static byte[] of(CheckReport report, Instant at, String lake, String given) {
        Page page = new Page("Sluice verify --check", "Sluice verify --check", lake, at.toString());
        page.verdict(
                report.holds() ? Mood.WELL : Mood.ILL,
                report.holds() ? "The lake is what was certified" : "The lake is not what was certified",
                facts(report));
        page.steps(
                report.holds()
                        ? List.of()
                        : List.of(new Step(
                                "See which lines differ",
                                "The archive tells them one by one, with the settings of the functions. An event whose last piece came after the certificate was"
                                        + " made is told here, too, and is right.",
                                List.of("sluice verify ARCHIVE " + given))));
        page.tiles(List.of(
                new Tile(
                        "#changed",
                        "Blocks that changed",
                        Page.grouped(report.changed().size()),
                        "of " + Page.grouped(report.blocks()),
                        report.changed().isEmpty() ? "" : "ill"),
                new Tile("#changed", "Records", Page.grouped(report.records()), "that the certificate stands for", ""),
                new Tile("#changed", "Lines", Page.grouped(report.lines()), "that the lake has there", "")));
        page.section(
                "changed",
                "Blocks that changed",
                report.changed().isEmpty() ? "None did." : "Blocks of at most 10,000 offsets.");
        if (!report.changed().isEmpty()) {
            page.table(
                    "changed-table",
                    "Blocks that changed",
                    List.of(
                            Head.text("Partition"),
                            Head.number("First offset"),
                            Head.number("Last offset"),
                            Head.number("Lines certified"),
                            Head.number("Lines found")),
                    report.changed().stream()
                            .limit(MOST_ROWS)
                            .map(block -> List.of(
                                    Cell.of(StatusPage.name(block.stream(), block.partition())),
                                    Cell.of(block.first()),
                                    Cell.of(block.last()),
                                    Cell.of(block.certified()),
                                    Cell.of(block.found()).as("ill")))
                            .toList());
            if (report.changed().size() > MOST_ROWS) {
                page.note((report.changed().size() - MOST_ROWS) + " more blocks: see --json.");
            }
        }
        page.end();
        List<String> damaged = Stream.concat(
                        report.faults().stream(), report.unreadable().stream().map(key -> "unreadable " + key))
                .toList();
        if (!damaged.isEmpty()) {
            page.section("faults", "What else is wrong", "");
            page.table(
                    "faults-table",
                    "What else is wrong",
                    List.of(Head.text("What")),
                    damaged.stream()
                            .limit(MOST_ROWS)
                            .map(one -> List.of(Cell.of(one)))
                            .toList());
            if (damaged.size() > MOST_ROWS) {
                page.note((damaged.size() - MOST_ROWS) + " more faults: see --json.");
            }
            page.end();
        }
        page.html().leaf("footer", "Certificate " + report.certificate() + ". No values of rows.");
        return page.bytes();
    }

    private static List<String> facts(CheckReport report) {
        List<String> facts = new ArrayList<>();
        facts.add(Page.count(report.records(), "record", "records") + " in "
                + Page.count(report.blocks(), "block", "blocks"));
        if (!report.changed().isEmpty()) {
            facts.add(Page.count(report.changed().size(), "block", "blocks") + " changed");
        }
        if (!report.unreadable().isEmpty()) {
            facts.add(Page.count(report.unreadable().size(), "object is damaged", "objects are damaged"));
        }
        if (!report.faults().isEmpty()) {
            facts.add(Page.count(report.faults().size(), "other fault", "other faults"));
        }
        return facts;
    }
}
