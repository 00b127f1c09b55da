package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli.Result;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong usage and settings: exit code 2, and a message that says what would be right. */
class UsageTest {
    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder);
    }

    private void assertRefused(Result result, String... messages) {
        assertThat(result.messages()).containsExactly(messages);
        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
        assertThat(result.out()).isEmpty();
        assertThat(result.messages()).containsExactly(messages);
    }

    @Test
    void aCommandIsNeeded() {
        assertRefused(cli().run(), "sluice: which command?", "sluice: try 'sluice --help'");
    }

    @Test
    void aCommandThatIsNearlyRightIsSuggested() {
        assertRefused(
                cli().run("normalise"),
                "sluice: Unmatched argument at index 0: 'normalise'",
                "Did you mean: sluice normalize?",
                "sluice: try 'sluice --help'");
    }

    @Test
    void anInputIsNeeded() {
        assertRefused(
                cli().run("normalize"),
                "sluice: Missing required parameter: 'INPUT'",
                "sluice: try 'sluice normalize --help'");
    }

    @Test
    void allWrongSettingsAreToldAtOnceEachByTheNameItCameWith() {
        assertRefused(
                cli().with(Map.of("SLUICE_DECIMALS", "float", "SLUICE_INTEGERS", "nope"))
                        .run("normalize", "--max-depth", "deep", "--integers", "text", "--zone", "Mars/Base", "-"),
                "sluice: SLUICE_DECIMALS: 'float' is none of string, number",
                "sluice: --integers: 'text' is none of number, string, safe",
                "sluice: --zone: 'Mars/Base' is not a time zone; expected one like Europe/Berlin, UTC or +05:30",
                "sluice: --max-depth: 'deep' is not a whole number",
                "sluice: try 'sluice normalize --help'");
    }

    @Test
    void lakeAndStateGoTogether() {
        assertRefused(
                cli().run("normalize", "--lake", "x", "-"),
                "sluice: --lake and --state go together; --state is missing",
                "sluice: try 'sluice normalize --help'");
        assertRefused(
                cli().run("normalize", "--state", "x", "-"),
                "sluice: --lake and --state go together; --lake is missing",
                "sluice: try 'sluice normalize --help'");
    }

    @Test
    void theStateIsNotReadableThroughTheLake() {
        for (String state : new String[] {"x", "x/state", "."}) {
            Result result = cli().run("normalize", "--lake", "x", "--state", state, "-");

            assertThat(result.code()).isEqualTo(ExitCode.USAGE);
            assertThat(result.err()).contains("beside each other");
        }
    }

    @Test
    void storesOfLaterVersionsAreRefused() {
        assertRefused(
                cli().run("normalize", "--lake", "s3://bucket/lake", "--state", "x", "-"),
                "sluice: --lake: this version writes to file:///path or a path only",
                "sluice: try 'sluice normalize --help'");
    }

    @Test
    void aSecretInAUrlIsNotRepeated() {
        Result result = cli().run("normalize", "--lake", "x", "--state", "https://a/b?sig=top-secret", "-");

        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).contains("--state: ").doesNotContain("top-secret");
    }

    @Test
    void stdinCanBeReadOnceOnly() {
        assertRefused(
                cli().run("normalize", "-", "-"),
                "sluice: stdin (-) can be read once only",
                "sluice: try 'sluice normalize --help'");
    }

    @Test
    void dialectsThatAreNotReadAreRefused() {
        assertRefused(
                cli().run("normalize", "--from", "debezium", "-"),
                "sluice: --from: 'debezium' is none of auto, ces, dataworks, canal",
                "sluice: try 'sluice normalize --help'");
    }

    @Test
    void aStreamNeedsAName() {
        assertThat(cli().run("normalize", "--stream", " ", "-").code()).isEqualTo(ExitCode.USAGE);
    }
}
