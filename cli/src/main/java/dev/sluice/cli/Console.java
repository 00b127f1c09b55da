package dev.sluice.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a command talks to; tests bring their own.
 *
 * @param out takes data, not buffered
 * @param err takes messages
 * @param folder what relative paths are relative to
 * @param outIsTerminal colour may go to {@code out}
 * @param errIsTerminal progress may be shown on {@code err}
 */
public record Console(
        InputStream in,
        OutputStream out,
        PrintStream err,
        Map<String, String> environment,
        Path folder,
        boolean outIsTerminal,
        boolean errIsTerminal) {}
