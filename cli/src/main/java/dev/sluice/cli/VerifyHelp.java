package dev.sluice.cli;

import picocli.CommandLine.Model.CommandSpec;

/** What {@code sluice verify --help} says around the options. */
final class VerifyHelp {
    private static final String[] DESCRIPTION = {
        "Compares a lake with an archive of its messages, line by line.",
        "",
        "ARCHIVE is a folder with files of Event Hubs Capture, or one such file, as a path or file:/// URL. Its records are"
                + " normalized in memory and compared with the lines of the lake: missing, different, doubled, and"
                + " unexpected ones, per table and day. Quarantine and control events are compared too. Nothing is"
                + " written, so it is safe beside live traffic: what the ledger does not claim yet is no difference.",
        "",
        "Settings that change lines have to be those that the lake was written with.",
        "",
        "With --certificate, a lake that is complete gets a certificate; --check sees later, without the archive, that"
                + " the lake still is what it says.",
        ""
    };

    private static final String[] EXAMPLES = {
        "  sluice verify ./captured --lake ./lake --state ./state",
        "  sluice verify ./captured --lake ./lake --state ./state --sample 5%%",
        "  sluice verify ./captured --lake ./lake --state ./state --stream orders \\",
        "      --to-time 2026-05-06 --certificate orders-2026-05-05.json",
        "  sluice verify --check --certificate orders-2026-05-05.json \\",
        "      --lake ./lake --state ./state",
        "  sluice verify ./captured --lake ./lake --state ./state --html verify.html",
        "",
        "Exit codes: 0 equal; 1 a file or store failed; 2 wrong usage or settings;",
        "3 differences, damaged files or objects, or no certificate."
    };

    private VerifyHelp() {}

    static void addTo(CommandSpec spec) {
        spec.usageMessage().description(DESCRIPTION).footer(EXAMPLES);
    }
}
