package dev.sluice.cli;

import picocli.CommandLine.Model.CommandSpec;

/** What {@code sluice replay --help} says around the options. */
final class ReplayHelp {
    private static final String[] DESCRIPTION = {
        "Fills holes of a lake from an archive of its messages.",
        "",
        "ARCHIVE is a folder with files of Event Hubs Capture, or one such file, or a place in Azure or S3. Records that"
                + " are in the lake already are skipped, so it is safe at any time: beside live traffic, again, and after"
                + " it was killed.",
        "",
        "Files of JSON beside them, or alone, hold Kafka events of AWS Lambda: one, or one per line, as the function got"
                + " them, or in what an event source mapping gave up (the objects of its on-failure bucket). Their records"
                + " say themselves where they stand; SLUICE_KAFKA_CLUSTER or --log names the log as live traffic does."
                + " Plain messages without places are for sluice normalize.",
        "",
        "The path of a file tells namespace, hub and partition, see --layout. Files that cannot be read, or were cut off,"
                + " are told on stderr as FILE: CODE: REASON; their whole blocks and all other files are replayed, and the"
                + " exit code is 3.",
        ""
    };

    private static final String[] EXAMPLES = {
        "  sluice replay ./captured --dry-run",
        "  sluice replay ./captured --lake ./lake --state ./state",
        "  sluice replay ./captured --lake ./lake --state ./state --stream orders \\",
        "      --from-time 2026-05-06T07:00 --to-time 2026-05-06T09:00",
        "  sluice replay ./captured --lake ./lake --state ./state --table 'Shop.dbo.Order*'",
        "  sluice replay ./captured --lake ./lake2 --state ./state2 --mode rebuild",
        "  sluice replay ./on-failure --lake ./lake --state ./state",
        "  sluice replay part.avro --stream orders --partition 3 --dry-run --json",
        "",
        "Exit codes: 0 done; 1 a file or store failed; 2 wrong usage or settings;",
        "3 done, but some files or items did not come out. Gaps are told, and no failure."
    };

    private ReplayHelp() {}

    static void addTo(CommandSpec spec) {
        spec.usageMessage().description(DESCRIPTION).footer(EXAMPLES);
    }
}
