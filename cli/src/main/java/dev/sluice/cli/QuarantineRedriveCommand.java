package dev.sluice.cli;

import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.Quarantine;
import dev.sluice.lake.QuarantineChoice;
import dev.sluice.lake.QuarantineId;
import dev.sluice.pipeline.Redrive;
import dev.sluice.pipeline.Redrive.Fate;
import dev.sluice.pipeline.Settings;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Runs items of the quarantine again. */
final class QuarantineRedriveCommand implements Callable<Integer> {
    private final Console console;
    private final SettingsOptions settings = new SettingsOptions();
    private final StoreOptions storeOptions = new StoreOptions();
    private final OptionSpec stream = Specs.text("--stream", "NAME", "The open entries of this stream.");
    private final OptionSpec code = Specs.text("--code", "CODE", "The open entries with this code.");
    private final OptionSpec allOpen = Specs.flag("--all-open", "All entries that are not resolved.");
    private final OptionSpec dryRun = Specs.flag("--dry-run", "Tell what would become of them, and write nothing.");
    private final OptionSpec json =
            Specs.flag("--json", "One JSON object per entry: {id, fate, lines, code, reason, where}.");
    private final PositionalParamSpec ids = PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel("ID")
            .description("Entries as 'quarantine list' tells them.")
            .build();

    private final Map<Fate, Integer> fates = new EnumMap<>(Fate.class);
    private int lines;

    private QuarantineRedriveCommand(Console console) {
        this.console = console;
    }

    static CommandLine commandLine(Console console) {
        return new CommandLine(new QuarantineRedriveCommand(console).spec());
    }

    private CommandSpec spec() {
        CommandSpec spec = Specs.command("redrive", this)
                .addPositional(ids)
                .addOption(stream)
                .addOption(code)
                .addOption(allOpen)
                .addOption(dryRun)
                .addOption(json);
        storeOptions.addTo(spec);
        settings.addTo(spec);
        spec.usageMessage()
                .description(
                        "Runs items of the quarantine again, by the settings and with the version of now. What reads"
                                + " well is written to the lake where it stood, once however often this runs, and its"
                                + " entry is resolved. What is still bad stays, with its reason of now.",
                        "")
                .footer(
                        "  sluice quarantine redrive orders/3/124 --lake ./lake --state ./state",
                        "  sluice quarantine redrive --code record_too_long --lake ./lake \\",
                        "      --state ./state --max-record-bytes 134217728",
                        "  sluice quarantine redrive --stream rows --plain-rows rows=db..items \\",
                        "      --lake ./lake --state ./state --dry-run",
                        "",
                        "Exit codes: 0 done; 1 a store failed; 2 wrong usage or settings, or no such",
                        "entry; 3 some entries stay open.");
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        Settings chosen = settings.over(console.environment());
        QuarantineChoice choice = choice();
        Stores stores = QuarantineCommand.open(storeOptions, console);
        requireEntries(choice.ids(), new Quarantine(stores.state()));
        Output output = new Output(console.out());
        try (LakeWriter lake = LakeWriter.openAsBegun(stores.lake(), stores.state())) {
            new Redrive(chosen, lake, stores.state(), Specs.isOn(dryRun)).run(choice, result -> tell(result, output));
        } finally {
            output.flush();
        }
        if (!Specs.isOn(json)) {
            console.err().println(summary());
        }
        return fates.keySet().stream().allMatch(Fate::isSettled) ? ExitCode.DONE : ExitCode.SOME_LEFT_OUT;
    }

    private QuarantineChoice choice() {
        List<String> given = ids.getValue();
        Set<QuarantineId> chosen = given == null
                ? Set.of()
                : given.stream().map(QuarantineCommand::id).collect(Collectors.toSet());
        boolean some = !chosen.isEmpty() || stream.getValue() != null || code.getValue() != null;
        if (some == Specs.isOn(allOpen)) {
            throw new UsageException("name entries by ID, --code or --stream; or all of them by --all-open");
        }
        return new QuarantineChoice(
                Optional.ofNullable(stream.getValue()), Optional.ofNullable(code.getValue()), chosen);
    }

    private static void requireEntries(Set<QuarantineId> ids, Quarantine quarantine) throws IOException {
        for (QuarantineId id : ids) {
            if (quarantine.find(id).isEmpty()) {
                throw new UsageException(
                        "the quarantine has no entry " + id + "; 'quarantine list --all' tells those that it has");
            }
        }
    }

    private void tell(Redrive.Result result, Output output) {
        fates.merge(result.fate(), 1, Integer::sum);
        lines += result.lines();
        if (Specs.isOn(json)) {
            output.print(QuarantineText.json(result) + "\n");
        } else {
            QuarantineText.lines(result).forEach(line -> output.print(line + "\n"));
        }
    }

    private String summary() {
        int all = fates.values().stream().mapToInt(Integer::intValue).sum();
        String told = fates.entrySet().stream()
                .map(fate -> fate.getValue() + " "
                        + QuarantineText.fate(fate.getKey()).replace('_', ' '))
                .collect(Collectors.joining(", "));
        return "redrive: " + all + " entries" + (told.isEmpty() ? "" : ", " + told) + ", " + lines + " lines"
                + (Specs.isOn(dryRun) ? "; a dry run, nothing was written" : "");
    }
}
