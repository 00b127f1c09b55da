package dev.sluice.cli;

import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.ArchiveLayout;
import dev.sluice.archive.TimeText;
import dev.sluice.change.Table;
import dev.sluice.replay.Replay;
import dev.sluice.text.Glob;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Which records of an archive, and what they are called. */
final class ReplayOptions {
    private final OptionSpec layout = Specs.text(
            "--layout",
            "PATTERN",
            "Where the path of a file tells what: Capture's archiveNameFormat, behind any prefix. Default: "
                    + ArchiveLayout.CAPTURE
                    + ". Paths of an archive of our own are always known.");
    private final OptionSpec stream = Specs.text(
            "--stream",
            "NAME",
            "Only this hub or stream, as the archive calls it. With --partition also that of files whose paths tell none.");
    private final OptionSpec partition = number("--partition", Integer.class, "Only this partition.");
    private final OptionSpec as = Specs.text(
            "--as",
            "NAME",
            "What live traffic calls the stream, where that is not the name of the hub (SLUICE_STREAM).");
    private final OptionSpec log = Specs.text(
            "--log",
            "LOG",
            "Full identity of the log. Default: <namespace>.servicebus.windows.net/<hub> by the path, or cluster/topic by"
                    + " a Lambda event; else that of the lake's ledger.");
    private final OptionSpec fromOffset = number("--from-offset", Long.class, "First offset (sequence number).");
    private final OptionSpec toOffset = number("--to-offset", Long.class, "Last offset.");
    private final OptionSpec fromTime = Specs.text(
            "--from-time",
            "TIME",
            "From the first record on that the broker took at this time or later: 2026-05-06T07:08:10Z, or shorter; in UTC"
                    + " without a zone.");
    private final OptionSpec toTime =
            Specs.text("--to-time", "TIME", "To the last record that the broker took before this time.");

    private final OptionSpec tables = OptionSpec.builder("--table")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel("PATTERN")
            .description(
                    "Only changes of these tables, as db.schema.table or, without schemas, db.table; * and ? stand for"
                            + " any text. Holes stay holes: they are not whole then.")
            .build();
    private final OptionSpec mode = Specs.withDefault(
            "--mode",
            String.class,
            "MODE",
            "heal",
            "heal: fills what this lake lacks. rebuild: writes a lake of its own, for a new version or other settings;"
                    + " readers are switched over when it is done.");

    private static OptionSpec number(String name, Class<?> type, String meaning) {
        return OptionSpec.builder(name)
                .type(type)
                .paramLabel("N")
                .description(meaning)
                .build();
    }

    void addTo(CommandSpec command) {
        command.addOption(layout)
                .addOption(stream)
                .addOption(partition)
                .addOption(as)
                .addOption(log)
                .addOption(fromOffset)
                .addOption(toOffset)
                .addOption(fromTime)
                .addOption(toTime);
    }

    /** What only a replay can do. */
    void addReplaysOwnTo(CommandSpec command) {
        command.addOption(tables).addOption(mode);
    }

    ArchiveLayout layout() {
        String pattern = named(layout);
        try {
            return ArchiveLayout.of(pattern == null ? ArchiveLayout.CAPTURE : pattern);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--layout: " + e.getMessage());
        }
    }

    ArchiveFilter filter() {
        Integer number = partition.getValue();
        if (number != null && number < 0) {
            throw new UsageException("--partition: " + number + " is not 0 or more");
        }
        Long first = fromOffset.getValue();
        Long last = toOffset.getValue();
        Instant from = time(fromTime);
        Instant to = time(toTime);
        try {
            return new ArchiveFilter(
                    named(stream), number, first == null ? 0 : first, last == null ? Long.MAX_VALUE : last, from, to);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /** What says how an archive is read, to be typed again; empty if nothing was given. */
    String namesAgain() {
        return Shell.again(List.of(layout, stream, partition, as, log));
    }

    /** Which part of it was wanted, to be typed again; empty for all. */
    String rangeAgain() {
        return Shell.again(List.of(fromOffset, toOffset, fromTime, toTime));
    }

    Replay.Names names() {
        return new Replay.Names(named(as), named(log));
    }

    boolean rebuilds() {
        String text = mode.getValue();
        if (!text.equals("heal") && !text.equals("rebuild")) {
            throw new UsageException("--mode: '" + text + "' is none of heal, rebuild");
        }
        return text.equals("rebuild");
    }

    /** Null for all. */
    @Nullable
    Predicate<Table> tables() {
        List<String> patterns = tables.getValue();
        if (patterns == null) {
            return null;
        }
        List<Pattern> globs = patterns.stream().map(Glob::pattern).toList();
        return table -> {
            String full = table.db() + "." + table.schema() + "." + table.name();
            String name = table.schema().isEmpty() ? table.db() + "." + table.name() : full;
            return globs.stream()
                    .anyMatch(glob ->
                            glob.matcher(full).matches() || glob.matcher(name).matches());
        };
    }

    private static @Nullable String named(OptionSpec option) {
        String name = option.getValue();
        if (name != null && name.isBlank()) {
            throw new UsageException(option.longestName() + ": it is empty");
        }
        return name;
    }

    private static @Nullable Instant time(OptionSpec option) {
        String text = option.getValue();
        if (text == null) {
            return null;
        }
        try {
            return TimeText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(option.longestName() + ": " + e.getMessage());
        }
    }
}
