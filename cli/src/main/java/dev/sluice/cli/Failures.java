package dev.sluice.cli;

import dev.sluice.lake.LayoutMismatchException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what went wrong in a sentence with what to do, and which exit code that is. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final PrintStream err;
    private final Map<String, String> environment;

    Failures(Console console) {
        this.err = console.err();
        this.environment = console.environment();
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        String message = String.valueOf(e.getMessage());
        return usage(message.isEmpty() ? "wrong usage" : message, e.getCommandLine(), e);
    }

    private int usage(String message, CommandLine command, Exception e) {
        message.lines().forEach(this::say);
        if (e instanceof UnmatchedArgumentException unmatched) {
            UnmatchedArgumentException.printSuggestions(unmatched, err);
        }
        say("try '" + command.getCommandSpec().qualifiedName() + " --help'");
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
        if (e instanceof Output.Closed) {
            return ExitCode.DONE;
        }
        if (command.getParseResult().hasMatchedOption(Specs.DEBUG) || environment.containsKey("SLUICE_DEBUG")) {
            e.printStackTrace(err);
        }
        if (e instanceof UsageException) {
            return usage(String.valueOf(e.getMessage()), command, e);
        }
        if (e instanceof LayoutMismatchException) {
            say(String.valueOf(e.getMessage()));
            return ExitCode.USAGE;
        }
        say(sentence(e));
        return ExitCode.WORLD;
    }

    private static String sentence(Exception e) {
        if (e instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
            return IoSentence.of(unchecked.getCause());
        }
        return e instanceof IOException io
                ? IoSentence.of(io)
                : "this is a bug in sluice: " + e.getClass().getName()
                        + "; please report it with the trace that --debug shows";
    }

    void say(String message) {
        err.println("sluice: " + TextReports.printable(message));
    }
}
