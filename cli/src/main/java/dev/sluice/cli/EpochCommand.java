package dev.sluice.cli;

import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.lake.LedgerEditor;
import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Begins another life of a log by hand. */
final class EpochCommand implements Callable<Integer> {
    private final Console console;
    private final StoreOptions storeOptions = new StoreOptions();
    private final PartitionOptions partition = new PartitionOptions();
    private final OptionSpec yes = Specs.flag("--yes", "The log was deleted and made anew; I am sure.");

    private EpochCommand(Console console) {
        this.console = console;
    }

    static CommandLine commandLine(Console console) {
        Runnable noCommand = () -> {
            throw new UsageException("open?");
        };
        CommandSpec spec = Specs.command("epoch", noCommand);
        spec.usageMessage()
                .description("Lives of a log that was deleted and made anew.", "")
                .synopsisSubcommandLabel("COMMAND")
                .footer("  sluice epoch open --lake ./lake --state ./state --stream orders --partition 3 --yes");
        return new CommandLine(spec).addSubcommand(new CommandLine(new EpochCommand(console).open()));
    }

    private CommandSpec open() {
        CommandSpec spec = Specs.command("open", this);
        storeOptions.addTo(spec);
        partition.addTo(spec, false);
        spec.addOption(yes);
        spec.usageMessage()
                .description(
                        "Begins another life of a log: its offsets count from --from-offset (0) again, and what comes is"
                                + " new. Event Hubs and topics with LogAppendTime need no such word, their times tell."
                                + " Said of a log that was not made anew, it makes everything that comes again double.",
                        "")
                .footer(
                        "  sluice epoch open --lake ./lake --state ./state --stream orders --partition 3 --yes",
                        "",
                        "Exit codes: 0 done; 1 a store failed; 2 wrong usage, or there is no such partition.");
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        String stream = partition.stream();
        int number = partition.partition();
        long first = partition.first();
        Stores stores =
                storeOptions.open(console).orElseThrow(() -> new UsageException("--lake and --state say whose log"));
        if (!Specs.isOn(yes)) {
            throw new UsageException("only if the log of " + stream + "/" + number
                    + " was deleted and made anew: else what comes again is double; say --yes if it was");
        }
        int epoch;
        try {
            epoch = new LedgerEditor(stores.state(), InstantSource.system()).openEpoch(stream, number, first);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        console.err()
                .println(TextReports.printable(
                        "epoch " + epoch + " of " + stream + "/" + number + " begins at offset " + first));
        return ExitCode.DONE;
    }
}
