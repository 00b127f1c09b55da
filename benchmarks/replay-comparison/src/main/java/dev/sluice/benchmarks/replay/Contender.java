package dev.sluice.benchmarks.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A command that is run several times. */
final class Contender {
    private final String name;
    private final List<String> command;
    private final List<Run> runs = new ArrayList<>();
    private String written = "| ";

    Contender(String name, List<String> command) {
        this.name = name;
        this.command = command;
    }

    String name() {
        return name;
    }

    void run(Path log) throws IOException, InterruptedException {
        System.err.println(name + " ...");
        runs.add(Run.of(command, log));
    }

    /** Remembers what it wrote. */
    void wrote(Folders.Size size) {
        written = String.format(Locale.ROOT, "%d | %,d MB", size.files(), mega(size.bytes()));
    }

    Run median() {
        List<Run> sorted =
                runs.stream().sorted(Comparator.comparing(Run::seconds)).toList();
        return sorted.get(sorted.size() / 2);
    }

    String row(long events) {
        Run run = median();
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %.1f s | %.1f s | %.1f µs | %,d MB | %s |",
                name,
                events / run.seconds(),
                run.seconds(),
                run.cpuSeconds(),
                1e6 * run.cpuSeconds() / events,
                mega(run.peakBytes()),
                written);
    }

    static long mega(long bytes) {
        return Math.round(bytes / 1e6);
    }
}
