package dev.sluice.cli;

import picocli.CommandLine.Model.CommandSpec;

/** What {@code sluice normalize --help} says around the options. */
final class NormalizeHelp {
    private static final String[] DESCRIPTION = {
        "Turns messages into one JSON line per row change.",
        "",
        "INPUT is a file, a folder (its files and those below it, sorted by path, without hidden ones) or - for stdin."
                + " It holds one of",
        "  - JSON lines: the first line alone is a whole JSON value, or the name ends",
        "    in .jsonl or .ndjson; blank lines do not count",
        "  - the event that AWS Lambda gets from Kafka",
        "  - anything else: one message, as it is",
        "",
        "All inputs are one batch of stream 'local', partition 0, with offsets from 0. The records of a Lambda event"
                + " keep their own topic, partition and offset.",
        "",
        "Lines go to stdout in the order of the inputs. What does not come out is told on stderr, as"
                + " INPUT:RECORD: CODE: REASON (WHERE), and makes the exit code 3.",
        ""
    };

    private static final String[] EXAMPLES = {
        "  sluice normalize message.json",
        "  sluice normalize --decimals number messages/ | head -1",
        "  kcat -C -e -t changes | sluice normalize --stream changes -",
        "  sluice normalize --lake ./lake --state ./state messages.jsonl",
        "  sluice normalize --json messages/ 2> report.jsonl > changes.jsonl",
        "",
        "Exit codes: 0 done; 1 a file or store failed; 2 wrong usage or settings;",
        "3 done, but some items did not come out."
    };

    private NormalizeHelp() {}

    static void addTo(CommandSpec spec) {
        spec.usageMessage().description(DESCRIPTION).footer(EXAMPLES);
    }
}
