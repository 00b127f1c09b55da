package dev.sluice.cli;

import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.lake.LedgerEditor;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Stretches of a log that nobody has taken in: look at them, close them with a reason, open them for a replay. */
final class HolesCommand {
    private static final List<String> HEAD = List.of("stream", "partition", "first", "last", "offsets", "state");

    private final Console console;
    private final StoreOptions storeOptions = new StoreOptions();
    private final PartitionOptions partition = new PartitionOptions();
    private final OptionSpec json =
            Specs.flag("--json", "One JSON object per hole: {stream, partition, epoch, first, last, state, reason}.");
    private final OptionSpec all = Specs.flag("--all", "Those that were accepted too.");
    private final OptionSpec reason = Specs.text("--reason", "TEXT", "Why the records will never come. It is kept.");

    private HolesCommand(Console console) {
        this.console = console;
    }

    static CommandLine commandLine(Console console) {
        Runnable noCommand = () -> {
            throw new UsageException("list, accept or open?");
        };
        CommandSpec spec = Specs.command("holes", noCommand);
        spec.usageMessage()
                .description("Stretches of a log that nobody has taken in. A replay fills them.", "")
                .synopsisSubcommandLabel("COMMAND")
                .footer("  sluice holes list --lake ./lake --state ./state");
        return new CommandLine(spec)
                .addSubcommand(new HolesCommand(console).list())
                .addSubcommand(new HolesCommand(console).accept())
                .addSubcommand(new HolesCommand(console).open());
    }

    private CommandLine list() {
        CommandSpec spec = command("list", this::printList).addOption(all).addOption(json);
        return described(
                spec,
                "Lists the holes of all partitions, and changes nothing.",
                "  sluice holes list --lake ./lake --state ./state",
                "  sluice holes list --lake ./lake --state ./state --all --json | jq -r .reason",
                "",
                "Exit codes: 0 there is none; 1 a store failed; 2 wrong usage; 3 there are some.");
    }

    private CommandLine accept() {
        CommandSpec spec = command("accept", this::acceptHole).addOption(reason);
        partition.addTo(spec, true);
        return described(
                spec,
                "Closes a hole, or a part of one: its records are lost for good, and you say why. Nothing fills it"
                        + " any more.",
                "  sluice holes accept --lake ./lake --state ./state --stream orders --partition 3 \\",
                "      --from-offset 120 --to-offset 180 --reason \"retention ended before Capture was on\"",
                "",
                "Exit codes: 0 done; 1 a store failed; 2 wrong usage, or there is no such hole.");
    }

    private CommandLine open() {
        CommandSpec spec = command("open", this::openHole);
        partition.addTo(spec, true);
        return described(
                spec,
                "Opens a hole where all is done, for records that never came: in a topic whose offsets jump"
                        + " (SLUICE_SPARSE_TOPICS) nothing else tells that a batch was dropped. Then replay them. What"
                        + " is in the lake already is found, and not written again.",
                "  sluice holes open --lake ./lake --state ./state --stream orders --partition 3 \\",
                "      --from-offset 120 --to-offset 180",
                "",
                "Exit codes: 0 done; 1 a store failed; 2 wrong usage, or not all of it is done.");
    }

    private CommandSpec command(String name, Callable<Integer> command) {
        CommandSpec spec = Specs.command(name, command);
        storeOptions.addTo(spec);
        return spec;
    }

    private static CommandLine described(CommandSpec spec, String meaning, String... footer) {
        spec.usageMessage().description(meaning, "").footer(footer);
        return new CommandLine(spec);
    }

    private LedgerEditor editor() {
        Stores stores =
                storeOptions.open(console).orElseThrow(() -> new UsageException("--lake and --state say whose holes"));
        return new LedgerEditor(stores.state(), InstantSource.system());
    }

    /** A hole as it is listed; what was accepted has a reason. */
    private record Row(String stream, int partition, int epoch, long first, long last, String reason) {
        boolean isOpen() {
            return reason.isEmpty();
        }

        List<String> cells() {
            return List.of(
                    stream,
                    Integer.toString(partition),
                    Long.toString(first),
                    Long.toString(last),
                    Long.toString(last - first + 1),
                    isOpen() ? "open" : "accepted: " + reason);
        }

        String json() {
            return new Utf8Buffer(256)
                    .append("{\"stream\":")
                    .appendQuoted(stream)
                    .append(",\"partition\":")
                    .append(partition)
                    .append(",\"epoch\":")
                    .append(epoch)
                    .append(",\"first\":")
                    .append(first)
                    .append(",\"last\":")
                    .append(last)
                    .append(",\"state\":")
                    .appendQuoted(isOpen() ? "open" : "accepted")
                    .append(",\"reason\":")
                    .appendQuoted(reason)
                    .append("}\n")
                    .toString();
        }
    }

    private int printList() throws IOException {
        LedgerEditor editor = editor();
        List<Row> rows = new ArrayList<>();
        for (LakeDetails.Hole hole : LakeDetails.holes(editor.list())) {
            rows.add(new Row(hole.stream(), hole.partition(), hole.epoch(), hole.first(), hole.last(), ""));
        }
        boolean some = !rows.isEmpty();
        if (Specs.isOn(all)) {
            for (LedgerEditor.Accepted hole : editor.accepted()) {
                rows.add(new Row(
                        hole.stream(), hole.partition(), hole.epoch(), hole.first(), hole.last(), hole.reason()));
            }
        }
        print(rows);
        return some ? ExitCode.SOME_LEFT_OUT : ExitCode.DONE;
    }

    private void print(List<Row> rows) {
        Output output = new Output(console.out());
        if (Specs.isOn(json)) {
            rows.forEach(row -> output.print(row.json()));
        } else if (rows.isEmpty()) {
            output.print("there is no hole\n");
        } else {
            List<List<String>> cells = new ArrayList<>();
            cells.add(HEAD);
            rows.forEach(row -> cells.add(row.cells()));
            TextTable.lines(cells, "  ", Set.of(1, 2, 3, 4))
                    .forEach(line -> output.print(TextReports.printable(line) + "\n"));
        }
        output.flush();
    }

    private int acceptHole() throws IOException {
        String why = reason.getValue();
        if (why == null || why.isBlank()) {
            throw new UsageException("--reason is missing: why the records will never come");
        }
        PartitionOptions.Span span = partition.span();
        change(editor -> editor.acceptHole(span.stream(), span.partition(), span.first(), span.last(), why));
        say("accepted: offsets " + span.first() + " to " + span.last() + " of " + span.stream() + "/" + span.partition()
                + " are nobody's any more");
        return ExitCode.DONE;
    }

    private int openHole() throws IOException {
        PartitionOptions.Span span = partition.span();
        change(editor -> editor.openHole(span.stream(), span.partition(), span.first(), span.last()));
        say("open: offsets " + span.first() + " to " + span.last() + " of " + span.stream() + "/" + span.partition()
                + "; replay them now");
        return ExitCode.DONE;
    }

    private interface Edit {
        void on(LedgerEditor editor) throws IOException;
    }

    private void change(Edit edit) throws IOException {
        LedgerEditor editor = editor();
        try {
            edit.on(editor);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private void say(String text) {
        console.err().println(TextReports.printable(text));
    }
}
