package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli.Result;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the world fails. */
class FailuresTest {
    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder).input("ces/gen-c-insert.json", "a.json");
    }

    /** An output that fails as the operating system says. */
    private static OutputStream failing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        };
    }

    @Test
    void aMissingInputIsToldBeforeAnythingIsPrinted() {
        Result result = cli().run("normalize", "a.json", "b.json");

        assertThat(result.code()).isEqualTo(ExitCode.WORLD);
        assertThat(result.out()).isEmpty();
        assertThat(result.messages()).containsExactly("sluice: b.json does not exist; check the name");
    }

    @Test
    void aLakeThatCannotBeAFolderIsToldWithoutAStackTrace() {
        Result result = cli().run("normalize", "--lake", "a.json/lake", "--state", "state", "a.json");

        assertThat(result.code()).isEqualTo(ExitCode.WORLD);
        assertThat(result.messages()).hasSize(1);
        assertThat(result.err()).startsWith("sluice: ").contains("a.json");
    }

    @Test
    void theStackTraceIsShownOnDemand() {
        assertThat(cli().run("normalize", "--debug", "b.json").err())
                .contains("NoSuchFileException")
                .contains("\tat ");
        assertThat(cli().with(Map.of("SLUICE_DEBUG", "1"))
                        .run("normalize", "b.json")
                        .err())
                .contains("\tat ");
    }

    @Test
    void aReaderThatWentAwayEndsTheRunQuietly() {
        Result result = cli().run(failing("Broken pipe"), "normalize", "a.json");

        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
    }

    @Test
    void whatWasReadBeforeAnInputFailsIsPrinted() {
        InputStream unplugged = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("Input/output error");
            }

            @Override
            public int read(byte[] bytes, int from, int count) throws IOException {
                return read();
            }
        };

        Result result = cli().stdin(unplugged).run("normalize", "a.json", "-");

        assertThat(result.code()).isEqualTo(ExitCode.WORLD);
        assertThat(result.lines()).hasSize(1);
        assertThat(result.messages())
                .containsExactly("sluice: cannot read -: Input/output error; set that right and run the command again");
    }

    @Test
    void aFullDiskBehindStdoutIsAnError() {
        Result result = cli().run(failing("No space left on device"), "normalize", "a.json");

        assertThat(result.code()).isEqualTo(ExitCode.WORLD);
        assertThat(result.messages()).hasSize(1);
        assertThat(result.err()).startsWith("sluice: cannot write to standard output: No space left on device");
    }

    @Test
    void aBugIsCalledOne() {
        OutputStream out = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] bytes, int from, int count) {
                throw new IllegalStateException("secret value");
            }
        };

        Result result = cli().run(out, "normalize", "a.json");

        assertThat(result.code()).isEqualTo(ExitCode.WORLD);
        assertThat(result.err())
                .isEqualTo("sluice: this is a bug in sluice: java.lang.IllegalStateException; please report it with"
                        + " the trace that --debug shows\n");
    }

    @Test
    void memoryThatRunsOutIsToldWithARemedy() {
        OutputStream out = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] bytes, int from, int count) {
                throw new OutOfMemoryError("Java heap space");
            }
        };

        Result result = cli().run(out, "normalize", "a.json");

        assertThat(result.code()).isEqualTo(ExitCode.WORLD);
        assertThat(result.err()).contains("not enough memory").contains("-Xmx");
    }
}
