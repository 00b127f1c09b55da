package dev.sluice.cli;

import dev.sluice.archive.Archive;
import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.explain.ArchiveSearch;
import dev.sluice.explain.Explain;
import dev.sluice.explain.Explanation;
import dev.sluice.explain.Explanation.Verdict;
import dev.sluice.explain.Finding;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Tells what became of an event. */
final class ExplainCommand implements Callable<Integer> {
    /** Nothing more is to be done for these. */
    private static final Set<Verdict> SETTLED = Set.of(Verdict.IN_LAKE, Verdict.NO_LINE);

    /** Less would be in nearly every record of an archive. */
    private static final int SHORTEST_ID = 5;

    private final Console console;
    private final StoreOptions storeOptions = StoreOptions.reading();
    private final OptionSpec json =
            Specs.flag("--json", "One JSON object: {id, verdict, findings: [{kind, object, line, text}]}.");
    private final PositionalParamSpec id = PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .type(String.class)
            .paramLabel("ID")
            .description("The id of a line, where a record stood, stream/partition/offset, or an entry of the"
                    + " quarantine.")
            .build();

    private final OptionSpec archive = Specs.text(
            "--archive",
            "ARCHIVE",
            "Also look for its records there: a folder or a file, or a place in Azure or S3 as for --lake. Which files, and"
                    + " what they are called, say the options of replay.");
    private final ReplayOptions options = new ReplayOptions();

    private ExplainCommand(Console console) {
        this.console = console;
    }

    static CommandLine commandLine(Console console) {
        return new CommandLine(new ExplainCommand(console).spec());
    }

    private CommandSpec spec() {
        CommandSpec spec =
                Specs.command("explain", this).addPositional(id).addOption(json).addOption(archive);
        storeOptions.addTo(spec);
        options.addTo(spec);
        spec.usageMessage()
                .description(
                        "Tells what became of an event or a record: from which records it came, what waits, which"
                                + " objects and lines hold it. No values and no keys.",
                        "",
                        "A place is found by names; the source's own id of an event that came in one piece is looked"
                                + " for in all of the lake, and an id that the lake does not know in all of the archive.",
                        "")
                .footer(
                        "  sluice explain orders/3/124 --lake ./lake --state ./state",
                        "  sluice explain 1bf2756a-c15f-4d2e-a2d5-7d3f9dbf85b0:0000...:0001 \\",
                        "      --lake ./lake --state ./state --json | jq .verdict",
                        "  sluice explain orders/3/124 --lake ./lake --state ./state --archive ./capture",
                        "",
                        "Exit codes: 0 in the lake, or done without a line; 1 a store failed; 2 wrong",
                        "usage; 3 parked, in the quarantine, in a hole, not taken in yet, or not known.");
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        Stores stores = storeOptions
                .open(console)
                .orElseThrow(() -> new UsageException("--lake and --state say where to look"));
        String wanted = id.getValue();
        if (wanted.length() < SHORTEST_ID) {
            throw new UsageException("ID: " + SHORTEST_ID + " characters at least; the id of a line, or orders/3/124");
        }
        Explain explain = new Explain(stores.lake(), stores.state());
        Explanation explanation =
                archive.getValue() == null ? explain.explain(wanted) : explain(explain, wanted, archive.getValue());
        Output output = new Output(console.out());
        if (Specs.isOn(json)) {
            output.print(json(wanted, explanation) + "\n");
        } else {
            print(wanted, explanation, output);
        }
        output.flush();
        return SETTLED.contains(explanation.verdict()) ? ExitCode.DONE : ExitCode.SOME_LEFT_OUT;
    }

    private Explanation explain(Explain explain, String wanted, String archived) throws IOException {
        Archive opened =
                ArchiveInput.open(ObjectStores.url("--archive", archived, console.folder()), options.layout(), console);
        try (Progress progress = console.errIsTerminal() && !Specs.isOn(json)
                ? Progress.bar(console.err(), "read", "files", -1)
                : Progress.none()) {
            return explain.explain(
                    wanted,
                    new ArchiveSearch(opened, options.filter(), options.names().stream(), bytes -> progress.step()));
        }
    }

    private static void print(String wanted, Explanation explanation, Output output) {
        output.print(TextReports.printable(wanted) + "\n");
        for (Finding finding : explanation.findings()) {
            String counted = finding.kind() == Finding.Kind.ARCHIVE ? " record " : " line ";
            String line = finding.line() == 0 ? "" : counted + finding.line();
            output.print(TextReports.printable("  " + lower(finding.kind()) + "  " + finding.object() + line) + "\n");
            TextReports.wrapped("      ", finding.text()).forEach(text -> output.print(text + "\n"));
        }
        TextReports.wrapped("  ", explanation.verdict().text()).forEach(text -> output.print(text + "\n"));
    }

    private static String json(String wanted, Explanation explanation) {
        Utf8Buffer json = new Utf8Buffer(512).append("{\"id\":").appendQuoted(wanted);
        json.append(",\"verdict\":").appendQuoted(lower(explanation.verdict())).append(",\"findings\":[");
        String comma = "";
        for (Finding finding : explanation.findings()) {
            json.append(comma).append("{\"kind\":").appendQuoted(lower(finding.kind()));
            json.append(",\"object\":").appendQuoted(finding.object());
            json.append(",\"line\":").append((long) finding.line());
            json.append(",\"text\":").appendQuoted(finding.text()).append("}");
            comma = ",";
        }
        return json.append("]}").toString();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
