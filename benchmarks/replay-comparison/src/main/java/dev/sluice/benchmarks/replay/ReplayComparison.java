package dev.sluice.benchmarks.replay;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.launcher.JavaModuleOptions;

/** Replays one archive by turns with our command line, DuckDB and Spark, and verifies ours; see benchmarks/README.md. */
final class ReplayComparison {
    private static final Path FOLDER = Path.of("benchmarks", "replay-comparison", "target", "data");
    private static final Path OUT = FOLDER.resolve("out");
    private static final Path LAKE = OUT.resolve("lake");
    private static final Path STATE = OUT.resolve("state");
    private static final Path CLI = Path.of("cli", "target", "sluice-cli.jar");
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final long events;
    private final CapturedUpdates input;
    private final Contender replay;
    private final Contender verify;
    private final List<Contender> rivals;

    private ReplayComparison(long events) {
        this.events = events;
        this.input = new CapturedUpdates(FOLDER.resolve(Long.toString(events)), events);
        this.replay = new Contender("sluice replay", sluice("replay"));
        this.verify = new Contender("sluice verify", sluice("verify"));
        this.rivals = List.of(new Contender("DuckDB", duckDb()), new Contender("Spark", spark()));
    }

    /** How many events (2,000,000), and how often (3). */
    public static void main(String[] args) throws IOException, InterruptedException, SQLException {
        long events = args.length > 0 ? Long.parseLong(args[0]) : 2_000_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        if (!Files.exists(CLI)) {
            throw new IOException("there is no " + CLI + "; build it, and run this in the folder of the repository");
        }
        ReplayComparison comparison = new ReplayComparison(events);
        comparison.input.write();
        for (int round = 0; round < rounds; round++) {
            comparison.round();
        }
        comparison.print(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    }

    private void round() throws IOException, InterruptedException, SQLException {
        Agreement.Sums ours = write(replay);
        if (ours.events() != events) {
            throw new IllegalStateException("sluice replayed " + ours.events() + " of " + events + " events");
        }
        verify.run(OUT.resolve("verify.log"));
        for (Contender rival : rivals) {
            Agreement.Sums theirs = write(rival);
            List<String> different = ours.different(theirs);
            if (theirs.events() != events || !different.isEmpty()) {
                throw new IllegalStateException(rival.name() + " wrote " + theirs.events()
                        + " events and does not agree with us in " + different + ", so nothing is compared");
            }
        }
        Folders.delete(LAKE);
        Folders.delete(STATE);
    }

    private Agreement.Sums write(Contender contender) throws IOException, InterruptedException, SQLException {
        Folders.delete(LAKE);
        Folders.delete(STATE);
        Files.createDirectories(OUT);
        contender.run(OUT.resolve(contender.name() + ".log"));
        contender.wrote(Folders.size(LAKE));
        return Agreement.sums(LAKE);
    }

    private List<String> sluice(String command) {
        return List.of(
                JAVA,
                "-Xmx512m",
                "-jar",
                CLI.toString(),
                command,
                input.capture().toString(),
                "--lake",
                LAKE.toString(),
                "--state",
                STATE.toString());
    }

    private List<String> duckDb() {
        String main = DuckDbReplay.class.getName();
        return List.of(
                JAVA,
                "-cp",
                System.getProperty("java.class.path"),
                main,
                input.lines().toString(),
                LAKE.toString());
    }

    private List<String> spark() {
        String main = SparkReplay.class.getName();
        List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx4g"));
        command.addAll(Arrays.asList(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                main,
                input.capture().toString(),
                LAKE.toString()));
        return command;
    }

    private void print(PrintStream out) throws IOException {
        out.printf(Locale.ROOT, "%,d events, %,d MB of bodies%n%n", events, Contender.mega(input.bytes()));
        out.println("| | events/s | wall | processor | per event | peak memory | objects | gzip |");
        out.println("|---|---|---|---|---|---|---|---|");
        out.println(replay.row(events));
        rivals.forEach(rival -> out.println(rival.row(events)));
        out.println(verify.row(events));
        out.println();
        for (Contender rival : rivals) {
            ratio(out, "replay beside " + rival.name(), rival.median(), replay.median());
        }
        ratio(out, "verify beside replay", replay.median(), verify.median());
    }

    private static void ratio(PrintStream out, String what, Run slow, Run fast) {
        out.printf(
                Locale.ROOT,
                "%s: %.2f times as fast, %.2f by processor time%n",
                what,
                slow.seconds() / fast.seconds(),
                slow.cpuSeconds() / fast.cpuSeconds());
    }
}
