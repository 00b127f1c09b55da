package dev.sluice.cli;

import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.lake.LakeReader;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.LedgerEditor;
import dev.sluice.lake.Quarantine;
import dev.sluice.lake.QuarantineChoice;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
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

    private final OptionSpec html = Specs.text(
            "--html",
            "FILE",
            "Write a page, too: what to look at first and what to do, with charts of the last day. It lists the lake and opens"
                    + " at most 1,000 of its objects. --json then has what it shows: {open_holes, parked_ages,"
                    + " quarantine_reasons, written, tables}.");

    private StatusCommand(Console console) {
        this.console = console;
    }

    static CommandLine commandLine(Console console) {
        return new CommandLine(new StatusCommand(console).spec());
    }

    private CommandSpec spec() {
        CommandSpec spec = Specs.command("status", this);
        storeOptions.addTo(spec);
        spec.addOption(json).addOption(html);
        settings.addTo(spec);
        spec.usageMessage()
                .description(
                        "Tells per partition how far the lake is, how late, and what is missing; what is parked, and what"
                                + " is in the quarantine. Reads the state only, unless"
                                + " a page is wanted, and changes nothing.",
                        "")
                .footer(
                        "  sluice status --lake ./lake --state ./state",
                        "  sluice status --lake s3://lake/hr --state s3://state/hr --json | jq .partitions[].lag_ms",
                        "  sluice status --lake ./lake --state ./state --html status.html",
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
        Path file = ObjectStores.file("--html", html, console);
        if (file != null) {
            WholeFile.check(file);
        }
        Found found = look(chosen, stores, InstantSource.system().instant());
        LakeStatus status = found.status();
        LakeDetails details = null;
        if (file != null) {
            details = found.details(stores);
        }
        Output output = new Output(console.out());
        if (Specs.isOn(json)) {
            output.print((details == null ? status.json() : details.json(status)) + "\n");
        } else {
            StatusText.lines(status).forEach(line -> output.print(TextReports.printable(line) + "\n"));
        }
        output.flush();
        if (file != null && details != null) {
            // How the lake's folders and objects are was fixed when it began, and no command needs it again.
            String again = settings.flags(console.environment(), Setting.PARTITION, Setting.COMPRESSION);
            WholeFile.write(file, StatusPage.of(status, details, storeOptions.lakeName(), storeOptions.flags(), again));
        }
        return status.isWell() ? ExitCode.DONE : ExitCode.SOME_LEFT_OUT;
    }

    /** What the state tells. */
    private record Found(
            Instant at,
            List<LedgerEditor.Entry> ledgers,
            List<Sweep.Item> parked,
            QuarantineReasons quarantined,
            int acceptedHoles) {
        LakeStatus status() {
            return LakeStatus.of(at, ledgers, parked, quarantined.codes(), acceptedHoles);
        }

        LakeDetails details(Stores stores) throws IOException {
            return LakeDetails.read(LakeReader.open(stores.lake(), stores.state()), at, ledgers, parked, quarantined);
        }
    }

    private static Found look(Settings settings, Stores stores, Instant now) throws IOException {
        LedgerEditor ledgers = new LedgerEditor(stores.state(), InstantSource.fixed(now));
        try (LakeWriter lake = LakeWriter.openAsBegun(stores.lake(), stores.state())) {
            return new Found(
                    now,
                    ledgers.list(),
                    new Sweep(settings, lake, stores.state()).list(),
                    quarantined(stores),
                    ledgers.accepted().size());
        }
    }

    /** The entries that are open. */
    private static QuarantineReasons quarantined(Stores stores) throws IOException {
        QuarantineReasons reasons = new QuarantineReasons();
        Quarantine quarantine = new Quarantine(stores.state());
        quarantine.forEach(QuarantineChoice.ALL, object -> {
            if (!object.settled()) {
                quarantine.read(object, entry -> {
                    if (!entry.settled()) {
                        reasons.add(entry);
                    }
                });
            }
        });
        return reasons;
    }
}
