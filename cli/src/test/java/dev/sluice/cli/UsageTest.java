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
    void placesInCloudsAreBesideEachOtherToo() {
        String container = "https://account.blob.core.windows.net/container/";
        for (String[] places : new String[][] {
            {"s3://bucket/a", "s3://bucket/a/b"},
            {"s3://bucket", "s3://bucket/b"},
            {container + "a/b", container + "a"},
            {container + "a", "abfss://container@account.dfs.core.windows.net/a"}
        }) {
            Result result = cli().run("normalize", "--lake", places[0], "--state", places[1], "-");

            assertThat(result.code()).isEqualTo(ExitCode.USAGE);
            assertThat(result.err()).contains("beside each other");
        }
    }

    @Test
    void anAccountKeyIsForEmulators() {
        Result result = cli().with(Map.of("SLUICE_AZURE_ACCOUNT_KEY", "c2VjcmV0"))
                .run(
                        "normalize",
                        "--lake",
                        "https://account.blob.core.windows.net/lake/",
                        "--state",
                        "https://account.blob.core.windows.net/state/",
                        "-");

        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err())
                .contains("unset it to use the managed identity, or set SLUICE_ALLOW_ACCOUNT_KEY=true")
                .doesNotContain("c2VjcmV0");
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
