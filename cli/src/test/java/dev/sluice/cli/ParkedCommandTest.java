package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.Cli.Result;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code parked list} and {@code parked sweep}. */
class ParkedCommandTest {
    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder);
    }

    private Result parked(String... args) {
        String[] all = new String[args.length + 5];
        all[0] = "parked";
        all[1] = args[0];
        all[2] = "--lake=lake";
        all[3] = "--state=state";
        System.arraycopy(args, 1, all, 4, args.length - 1);
        all[args.length + 3] = "--compression=none";
        all[args.length + 4] = "--partition=day";
        return cli().run(all);
    }

    private void write(String... parts) {
        for (String part : parts) {
            cli().input("split/" + part + ".json", part)
                    .run("normalize", "--lake=lake", "--state=state", "--compression=none", "--stream=" + part, part);
        }
    }

    @Test
    void whereNothingIsParkedThatIsSaid() {
        cli().file("nothing.jsonl", "")
                .run("normalize", "--lake=lake", "--state=state", "--compression=none", "nothing.jsonl");
        Result result = parked("list");

        assertThat(result.code()).isZero();
        assertThat(result.out()).isEqualTo("nothing is parked\n");
    }

    @Test
    void whatWaitsIsListedWithWhatIsMissing() {
        write("part-0");
        Result result = parked("list");

        assertThat(result.code()).isZero();
        assertThat(result.out().lines().toList()).hasSize(2).satisfies(lines -> {
            assertThat(lines.get(0)).startsWith("fate     since        set       table");
            assertThat(lines.get(1))
                    .startsWith("waiting  ")
                    .contains("OrchardDb.sales.Orders")
                    .endsWith("  the last");
        });
    }

    @Test
    void aSweepReportsWhatIsTooLate() throws IOException {
        write("part-0");
        Result result = parked("sweep", "--parked-ttl=PT0.000000001S", "--json");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        JsonNode item = Cli.json(result.out().strip());
        assertThat(item.at("/fate").asText()).isEqualTo("incomplete");
        assertThat(item.at("/stream").asText()).isEqualTo("part-0");
        assertThat(item.at("/missing").asText()).isEqualTo("the last");
        assertThat(LakeFiles.quarantined(folder.resolve("state")))
                .extracting(line -> line.at("/code").asText())
                .containsExactly("incomplete");
    }

    @Test
    void aDurationThatIsNoneIsRefused() {
        Result result = parked("sweep", "--parked-ttl=soon");

        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).contains("--parked-ttl: 'soon' is no duration; expected one like 90s, 30m, 12h or 7d");
    }

    @Test
    void withoutALakeItSaysWhatIsMissing() {
        Result result = cli().run("parked", "list");

        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).contains("--lake and --state say where the parts are parked");
    }

    @Test
    void itsHelpHasExamples() {
        assertThat(cli().run("parked", "sweep", "--help").out()).contains("sluice parked sweep --lake ./lake");
        assertThat(cli().run("parked", "--help").out()).contains("list", "sweep");
    }
}
