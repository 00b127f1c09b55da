package dev.sluice.cli;

import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.lake.Quarantine;
import dev.sluice.lake.QuarantineEntry;
import dev.sluice.lake.QuarantineId;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Shows an entry of the quarantine with its bytes: the one place where they come out, because somebody asked. */
final class QuarantineShowCommand implements Callable<Integer> {
    private final Console console;
    private final StoreOptions storeOptions = StoreOptions.reading();
    private final OptionSpec raw =
            Specs.flag("--raw", "The bytes of the item as they were received, and nothing else.");
    private final PositionalParamSpec id = PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .type(String.class)
            .paramLabel("ID")
            .description("As 'quarantine list' tells it.")
            .build();

    private QuarantineShowCommand(Console console) {
        this.console = console;
    }

    static CommandLine commandLine(Console console) {
        return new CommandLine(new QuarantineShowCommand(console).spec());
    }

    private CommandSpec spec() {
        CommandSpec spec = Specs.command("show", this).addPositional(id).addOption(raw);
        storeOptions.addTo(spec);
        spec.usageMessage()
                .description(
                        "Shows all that is known of an entry, and its body: as text if it is UTF-8, else byte by byte."
                                + " The body holds values of rows.",
                        "")
                .footer(
                        "  sluice quarantine show orders/3/124 --lake ./lake --state ./state",
                        "  sluice quarantine show orders/3@2/124#1 --lake ./lake --state ./state \\",
                        "      --raw > item.bin",
                        "",
                        "Exit codes: 0 done; 1 a store failed; 2 wrong usage, or no such entry.");
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        QuarantineId wanted = QuarantineCommand.id(id.getValue());
        Stores stores = QuarantineCommand.open(storeOptions, console);
        QuarantineEntry.WithBytes found = new Quarantine(stores.state())
                .find(wanted)
                .orElseThrow(() -> new UsageException(
                        "the quarantine has no entry " + wanted + "; 'quarantine list --all' tells those that it has"));
        Output output = new Output(console.out());
        if (Specs.isOn(raw)) {
            output.write(found.raw());
        } else {
            QuarantineText.head(found).forEach(line -> output.print(line + "\n"));
            BodyText.lines(found.raw()).forEach(line -> output.print(line + "\n"));
        }
        output.flush();
        return ExitCode.DONE;
    }
}
