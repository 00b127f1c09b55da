package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    @TempDir
    Path folder;

    private Result run(String... args) {
        return new Cli(folder).run(args);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "normalize", "demo", "status", "replay", "verify", "quarantine", "explain"})
    void everyCommandHasHelpWithExamplesAndExitCodesOnStdout(String command) {
        Result result = command.isEmpty() ? run("--help") : run(command, "--help");

        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .startsWith("Usage: sluice")
                .contains("Examples:\n  sluice " + (command.isEmpty() ? "demo" : command))
                .contains("0 ", "1 ", "2 ");
        assertThat(result.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void theMainHelpListsTheCommands() {
        assertThat(run("--help").out())
                .containsPattern("\n +normalize +Turns messages")
                .containsPattern("\n +demo +Writes made-up");
    }

    @Test
    void theHelpOfNormalizeNamesFlagsAndVariables() {
        assertThat(run("normalize", "--help").out())
                .contains(
                        "--decimals",
                        "SLUICE_DECIMALS",
                        "--zone",
                        "SLUICE_SOURCE_ZONE",
                        "--max-depth",
                        "--json",
                        "--lake");
    }

    @Test
    void theVersionIsTold() {
        Result result = run("--version");

        assertThat(result.code()).isZero();
        assertThat(result.out()).startsWith("sluice ").contains("Java ");
    }
}
