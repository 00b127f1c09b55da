package dev.sluice.cli;

import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.LedgerEditor;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** How far the lake is, and what is missing. */
final class StatusCommand implements Callable<Integer> {
    private final Console console;
    private final StoreOptions storeOptions = StoreOptions.reading();
    private final SettingsOptions settings = new SettingsOptions();
    private final OptionSpec json = Specs.flag(
            "--json",
            "One JSON object: {at, partitions: [{stream, partition, epoch, log, through, through_time, lag_ms,"
                    + " source_time, holes, missing}], parked: {waiting, …, oldest}, accepted_holes}.");

    private StatusCommand(Console console) {
        this.console = console;
    }

    static CommandLine commandLine(Console console) {
        return new CommandLine(new StatusCommand(console).spec());
    }

    private CommandSpec spec() {
        CommandSpec spec = Specs.command("status", this);
        storeOptions.addTo(spec);
        spec.addOption(json);
        settings.addTo(spec);
        spec.usageMessage()
                .description(
                        "Tells per partition how far the lake is, how late, and what is missing; and what is parked. Reads"
                                + " the state only, and changes nothing.",
                        "")
                .footer(
                        "  sluice status --lake ./lake --state ./state",
                        "  sluice status --lake s3://lake/hr --state s3://state/hr --json | jq .partitions[].lag_ms",
                        "",
                        "Exit codes: 0 all is well; 1 a store failed; 2 wrong usage or settings; 3 there",
                        "are holes, or events that are incomplete or broken.");
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        Settings chosen = settings.over(console.environment());
        Stores stores =
                storeOptions.open(console).orElseThrow(() -> new UsageException("--lake and --state say whose status"));
        LakeStatus status = read(chosen, stores, InstantSource.system().instant());
        Output output = new Output(console.out());
        if (Specs.isOn(json)) {
            output.print(status.json() + "\n");
        } else {
            StatusText.lines(status).forEach(line -> output.print(TextReports.printable(line) + "\n"));
        }
        output.flush();
        return status.isWell() ? ExitCode.DONE : ExitCode.SOME_LEFT_OUT;
    }

    private static LakeStatus read(Settings settings, Stores stores, Instant now) throws IOException {
        LedgerEditor ledgers = new LedgerEditor(stores.state(), InstantSource.fixed(now));
        try (LakeWriter lake = LakeWriter.open(stores.lake(), stores.state(), settings.layout())) {
            return LakeStatus.of(
                    now,
                    ledgers.list(),
                    new Sweep(settings, lake, stores.state()).list(),
                    ledgers.accepted().size());
        }
    }
}
