package dev.sluice.cli.demo;

import dev.sluice.cli.Console;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Output;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Specs;
import dev.sluice.cli.UsageException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Shows on this machine, without any cloud, what Sluice does. */
public final class DemoCommand implements Callable<Integer> {
    private static final String[] DESCRIPTION = {
        "Writes made-up traffic into a lake on disk and queries it.",
        "",
        "The traffic is that of SQL Server's change event streaming (five tables in two databases, with resends, split"
                + " events and messages that cannot be read) and that of a DataWorks task (four tables, with a full load,"
                + " updates in one record or in two halves, transactions, DDL and heartbeats). It is delivered in batches"
                + " that are cut anew in every run, some of them twice, to a Sluice that crashes now and then in the"
                + " middle of a write. DuckDB then counts what is in the lake, and the counts are compared with the"
                + " traffic.",
        "",
        "A run on a folder that has the demo already changes nothing. A run that was killed is completed by the next.",
        ""
    };

    private static final String[] EXAMPLES = {
        "  sluice demo",
        "  sluice demo --events 200000 --dir big-demo",
        "  sluice demo --seed 7 --dir demo-7 --json",
        "",
        "Exit codes: 0 the lake holds each change once; 1 it does not, or a disk failed;",
        "2 wrong usage, or the folder holds something else."
    };

    private final Console console;
    private final OptionSpec dir = Specs.withDefault(
            "--dir", String.class, "FOLDER", "demo-lake", "Where to write. Default: ${DEFAULT-VALUE}");
    private final OptionSpec events =
            Specs.withDefault("--events", int.class, "N", "20000", "How many changes. Default: ${DEFAULT-VALUE}");
    private final OptionSpec seed = Specs.withDefault(
            "--seed", long.class, "N", "1", "Which traffic; the same number gives the same. Default: ${DEFAULT-VALUE}");
    private final OptionSpec json = Specs.flag("--json", "Print the result as one JSON object.");

    private DemoCommand(Console console) {
        this.console = console;
    }

    public static CommandLine commandLine(Console console) {
        return new CommandLine(new DemoCommand(console).spec());
    }

    private CommandSpec spec() {
        CommandSpec spec = Specs.command("demo", this)
                .addOption(dir)
                .addOption(events)
                .addOption(seed)
                .addOption(json);
        spec.usageMessage().description(DESCRIPTION).footer(EXAMPLES);
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        String name = dir.getValue();
        int count = events.<Integer>getValue();
        if (count < 1) {
            throw new UsageException("--events: " + count + " is not 1 or more");
        }
        DemoRun run = new DemoRun(seed.<Long>getValue(), count);
        DemoFolder folder = DemoFolder.open(console.folder(), name, run);
        DemoResult result;
        try (Progress progress = progress(name, count)) {
            result = run.into(folder, progress);
        }
        Output output = new Output(console.out());
        output.print(Specs.isOn(json) ? DemoJson.of(result) : DemoText.of(result));
        output.flush();
        if (!result.isComplete()) {
            throw new IOException("the lake in " + name + " is " + result.verdict()
                    + "; if its files were changed by hand or by another version, remove the folder");
        }
        return ExitCode.DONE;
    }

    private Progress progress(String name, int count) {
        if (Specs.isOn(json)) {
            return Progress.none();
        }
        if (console.errIsTerminal()) {
            return Progress.bar(console.err(), "demo", "changes", count);
        }
        console.err().println("demo: " + count + " changes into " + name);
        return Progress.none();
    }
}
