package dev.sluice.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The built jar, run by the Java that runs the tests. */
public final class CliJar {
    private CliJar() {}

    /** The jar beside the folder of these classes. */
    public static Path path() {
        try {
            return Path.of(CliJar.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .resolveSibling("sluice-cli.jar");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public static ProcessBuilder command(Path folder, String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                path().toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_") || name.startsWith("JAVA_TOOL"));
        return builder;
    }

    public static Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
