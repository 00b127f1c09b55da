package dev.sluice.cli;

import dev.sluice.change.Connector;
import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.cli.input.Input;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LocalStream;
import dev.sluice.cli.input.RecordReader;
import dev.sluice.cli.input.SpooledStdin;
import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Messages in, lines out; or into a lake. */
final class NormalizeCommand implements Callable<Integer> {
    private static final String AUTO = "auto";
    private static final Map<String, Connector> DIALECTS =
            Map.of("ces", Connector.CES, "dataworks", Connector.DATAWORKS, "canal", Connector.CANAL);

    private final Console console;
    private final SettingsOptions settings = new SettingsOptions();
    private final StoreOptions storeOptions = StoreOptions.insteadOfPrinting();
    private final OptionSpec from = Specs.withDefault(
            "--from",
            String.class,
            "DIALECT",
            AUTO,
            "What the messages are: auto (told by their content, default), ces, dataworks (rows without an envelope too)"
                    + " or canal. Messages of another dialect than the one named do not come out: other_dialect.");
    private final OptionSpec stream = Specs.text(
            "--stream",
            "NAME",
            "Stream of the records without coordinates. Default: local; with --lake: local- and a hash of the inputs."
                    + " A name stands for one log: records whose offsets are in the lake are skipped.");
    private final OptionSpec control =
            Specs.flag("--control", "Print control events too, such as DDL, as lines among the others. CES has none.");
    private final OptionSpec json = Specs.flag(
            "--json",
            "Reports on stderr as JSON lines: {input, record, item, items, code, reason, where, or set and missing} for each item"
                    + " that did not come out, {summary, records, lines, ...} at the end.");
    private final PositionalParamSpec inputs = PositionalParamSpec.builder()
            .index("0..*")
            .arity("1..*")
            .required(true)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel("INPUT")
            .description("Files, folders, or - for stdin.")
            .build();

    private NormalizeCommand(Console console) {
        this.console = console;
    }

    static CommandLine commandLine(Console console) {
        return new CommandLine(new NormalizeCommand(console).spec());
    }

    private CommandSpec spec() {
        CommandSpec spec = Specs.command("normalize", this)
                .addOption(from)
                .addOption(stream)
                .addOption(control)
                .addOption(json)
                .addPositional(inputs);
        storeOptions.addTo(spec);
        settings.addTo(spec);
        NormalizeHelp.addTo(spec);
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        Settings chosen = ofDialect(settings.over(console.environment()));
        String name = stream.getValue();
        if (name != null && name.isBlank()) {
            throw new UsageException("--stream: the name is empty");
        }
        Reports reports = Specs.isOn(json) ? new JsonReports(console.err()) : new TextReports(console.err());
        Tally tally = new Tally();
        Output output = new Output(console.out());
        Optional<Stores> stores = storeOptions.open(console);
        if (stores.isPresent()) {
            write(
                    chosen,
                    inputs(output),
                    stores.get(),
                    name,
                    new Outcomes(reports, tally, "what is there is parked in the state and waits for them"));
        } else {
            try (RecordReader reader =
                    new RecordReader(inputs(output), chosen.limits().recordBytes())) {
                Outcomes outcomes = new Outcomes(reports, tally, "the inputs do not hold them");
                new PrintingRun(chosen, reader, output, outcomes, tally, Specs.isOn(control))
                        .run(name == null ? "local" : name);
                outcomes.finish(set -> false);
            }
        }
        reports.summary("normalize", tally);
        return tally.isComplete() ? ExitCode.DONE : ExitCode.SOME_LEFT_OUT;
    }

    private Settings ofDialect(Settings all) {
        String name = from.getValue();
        if (AUTO.equals(name)) {
            return all;
        }
        Connector dialect = DIALECTS.get(name);
        if (dialect == null) {
            throw new UsageException("--from: '" + name + "' is none of auto, ces, dataworks, canal");
        }
        return all.reading(dialect);
    }

    private List<Input> inputs(Output output) throws IOException {
        try {
            return Inputs.of(inputs.getValue(), console.folder(), new FlushingInput(console.in(), output));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private static void write(
            Settings settings, List<Input> inputs, Stores stores, @Nullable String stream, Outcomes outcomes)
            throws IOException {
        int longest = LakeFeed.LONGEST_KEPT;
        try (LakeWriter lake = LakeWriter.open(stores.lake(), stores.state(), settings.layout());
                SpooledStdin again = SpooledStdin.of(stream == null ? inputs : List.of());
                RecordReader reader = new RecordReader(stream == null ? again.inputs() : inputs, longest)) {
            String name = stream == null ? LocalStream.name(again.inputs(), longest) : stream;
            ChangePipeline pipeline = new ChangePipeline(settings, lake, stores.state());
            new LakeFeed(pipeline, name, outcomes).run(reader);
            outcomes.finish(set -> pipeline.isSettled(set.stream(), set.set()));
        }
    }
}
