package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.Cli.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code quarantine list}, {@code show} and {@code redrive}. */
class QuarantineCommandTest {
    private static final String ROW = "{\"Id\":\"17\",\"Secret\":\"sentinel\"}";

    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder);
    }

    private Result quarantine(String... args) {
        List<String> all = new ArrayList<>(List.of("quarantine"));
        all.addAll(List.of(args));
        all.addAll(List.of("--lake=lake", "--state=state"));
        return cli().run(all.toArray(String[]::new));
    }

    private Result redrive(String... args) {
        List<String> all = new ArrayList<>(List.of("redrive"));
        all.addAll(List.of(args));
        all.add("--compression=none");
        return quarantine(all.toArray(String[]::new));
    }

    @BeforeEach
    void oneStreamOfRowsAndOneOfNoise() {
        cli().file("rows.jsonl", ROW + "\n" + ROW.replace("17", "18") + "\n")
                .run("normalize", "--lake=lake", "--state=state", "--compression=none", "--stream=rows", "rows.jsonl");
        cli().file("noise.bin", new byte[] {'O', 'b', 'j', 1, (byte) 0xFF, 7})
                .run("normalize", "--lake=lake", "--state=state", "--compression=none", "--stream=noise", "noise.bin");
    }

    @Test
    void whatIsOpenIsListedWithCountsByCode() {
        Result result = quarantine("list");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines())
                .containsExactly(
                        "noise/0/0  no time      not_avro",
                        "    the bytes end, or no number stands, where the size of a block of header",
                        "    entries was expected (byte 6)",
                        "rows/0/0  no time      unknown_message",
                        "    a JSON object without the attributes of a change event; if it is a row, name",
                        "    its table (SLUICE_PLAIN_ROWS)",
                        "rows/0/1  no time      unknown_message",
                        "    a JSON object without the attributes of a change event; if it is a row, name",
                        "    its table (SLUICE_PLAIN_ROWS)",
                        "",
                        "1  not_avro",
                        "2  unknown_message",
                        "3  entries")
                .allMatch(line -> line.length() <= 80);
        assertThat(result.out()).doesNotContain("sentinel");
    }

    @Test
    void aProgramGetsAnObjectPerEntry() {
        Result result = quarantine("list", "--stream=rows", "--code=unknown_message", "--json");

        List<JsonNode> entries = result.out().lines().map(Cli::json).toList();
        assertThat(entries).hasSize(2);
        assertThat(entries.get(1)).isEqualTo(Cli.json("""
                        {"id":"rows/0/1","code":"unknown_message","reason":"a JSON object without the attributes of a change event; if it is a row, name its table (SLUICE_PLAIN_ROWS)",
                         "where":"","stream":"rows","partition":0,"epoch":1,"offset":1,"item":0,"items":1,"broker_time":null,"resolved":false,
                         "object":"quarantine/rows/date=__HIVE_DEFAULT_PARTITION__/rows-0-1-00000000000000000000.jsonl","line":2}"""));
        assertThat(quarantine("list", "--stream=other").out()).isEqualTo("nothing is in the quarantine\n");
        assertThat(quarantine("list", "--stream=other").code()).isZero();
    }

    @Test
    void anEntryIsShownWithItsBody() {
        Result result = quarantine("show", "rows/0/1");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("\ncode         unknown_message\n", "\noffset       1, item 0 of 1\n")
                .endsWith("\n\n" + ROW.replace("17", "18") + "\n");
        assertThat(quarantine("show", "noise/0/0").out())
                .contains("body         6 bytes, no UTF-8")
                .endsWith("\n00000000  4f 62 6a 01 ff 07                                Obj...\n");
        assertThat(quarantine("show", "rows/0@1/1", "--raw").out()).isEqualTo(ROW.replace("17", "18"));
    }

    @Test
    void anEntryThatIsNotThereIsWrongUsage() {
        Result missing = quarantine("show", "rows/0/7");
        assertThat(missing.code()).isEqualTo(ExitCode.USAGE);
        assertThat(missing.err()).contains("the quarantine has no entry rows/0/7");
        assertThat(redrive("rows/0/1", "rows/0/7").code()).isEqualTo(ExitCode.USAGE);
        assertThat(quarantine("show", "rows").err())
                .contains("'rows' is no id; expected one that 'quarantine list' tells");
        assertThat(redrive().err()).contains("name entries by ID, --code or --stream; or all of them by --all-open");
        assertThat(redrive("rows/0/1", "--all-open").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void rowsWhoseTableIsNamedAreRedrivenOnce() throws IOException {
        Map<String, String> before = LakeFiles.contents(folder);
        Result dry = redrive("--stream=rows", "--plain-rows=rows=Db..Items", "--dry-run");
        assertThat(dry.out()).isEqualTo("written    rows/0/0  1 line\nwritten    rows/0/1  1 line\n");
        assertThat(dry.err()).isEqualTo("redrive: 2 entries, 2 written, 2 lines; a dry run, nothing was written\n");
        assertThat(LakeFiles.contents(folder)).isEqualTo(before);

        Result result = redrive("--stream=rows", "--plain-rows=rows=Db..Items");
        assertThat(result.code()).isZero();
        assertThat(result.out()).isEqualTo(dry.out());
        assertThat(LakeFiles.changes(folder.resolve("lake")))
                .extracting(
                        line -> line.at("/id").asText() + line.at("/after/Id").asText())
                .containsExactly("rows/0/017", "rows/0/118");
        Map<String, String> after = LakeFiles.contents(folder);

        Result again = redrive("--stream=rows", "--plain-rows=rows=Db..Items");
        assertThat(again.code()).isZero();
        assertThat(again.err()).isEqualTo("redrive: 0 entries, 0 lines\n");
        assertThat(redrive("rows/0/0").code()).as("resolved already").isZero();
        assertThat(LakeFiles.contents(folder)).isEqualTo(after);
        assertThat(quarantine("list", "--stream=rows").code()).isZero();
        assertThat(quarantine("list", "--stream=rows", "--all").out())
                .contains("rows/0/1  no time      unknown_message  (resolved)");
    }

    @Test
    void whatIsStillBadStaysWithItsReasonOfNow() {
        String before = quarantine("list").out();
        Result result = redrive("--all-open", "--json", "--max-record-bytes=5");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines().map(Cli::json))
                .extracting(one -> one.at("/id").asText() + " "
                        + one.at("/fate").asText() + " " + one.at("/code").asText())
                .containsExactly(
                        "noise/0/0 bad record_too_long",
                        "rows/0/0 bad record_too_long",
                        "rows/0/1 bad record_too_long");
        assertThat(quarantine("list").out()).isEqualTo(before);
        assertThat(redrive("noise/0/0").out())
                .isEqualTo("bad        noise/0/0\n    not_avro: the bytes end, or no number stands, where the size of a"
                        + " block of\n    header entries was expected (byte 6)\n");
    }

    @Test
    void everyCommandHasHelpWithExamples() {
        for (String command : List.of("list", "show", "redrive")) {
            Result help = cli().run("quarantine", command, "--help");
            assertThat(help.code()).isZero();
            assertThat(help.out()).contains("Examples:\n  sluice quarantine " + command, "0 ", "1 ", "2 ");
            assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
        }
        assertThat(cli().run("quarantine", "--help").out()).contains("list", "show", "redrive");
        assertThat(cli().run("quarantine").err()).contains("list, show or redrive?");
    }
}
