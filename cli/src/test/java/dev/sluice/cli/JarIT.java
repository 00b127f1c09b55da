package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.archive.CaptureFile;
import dev.sluice.traffic.CesTraffic;
import dev.sluice.traffic.Generated;
import dev.sluice.traffic.TrafficOptions;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The built jar as a process. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class JarIT {
    @TempDir
    Path folder;

    private Path changes(int events) throws IOException {
        Path file = folder.resolve("changes.jsonl");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (Generated generated :
                    CesTraffic.seeded(3).with(TrafficOptions.plain().withEvents(events))) {
                byte[] body = generated.message().body().clone();
                for (int i = 0; i < body.length; i++) {
                    body[i] = body[i] == '\n' || body[i] == '\r' ? (byte) ' ' : body[i];
                }
                out.write(body);
                out.write('\n');
            }
        }
        return file;
    }

    @Test
    void aReaderThatHasSeenEnoughEndsTheRunQuietly() throws Exception {
        changes(5000);
        Path err = folder.resolve("err");
        Process process = CliJar.command(folder, "normalize", "changes.jsonl")
                .redirectError(err.toFile())
                .start();

        try (BufferedReader reader = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            assertThat(reader.readLine()).startsWith("{\"op\":\"c\",");
        }

        assertThat(process.waitFor()).isZero();
        assertThat(err).isEmptyFile();
    }

    @Test
    void inputOfAnyLengthNeedsLittleMemory() throws Exception {
        Path file = changes(60_000);
        assertThat(Files.size(file)).isGreaterThan(60_000_000);
        ProcessBuilder builder = CliJar.command(folder, "normalize", "changes.jsonl");
        builder.command().add(1, "-Xmx56m");
        Process process = builder.redirectError(folder.resolve("err").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();

        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("err")))
                .isZero();
        assertThat(folder.resolve("err"))
                .hasContent("normalize: 60000 records, 60000 lines, 0 quarantined, 0 incomplete, 0 skipped");
    }

    @Test
    void anArchiveOfAnyLengthIsReadWithLittleMemory() throws Exception {
        CaptureFile capture = CaptureFile.deflated();
        for (int sequence = 0; sequence < 400; sequence++) {
            capture.record(sequence, 1_778_051_290_000L, new byte[1 << 20]);
        }
        Path file = folder.resolve("captured/lake-in/ces/0/2026/05/06/07/08/10.avro");
        Files.createDirectories(file.getParent());
        Files.write(file, capture.bytes());
        ProcessBuilder builder = CliJar.command(folder, "replay", "captured", "--dry-run", "--json");
        builder.command().add(1, "-Xmx24m");
        Process process = builder.redirectError(folder.resolve("err").toFile()).start();

        String out = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("err")))
                .isZero();
        assertThat(out).contains("\"records\":400,\"bytes\":419430400,");
    }

    @Test
    void whatOnlyTheDemoNeedsIsNotLoaded() throws Exception {
        changes(1);
        ProcessBuilder builder = CliJar.command(folder, "normalize", "changes.jsonl");
        builder.command().add(1, "-Xlog:class+load:file=" + folder.resolve("loaded"));

        assertThat(builder.redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor())
                .isZero();

        List<String> loaded = Files.readAllLines(folder.resolve("loaded"));
        assertThat(loaded).anyMatch(line -> line.contains("dev.sluice.cli.NormalizeCommand"));
        assertThat(loaded.stream()
                        .filter(line -> line.contains(" org.duckdb.")
                                || line.contains(" me.tongfei.")
                                || line.contains(" dev.sluice.traffic.")
                                || line.contains(" dev.sluice.cli.demo.")))
                .isEmpty();
    }
}
