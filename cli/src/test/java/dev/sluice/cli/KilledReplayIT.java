package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.archive.CaptureFile;
import dev.sluice.traffic.CesTraffic;
import dev.sluice.traffic.Generated;
import dev.sluice.traffic.SourceMessage;
import dev.sluice.traffic.TrafficOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kill -9 in the middle of a replay, again and again; then it is run to its end. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KilledReplayIT {
    private static final int EVENTS = 12_000;
    private static final int KILLS = 8;
    private static final int RECORDS_OF_A_FILE = 300;

    @TempDir
    Path folder;

    /** The traffic as Capture would have written it. */
    private void capture() throws IOException {
        Map<Integer, List<SourceMessage>> partitions = new TreeMap<>();
        for (Generated sent :
                CesTraffic.seeded(5).with(TrafficOptions.defaults().withEvents(EVENTS))) {
            partitions
                    .computeIfAbsent(sent.message().partition(), unseen -> new ArrayList<>())
                    .add(sent.message());
        }
        for (Map.Entry<Integer, List<SourceMessage>> partition : partitions.entrySet()) {
            List<SourceMessage> messages = partition.getValue();
            for (int from = 0; from < messages.size(); from += RECORDS_OF_A_FILE) {
                CaptureFile file = CaptureFile.deflated();
                for (SourceMessage message :
                        messages.subList(from, Math.min(messages.size(), from + RECORDS_OF_A_FILE))) {
                    file.record(message.offset(), message.brokerTimeMs(), message.body());
                }
                Path path = folder.resolve(String.format(
                        "captured/lake-in/ces/%d/2026/05/06/07/%02d/%02d.avro",
                        partition.getKey(), from / RECORDS_OF_A_FILE / 60, from / RECORDS_OF_A_FILE % 60));
                Files.createDirectories(path.getParent());
                Files.write(path, file.bytes());
            }
        }
    }

    private ProcessBuilder replay(String name) {
        return CliJar.command(
                        folder, "replay", "captured", "--lake", name + "/lake", "--state", name + "/state", "--json")
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile());
    }

    @Test
    void theLakeIsThatOfAReplayWhichNobodyKilled() throws Exception {
        capture();
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int killed = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            long wanted = objects("killed") + random.nextInt(2 * kill);
            Process running = CliJar.start(replay("killed"));
            while (objects("killed") <= wanted && !running.waitFor(1, TimeUnit.MILLISECONDS)) {
                // it has not come so far yet
            }
            killed += running.isAlive() ? 1 : 0;
            running.destroyForcibly().waitFor();
        }
        assertThat(killed).as("kills of seed %s", seed).isGreaterThan(KILLS / 2);

        // some messages of the traffic cannot be read
        assertThat(CliJar.start(replay("killed")).waitFor())
                .as(messages("killed"))
                .isIn(ExitCode.DONE, ExitCode.SOME_LEFT_OUT);
        assertThat(CliJar.start(replay("whole")).waitFor())
                .as(messages("whole"))
                .isEqualTo(ExitCode.SOME_LEFT_OUT);

        assertThat(changes("killed"))
                .as("seed %s", seed)
                .isEqualTo(changes("whole"))
                .hasSizeGreaterThan(EVENTS / 2);
        assertThat(quarantined("killed")).isEqualTo(quarantined("whole")).isNotEmpty();
        assertThat(LakeFiles.contents(folder.resolve("killed/state/ledger")))
                .isEqualTo(LakeFiles.contents(folder.resolve("whole/state/ledger")))
                .isNotEmpty();
    }

    private List<String> changes(String name) throws IOException {
        return LakeFiles.changes(folder.resolve(name + "/lake")).stream()
                .map(Object::toString)
                .sorted()
                .toList();
    }

    private List<String> quarantined(String name) throws IOException {
        return LakeFiles.quarantined(folder.resolve(name + "/state")).stream()
                .map(line -> line.get("code").asText() + " " + line.get("partition") + "/" + line.get("offset") + "/"
                        + line.get("item"))
                .sorted()
                .toList();
    }

    private String messages(String name) throws IOException {
        Path file = folder.resolve(name + ".err");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private long objects(String name) {
        Path lake = folder.resolve(name + "/lake");
        if (!Files.exists(lake)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(lake)) {
            return files.filter(file -> file.toString().endsWith(".gz")).count();
        } catch (UncheckedIOException | IOException e) {
            if (e instanceof NoSuchFileException || e.getCause() instanceof NoSuchFileException) {
                return 0; // temporary files come and go while the folder is walked
            }
            throw new IllegalStateException(e);
        }
    }
}
