package dev.sluice.cli;

import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.lake.Quarantine;
import dev.sluice.lake.QuarantineChoice;
import dev.sluice.lake.QuarantineEntry;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Lists what was set aside, an entry at a time. */
final class QuarantineListCommand implements Callable<Integer> {
    private final Console console;
    private final StoreOptions storeOptions = StoreOptions.reading();
    private final OptionSpec stream = Specs.text("--stream", "NAME", "Only entries of this stream.");
    private final OptionSpec code = Specs.text("--code", "CODE", "Only entries with this code.");
    private final OptionSpec all = Specs.flag("--all", "Entries that are resolved, too.");
    private final OptionSpec json = Specs.flag(
            "--json",
            "One JSON object per entry: {id, code, reason, where, stream, partition, epoch, offset, item, items,"
                    + " broker_time, resolved, object, line}.");

    private final Map<String, Integer> codes = new TreeMap<>();
    private boolean someOpen;

    private QuarantineListCommand(Console console) {
        this.console = console;
    }

    static CommandLine commandLine(Console console) {
        return new CommandLine(new QuarantineListCommand(console).spec());
    }

    private CommandSpec spec() {
        CommandSpec spec = Specs.command("list", this)
                .addOption(stream)
                .addOption(code)
                .addOption(all)
                .addOption(json);
        storeOptions.addTo(spec);
        spec.usageMessage()
                .description(
                        "Lists what was set aside and is not resolved: the id by which other commands know it, when the"
                                + " broker took it, the code, the reason and the place in the message. No values.",
                        "")
                .footer(
                        "  sluice quarantine list --lake ./lake --state ./state",
                        "  sluice quarantine list --lake ./lake --state ./state --stream orders \\",
                        "      --json | jq -r .id",
                        "",
                        "Exit codes: 0 nothing is open; 1 a store failed; 2 wrong usage;",
                        "3 some entries are open.");
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        Stores stores = QuarantineCommand.open(storeOptions, console);
        Quarantine quarantine = new Quarantine(stores.state());
        QuarantineChoice choice = new QuarantineChoice(
                Optional.ofNullable(stream.getValue()), Optional.ofNullable(code.getValue()), Set.of());
        Output output = new Output(console.out());
        quarantine.forEach(choice, object -> {
            if (Specs.isOn(all) || !object.settled()) {
                quarantine.read(object, entry -> {
                    if (choice.takes(entry) && (Specs.isOn(all) || !entry.settled())) {
                        tell(entry, output);
                    }
                });
            }
        });
        if (!Specs.isOn(json)) {
            QuarantineText.counts(codes).forEach(line -> output.print(line + "\n"));
        }
        output.flush();
        return someOpen ? ExitCode.SOME_LEFT_OUT : ExitCode.DONE;
    }

    private void tell(QuarantineEntry entry, Output output) {
        codes.merge(entry.code(), 1, Integer::sum);
        someOpen |= !entry.settled();
        if (Specs.isOn(json)) {
            output.print(QuarantineText.json(entry) + "\n");
        } else {
            QuarantineText.lines(entry).forEach(line -> output.print(line + "\n"));
        }
    }
}
