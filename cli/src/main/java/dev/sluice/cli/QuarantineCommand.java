package dev.sluice.cli;

import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.lake.QuarantineId;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What was set aside: list it, look at it, run it again. */
final class QuarantineCommand {
    private QuarantineCommand() {}

    static CommandLine commandLine(Console console) {
        Runnable noCommand = () -> {
            throw new UsageException("list, show or redrive?");
        };
        CommandSpec spec = Specs.command("quarantine", noCommand);
        spec.usageMessage()
                .description("Items that could not be read, with their bytes.", "")
                .synopsisSubcommandLabel("COMMAND")
                .footer(
                        "  sluice quarantine list --lake ./lake --state ./state",
                        "  sluice quarantine show orders/3/124 --lake ./lake --state ./state",
                        "  sluice quarantine redrive --code record_too_long --lake ./lake \\",
                        "      --state ./state --max-record-bytes 134217728",
                        "",
                        "Exit codes: 0 done; 1 a store failed; 2 wrong usage or settings;",
                        "3 some entries are open.");
        return new CommandLine(spec)
                .addSubcommand(QuarantineListCommand.commandLine(console))
                .addSubcommand(QuarantineShowCommand.commandLine(console))
                .addSubcommand(QuarantineRedriveCommand.commandLine(console));
    }

    static Stores open(StoreOptions options, Console console) {
        return options.open(console)
                .orElseThrow(() -> new UsageException("--lake and --state say where the quarantine is"));
    }

    static QuarantineId id(String text) {
        return QuarantineId.parse(text)
                .orElseThrow(
                        () -> new UsageException(
                                "'" + text
                                        + "' is no id; expected one that 'quarantine list' tells, such as orders/3/124 or orders/3@2/124#1"));
    }
}
