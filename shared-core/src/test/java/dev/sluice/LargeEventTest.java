package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An event far larger than memory. {@code -DlargeEvent.mebibytes}, {@code -DlargeEvent.pieces} and
 * {@code -DlargeEvent.heap} choose another size (CONTRIBUTING.md).
 */
class LargeEventTest {
    @TempDir
    private Path folder;

    @Test
    void anEventNeedsNoMoreMemoryThanAPieceAndAValueDo() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + System.getProperty("largeEvent.heap", "64m"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LargeEventRun.class.getName(),
                        folder.toString(),
                        System.getProperty("largeEvent.mebibytes", "64"),
                        System.getProperty("largeEvent.pieces", "256")))
                .redirectErrorStream(true)
                .start();
        String output;
        try {
            output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        System.out.println(output);
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(output).contains("expected ").contains("actual ");
    }
}
