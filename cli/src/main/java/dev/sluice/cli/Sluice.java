package dev.sluice.cli;

import dev.sluice.cli.demo.DemoCommand;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The command line {@code sluice}. */
public final class Sluice {
    private static final List<String> COMMANDS = List.of(
            "normalize", "demo", "status", "replay", "verify", "holes", "parked", "quarantine", "explain", "epoch");

    private static final String[] EXAMPLES = {
        "  sluice demo                     made-up traffic into ./demo-lake, and a query",
        "  sluice normalize message.json   print a change event as one line of JSON",
        "  sluice status --lake ...        how far the lake is, and what is missing",
        "  sluice replay ./archive ...     fill holes of a lake from an archive",
        "  sluice verify ./archive ...     compare a lake with an archive",
        "  sluice holes list --lake ...    stretches of a log that nobody has taken in",
        "  sluice explain ID ...           what became of an event, in which lines it is",
        "  sluice parked list --lake ...   segments of split events that wait for others",
        "  sluice quarantine list ...      what could not be read; show it, redrive it",
        "  sluice normalize --help         the options of a command",
        "",
        "Data goes to stdout, messages go to stderr. Exit codes: 0 done; 1 the world",
        "failed (a file, a disk, a store); 2 wrong usage or settings; 3 done, but some",
        "items did not come out, or differences were found."
    };

    private Sluice() {}

    public static void main(String[] args) {
        try (PrintStream err =
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8)) {
            Console console = new Console(
                    new FileInputStream(FileDescriptor.in),
                    new FileOutputStream(FileDescriptor.out),
                    err,
                    System.getenv(),
                    Path.of("").toAbsolutePath(),
                    Boolean.getBoolean("sluice.out.terminal"),
                    Boolean.getBoolean("sluice.err.terminal"));
            System.exit(run(console, args));
        }
    }

    /** Runs a command and returns its exit code. */
    public static int run(Console console, String... args) {
        Failures failures = new Failures(console);
        CommandLine sluice = new CommandLine(spec());
        addCommands(sluice, console, args);
        boolean colour = console.outIsTerminal() && !console.environment().containsKey("NO_COLOR");
        sluice.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(Help.defaultColorScheme(colour ? Help.Ansi.ON : Help.Ansi.OFF))
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
        try {
            return sluice.execute(args);
        } catch (OutOfMemoryError e) {
            failures.say("not enough memory; give Java more, such as JAVA_TOOL_OPTIONS=-Xmx4g");
            return ExitCode.WORLD;
        }
    }

    private static CommandSpec spec() {
        Runnable noCommand = () -> {
            throw new UsageException("which command?");
        };
        CommandSpec spec = Specs.command("sluice", noCommand)
                .versionProvider(new Version())
                .addOption(OptionSpec.builder("-V", "--version")
                        .type(boolean.class)
                        .versionHelp(true)
                        .description("Show the version and exit.")
                        .build());
        spec.usageMessage()
                .description("Row changes from a broker into a data lake: each once, whole, typed and in order.", "")
                .synopsisSubcommandLabel("COMMAND")
                .footer(EXAMPLES);
        return spec;
    }

    /** Adds the command that is asked for, or else all of them: to describe one that is not run costs time. */
    private static void addCommands(CommandLine sluice, Console console, String[] args) {
        boolean isAsked = args.length > 0 && COMMANDS.contains(args[0]);
        for (String name : isAsked ? List.of(args[0]) : COMMANDS) {
            sluice.addSubcommand(name, command(name, console));
        }
    }

    private static CommandLine command(String name, Console console) {
        return switch (name) {
            case "normalize" -> NormalizeCommand.commandLine(console);
            case "demo" -> DemoCommand.commandLine(console);
            case "status" -> StatusCommand.commandLine(console);
            case "holes" -> HolesCommand.commandLine(console);
            case "epoch" -> EpochCommand.commandLine(console);
            case "explain" -> ExplainCommand.commandLine(console);
            case "parked" -> ParkedCommand.commandLine(console);
            case "quarantine" -> QuarantineCommand.commandLine(console);
            case "replay" -> ReplayCommand.commandLine(console);
            case "verify" -> VerifyCommand.commandLine(console);
            default -> throw new IllegalArgumentException(name);
        };
    }
}
