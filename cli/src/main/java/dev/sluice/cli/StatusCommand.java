package dev.sluice.cli;

import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.LedgerEditor;
import dev.sluice.lake.Quarantine;
import dev.sluice.lake.QuarantineChoice;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
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
                    + " source_time, holes, missing}], parked: {waiting, …, oldest}, quarantine: {code: entries}, accepted_holes}.");

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
                        "Tells per partition how far the lake is, how late, and what is missing; what is parked, and what"
                                + " is in the quarantine. Reads the state only, and changes nothing.",
                        "")
                .footer(
                        "  sluice status --lake ./lake --state ./state",
                        "  sluice status --lake s3://lake/hr --state s3://state/hr --json | jq .partitions[].lag_ms",
                        "",
                        "Exit codes: 0 all is well; 1 a store failed; 2 wrong usage or settings; 3 there",
                        "are holes, entries in the quarantine, or events that are incomplete or broken.");
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
        try (LakeWriter lake = LakeWriter.openAsBegun(stores.lake(), stores.state())) {
            return LakeStatus.of(
                    now,
                    ledgers.list(),
                    new Sweep(settings, lake, stores.state()).list(),
                    quarantined(stores),
                    ledgers.accepted().size());
        }
    }

    /** By code, how many entries are open. */
    private static Map<String, Integer> quarantined(Stores stores) throws IOException {
        Map<String, Integer> codes = new TreeMap<>();
        Quarantine quarantine = new Quarantine(stores.state());
        quarantine.forEach(QuarantineChoice.ALL, object -> {
            if (!object.settled()) {
                quarantine.read(object, entry -> {
                    if (!entry.settled()) {
                        codes.merge(entry.code(), 1, Integer::sum);
                    }
                });
            }
        });
        return codes;
    }
}
