package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.CliJar;
import dev.sluice.cli.LakeFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kill -9 in the middle of the demo, again and again; then the lake is completed, and nothing is in it twice. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KilledDemoIT {
    private static final int EVENTS = 15_000;
    private static final int KILLS = 10;

    @TempDir
    Path folder;

    private ProcessBuilder demo(String dir) {
        return CliJar.command(
                        folder, "demo", "--dir", dir, "--seed", "11", "--events", Integer.toString(EVENTS), "--json")
                .redirectOutput(folder.resolve(dir + ".out").toFile())
                .redirectError(folder.resolve(dir + ".err").toFile());
    }

    @Test
    void theLakeIsCompleteAndWithoutDuplicates() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int kill = 1; kill <= KILLS; kill++) {
            long wanted = objects("killed") + 1 + random.nextInt(2 * kill);
            Process running = CliJar.start(demo("killed"));
            while (objects("killed") < wanted && !running.waitFor(1, TimeUnit.MILLISECONDS)) {
                // it has not come so far yet
            }
            assertThat(running.isAlive())
                    .as("kill %s of seed %s came too late", kill, seed)
                    .isTrue();
            running.destroyForcibly().waitFor();
        }

        assertThat(CliJar.start(demo("killed")).waitFor())
                .as(messages("killed"))
                .isZero();
        assertThat(CliJar.start(demo("whole")).waitFor()).as(messages("whole")).isZero();

        List<String> found = Oracle.found(folder.resolve("killed/lake"));
        assertThat(found).as("seed %s", seed).doesNotHaveDuplicates();
        assertThat(withoutResends(found))
                .as("seed %s", seed)
                .isEqualTo(withoutResends(Oracle.found(folder.resolve("whole/lake"))))
                .isEqualTo(Oracle.expected(11, EVENTS));
        assertThat(quarantined("killed")).isEqualTo(quarantined("whole")).isNotEmpty();
    }

    private static Set<String> withoutResends(List<String> lines) {
        Set<String> rest = new TreeSet<>(lines);
        rest.removeAll(Oracle.resends(11, EVENTS));
        return rest;
    }

    private List<String> quarantined(String dir) throws IOException {
        return LakeFiles.quarantined(folder.resolve(dir + "/state")).stream()
                .map(line -> line.get("code").asText() + " " + line.get("partition") + "/" + line.get("offset"))
                .sorted()
                .toList();
    }

    private String messages(String dir) throws IOException {
        Path file = folder.resolve(dir + ".err");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private long objects(String dir) {
        Path lake = folder.resolve(dir + "/lake");
        if (!Files.exists(lake)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(lake)) {
            return files.filter(file -> file.toString().endsWith(".gz")).count();
        } catch (UncheckedIOException | IOException e) {
            return isGone(e) ? 0 : fail(e);
        }
    }

    /** Temporary files come and go while the folder is walked. */
    private static boolean isGone(Exception e) {
        return e instanceof NoSuchFileException || e.getCause() instanceof NoSuchFileException;
    }

    private static long fail(Exception e) {
        throw new IllegalStateException(e);
    }
}
