package dev.sluice.cli;

import dev.sluice.archive.ArchiveChoiceException;
import dev.sluice.archive.ArchiveFault;
import dev.sluice.archive.ArchivePartition;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.archive.Extent;
import dev.sluice.cli.ReplayText.Row;
import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.pipeline.Settings;
import dev.sluice.replay.ReplayedPartition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** From an archive into a lake. */
final class ReplayCommand implements Callable<Integer> {
    private final Console console;
    private final SettingsOptions settings = new SettingsOptions();
    private final StoreOptions storeOptions = new StoreOptions();
    private final ReplayOptions options = new ReplayOptions();
    private final OptionSpec dryRun =
            Specs.flag("--dry-run", "Read the archive, tell per partition what would be replayed, and write nothing.");
    private final OptionSpec json = Specs.flag(
            "--json",
            "One JSON object per partition on stdout: {stream, partition, log, records, bytes, first, last, missing,"
                    + " gap_count, gaps}, after a replay with new, earlier and failed; reports on stderr as JSON lines too: {file, code, reason}, and those of normalize.");
    private final ArchiveInput archive;

    private ReplayCommand(Console console) {
        this.console = console;
        this.archive = new ArchiveInput("replay", console, true);
    }

    static CommandLine commandLine(Console console) {
        return new CommandLine(new ReplayCommand(console).spec());
    }

    private CommandSpec spec() {
        CommandSpec spec = Specs.command("replay", this);
        archive.addTo(spec);
        storeOptions.addTo(spec);
        options.addTo(spec);
        options.addReplaysOwnTo(spec);
        spec.addOption(dryRun).addOption(json);
        settings.addTo(spec, Setting.PARTITION);
        ReplayHelp.addTo(spec);
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        Settings chosen = settings.over(console.environment());
        Optional<Stores> stores = storeOptions.open(console);
        if (stores.isEmpty() && !Specs.isOn(dryRun)) {
            throw new UsageException("--lake and --state say where to replay to; --dry-run only looks");
        }
        Reports reports = Specs.isOn(json) ? new JsonReports(console.err()) : new TextReports(console.err());
        try {
            ArchivePlan plan = archive.plan(options.layout(), options.filter(), Specs.isOn(json));
            tell(reports, plan.faults());
            return Specs.isOn(dryRun) ? look(plan, reports) : replay(plan, chosen, stores.orElseThrow(), reports);
        } catch (ArchiveChoiceException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private int look(ArchivePlan plan, Reports reports) throws IOException {
        List<Row> rows = new ArrayList<>();
        boolean complete = plan.faults().isEmpty();
        for (ArchivePartition partition : plan.partitions()) {
            Extent extent = partition.extent();
            rows.add(Row.of(partition, extent));
            tell(reports, extent.faults());
            complete &= extent.faults().isEmpty();
        }
        print(rows);
        return complete ? ExitCode.DONE : ExitCode.SOME_LEFT_OUT;
    }

    private int replay(ArchivePlan plan, Settings chosen, Stores stores, Reports reports) throws IOException {
        if (options.rebuilds()) {
            Rebuild.begin(stores);
        }
        Tally tally = new Tally();
        Outcomes outcomes = new Outcomes(reports, tally, "what is there is parked in the state and waits for them");
        List<ReplayedPartition> done;
        try (PartitionProgress progress = progress(ReplayRun.sizes(plan, options.names()))) {
            done = new ReplayRun(outcomes, progress).run(plan, chosen, stores, options.names(), options.tables());
        }
        boolean complete = plan.faults().isEmpty();
        boolean failed = false;
        for (ReplayedPartition partition : done) {
            tell(reports, partition.extent().faults());
            complete &= partition.extent().faults().isEmpty();
            failed |= partition.failure() != null;
            tell(partition);
        }
        print(done.stream().map(Row::of).toList());
        reports.summary("replay", tally);
        return failed ? ExitCode.WORLD : complete && tally.isComplete() ? ExitCode.DONE : ExitCode.SOME_LEFT_OUT;
    }

    private PartitionProgress progress(Map<String, Long> sizes) {
        if (Specs.isOn(json)) {
            return PartitionProgress.none();
        }
        return console.errIsTerminal()
                ? PartitionProgress.bars(console.err(), "replay", "records", sizes)
                : PartitionProgress.lines(console.err(), "replay", "records", sizes);
    }

    private void tell(ReplayedPartition partition) {
        String name = partition.source().stream() + "/" + partition.source().partition() + ": ";
        if (partition.isNew()) {
            note("replay: " + name + "this lake had nothing of it before");
        }
        if (partition.earlier() > 0) {
            note("replay: " + name + partition.earlier() + " records of an earlier life of the log are left out");
        }
        if (partition.failure() != null) {
            console.err().println(TextReports.printable("sluice: " + name + IoSentence.of(partition.failure())));
        }
    }

    private static void tell(Reports reports, List<ArchiveFault> faults) {
        faults.forEach(fault -> reports.file(fault.file(), fault.code(), fault.reason()));
    }

    /** For people only. */
    private void note(String text) {
        if (!Specs.isOn(json)) {
            console.err().println(TextReports.printable(text));
        }
    }

    private void print(List<Row> rows) {
        Output output = new Output(console.out());
        if (Specs.isOn(json)) {
            rows.forEach(row -> output.print(ReplayText.json(row) + "\n"));
        } else {
            ReplayText.table(rows).forEach(line -> output.print(line + "\n"));
        }
        output.flush();
    }
}
