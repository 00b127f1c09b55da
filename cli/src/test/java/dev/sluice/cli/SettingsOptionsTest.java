package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsOptionsTest {
    /** With a bigint of value 700000000103 and a decimal column. */
    private static final String INSERT = Cli.line("ces/gen-c-insert.json");

    @TempDir
    Path folder;

    private JsonNode normalize(Map<String, String> environment, String... flags) {
        String[] args = new String[flags.length + 2];
        args[0] = "normalize";
        System.arraycopy(flags, 0, args, 1, flags.length);
        args[flags.length + 1] = "-";
        return new Cli(folder).with(environment).stdin(INSERT).run(args).lines().get(0);
    }

    @Test
    void theEnvironmentIsRead() {
        assertThat(normalize(Map.of()).at("/after/Price").isTextual()).isTrue();
        assertThat(normalize(Map.of("SLUICE_DECIMALS", "number"))
                        .at("/after/Price")
                        .isNumber())
                .isTrue();
    }

    @Test
    void aFlagWinsOverTheEnvironment() {
        assertThat(normalize(Map.of("SLUICE_DECIMALS", "number"), "--decimals", "string")
                        .at("/after/Price")
                        .isTextual())
                .isTrue();
    }

    @Test
    void aFlagWinsOverANonsensicalEnvironment() {
        assertThat(normalize(Map.of("SLUICE_DECIMALS", "nonsense"), "--decimals=number")
                        .at("/after/Price")
                        .isNumber())
                .isTrue();
    }

    @Test
    void everySettingHasAFlag() {
        JsonNode line = normalize(
                Map.of(),
                "--integers=string",
                "--ces-binary=hex",
                "--ces-all-columns=false",
                "--no-before=c",
                "--zone=Europe/Berlin",
                "--partition=hour",
                "--compression=none",
                "--max-record-bytes=100000",
                "--max-items=50",
                "--max-depth=50",
                "--max-number-length=100",
                "--max-columns=100",
                "--max-segments=10",
                "--max-event-bytes=1000000",
                "--sparse-topics=other-*",
                "--parked-ttl=30m",
                "--parked-grace=7d");

        assertThat(line.at("/after/OrderNo").isTextual()).isTrue();
    }

    @Test
    void everySettingIsReadUnderItsName() {
        for (Setting setting : Setting.values()) {
            String message = new Cli(folder)
                    .with(Map.of(setting.variable, "~"))
                    .run("normalize", "-")
                    .err();

            assertThat(message).startsWith("sluice: " + setting.variable + ": ");
        }
    }
}
