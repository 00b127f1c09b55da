package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.Cli.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code explain}. */
class ExplainCommandTest {
    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder);
    }

    private void write(String part) {
        cli().input("split/" + part + ".json", part)
                .run("normalize", "--lake=lake", "--state=state", "--compression=none", "--stream=orders", part);
    }

    private Result explain(String... args) {
        String[] all = new String[args.length + 3];
        all[0] = "explain";
        all[1] = "--lake=lake";
        all[2] = "--state=state";
        System.arraycopy(args, 0, all, 3, args.length);
        return cli().run(all);
    }

    @Test
    void aPieceThatWaitsIsToldWithWhatIsMissing() {
        write("part-0");
        Result result = explain("orders/0/0");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.out().lines().toList()).hasSize(6).satisfies(lines -> {
            assertThat(lines.get(0)).isEqualTo("orders/0/0");
            assertThat(lines.get(1)).isEqualTo("  ledger  ledger/orders/0.json");
            assertThat(lines.get(2)).isEqualTo("      the record is done");
            assertThat(lines.get(3)).startsWith("  parked  parked/orders/");
            assertThat(lines.get(4)).isEqualTo("      from partition 0 offset 0; missing: the last");
            assertThat(lines.get(5)).isEqualTo("  parked: it waits for what is missing");
        });
    }

    @Test
    void aProgramGetsOneObject() {
        cli().file("noise", "noise")
                .run("normalize", "--lake=lake", "--state=state", "--compression=none", "--stream=noise", "noise");
        Result result = explain("noise/0/0", "--json");

        JsonNode json = Cli.json(result.out().strip());
        assertThat(json.at("/id").asText()).isEqualTo("noise/0/0");
        assertThat(json.at("/verdict").asText()).isEqualTo("quarantine");
        assertThat(json.at("/findings/1")).isEqualTo(Cli.json("""
                        {"kind":"quarantine","object":"quarantine/noise/date=__HIVE_DEFAULT_PARTITION__/noise-0-1-00000000000000000000.jsonl",
                         "line":1,"text":"not_json: the body begins neither with '{' or '[' nor like an Avro message (byte 0)"}"""));
    }

    @Test
    void whatNobodyKnowsIsSaid() {
        Result result = explain("orders/9/9");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.out()).isEqualTo("orders/9/9\n  not known here\n");
        assertThat(cli().run("explain", "x").err()).contains("--lake and --state say where to look");
        assertThat(explain("x").err()).contains("5 characters at least");
    }
}
