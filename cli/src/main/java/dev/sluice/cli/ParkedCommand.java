package dev.sluice.cli;

import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import dev.sluice.pipeline.Sweep.Fate;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The pieces of split events that wait: look at them, or sweep them. */
final class ParkedCommand implements Callable<Integer> {
    /** Fates that somebody should look into. */
    private static final Set<Fate> LEFT_OUT = Set.of(Fate.INCOMPLETE, Fate.BROKEN);

    private final Console console;
    private final boolean sweeps;
    private final SettingsOptions settings = new SettingsOptions();
    private final StoreOptions storeOptions = new StoreOptions();
    private final OptionSpec json =
            Specs.flag("--json", "One JSON object per event: {stream, set, table, missing, since, fate}.");

    private ParkedCommand(Console console, boolean sweeps) {
        this.console = console;
        this.sweeps = sweeps;
    }

    static CommandLine commandLine(Console console) {
        Runnable noCommand = () -> {
            throw new UsageException("list or sweep?");
        };
        CommandSpec spec = Specs.command("parked", noCommand);
        spec.usageMessage()
                .description("Segments of split events that wait for the others.", "")
                .synopsisSubcommandLabel("COMMAND")
                .footer("  sluice parked list --lake ./lake --state ./state");
        return new CommandLine(spec)
                .addSubcommand(new CommandLine(new ParkedCommand(console, false)
                        .spec(
                                "list",
                                "Lists the split events and updates of which parts are parked, and changes nothing.")))
                .addSubcommand(new CommandLine(new ParkedCommand(console, true)
                        .spec(
                                "sweep",
                                "Completes what is whole, reports what stays incomplete, and removes the segments of"
                                        + " events that have been in the lake for long. Safe at any time.")));
    }

    private CommandSpec spec(String name, String meaning) {
        CommandSpec spec = Specs.command(name, this).addOption(json);
        storeOptions.addTo(spec);
        settings.addTo(spec);
        spec.usageMessage()
                .description(meaning, "")
                .footer(
                        "  sluice parked " + name + " --lake ./lake --state ./state",
                        "  sluice parked " + name + " --lake ./lake --state ./state --json | jq -r .set",
                        "",
                        "Exit codes: 0 done; 1 a store failed; 2 wrong usage or settings;",
                        "3 some events are incomplete or broken.");
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        Settings chosen = settings.over(console.environment());
        Stores stores = storeOptions
                .open(console)
                .orElseThrow(() -> new UsageException("--lake and --state say where the parts are parked"));
        try (LakeWriter lake = LakeWriter.openAsBegun(stores.lake(), stores.state())) {
            Sweep sweep = new Sweep(chosen, lake, stores.state());
            List<Sweep.Item> items = sweeps ? sweep.run(InstantSource.system().instant()) : sweep.list();
            print(items);
            return items.stream().anyMatch(item -> LEFT_OUT.contains(item.fate()))
                    ? ExitCode.SOME_LEFT_OUT
                    : ExitCode.DONE;
        }
    }

    private void print(List<Sweep.Item> items) {
        PrintStream out = new PrintStream(console.out(), false, StandardCharsets.UTF_8);
        if (Specs.isOn(json)) {
            items.forEach(item -> out.println(ParkedText.json(item)));
        } else {
            ParkedText.table(items).forEach(out::println);
        }
        out.flush();
    }
}
