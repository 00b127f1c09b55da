package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.Cli.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code normalize --lake}. */
class NormalizeLakeTest {
    private static final String INSERT = Cli.line("ces/gen-c-insert.json");
    private static final String DELETE = Cli.line("ces/gen-c-delete-full.json");

    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder);
    }

    private Result write(Cli cli, String... inputs) {
        String[] args = Stream.concat(
                        Stream.of("normalize", "--lake", "lake", "--state", "state", "--compression", "none"),
                        Stream.of(inputs))
                .toArray(String[]::new);
        return cli.run(args);
    }

    private List<JsonNode> lake() throws IOException {
        return LakeFiles.changes(folder.resolve("lake"));
    }

    @Test
    void linesGoIntoTheLakeAndNotToStdout() throws IOException {
        Result result = write(cli().file("a.jsonl", INSERT + "\n" + DELETE + "\n"), "a.jsonl");

        assertThat(result.code()).isZero();
        assertThat(result.out()).isEmpty();
        assertThat(result.messages())
                .containsExactly("normalize: 2 records, 2 lines, 0 quarantined, 0 incomplete, 0 skipped");
        assertThat(lake()).extracting(line -> line.at("/op").asText()).containsExactlyInAnyOrder("c", "d");
        assertThat(lake().get(0).at("/source/stream").asText()).matches("local-[0-9a-f]{16}");
    }

    @Test
    void theSameInputsAgainBringNothingNew() throws IOException {
        write(cli().file("a.jsonl", INSERT + "\n" + DELETE + "\n"), "a.jsonl");
        Map<String, String> before = LakeFiles.contents(folder.resolve("lake"));

        Result again = write(cli(), "a.jsonl");

        assertThat(again.code()).isZero();
        assertThat(again.messages())
                .containsExactly("normalize: 2 records, 0 lines, 0 quarantined, 0 incomplete, 2 skipped"
                        + " (2 already in the lake)");
        assertThat(LakeFiles.contents(folder.resolve("lake"))).isEqualTo(before).isNotEmpty();
    }

    /** The first half is parked with its batch, and serves the second one in the next. */
    @Test
    void halvesOfAnUpdateInTwoBatchesAreNotMissing() throws IOException {
        String watermark = "{\"type\":\"TIDB_WATERMARK\",\"es\":1,\"x\":\"" + "x".repeat(1 << 20) + "\"}\n";
        String lines = half("UPDATE_BEFOR", "before", 7) + watermark.repeat(17) + half("UPDATE_AFTER", "after", 8);

        Result result = write(cli().file("a.jsonl", lines), "a.jsonl");

        assertThat(result.messages())
                .containsExactly("normalize: 19 records, 2 lines, 0 quarantined, 0 incomplete, 17 skipped");
        assertThat(result.code()).isZero();
    }

    private static String half(String op, String image, int id) {
        return "{\"schema\":{\"dataColumn\":[{\"name\":\"id\",\"type\":\"LONG\"}],\"primaryKey\":[\"id\"],"
                + "\"source\":{\"dbName\":\"d\",\"tableName\":\"t\"}},\"payload\":{\"op\":\"" + op
                + "\",\"sequenceId\":\"17\",\"" + image + "\":{\"dataColumn\":{\"id\":" + id + "}}}}\n";
    }

    /** However long: what the decoder refuses to read is kept all the same. */
    @Test
    void aRecordOverTheLimitIsKeptInTheQuarantine() throws IOException {
        String record = "{\"a\":\"" + "x".repeat(9 << 20) + "\"}";
        Result result =
                write(cli().file("a.jsonl", record + "\n" + INSERT + "\n"), "--max-record-bytes", "100000", "a.jsonl");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(lake()).hasSize(1);
        List<JsonNode> quarantined = LakeFiles.quarantined(folder.resolve("state"));
        assertThat(quarantined).hasSize(1);
        assertThat(quarantined.get(0).at("/code").asText()).isEqualTo("record_too_long");
        assertThat(quarantined.get(0).at("/offset").asInt()).isZero();
        byte[] kept =
                Base64.getDecoder().decode(quarantined.get(0).at("/body_base64").asText());
        assertThat(new String(kept, UTF_8)).isEqualTo(record);
    }

    @Test
    void stdinIsTheSameStreamAsAFileOfTheSameBytes() throws IOException {
        write(cli().file("a.jsonl", INSERT + "\n" + DELETE + "\n"), "a.jsonl");

        Result again = write(cli().stdin(INSERT + "\n" + DELETE + "\n"), "-");

        assertThat(again.err()).contains("(2 already in the lake)");
        assertThat(lake()).hasSize(2);
    }

    @Test
    void otherInputsAreAnotherStream() throws IOException {
        write(cli().file("a.json", INSERT), "a.json");
        write(cli().file("b.json", DELETE), "b.json");

        assertThat(lake()).hasSize(2);
        assertThat(lake().stream()
                        .map(line -> line.at("/source/stream").asText())
                        .distinct())
                .hasSize(2);
    }

    @Test
    void aNamedStreamIsOneLogThatCanGrow() throws IOException {
        write(cli().file("a.jsonl", INSERT + "\n"), "--stream", "hr", "a.jsonl");

        Result grown = write(cli().file("a.jsonl", INSERT + "\n" + DELETE + "\n"), "--stream", "hr", "a.jsonl");

        assertThat(grown.err()).contains("2 records, 1 lines").contains("(1 already in the lake)");
        assertThat(lake())
                .extracting(line -> line.at("/source/stream").asText() + " "
                        + line.at("/source/offset").asText())
                .containsExactlyInAnyOrder("hr 0", "hr 1");
    }

    @Test
    void aLambdaEventGoesToItsOwnPartition() throws IOException {
        Result result =
                write(cli().input("lambda/msk-two-topics.json", "a.json").file("b.json", DELETE), "a.json", "b.json");

        assertThat(result.code()).isEqualTo(ExitCode.DONE);
        assertThat(lake()).hasSize(6);
        assertThat(folder.resolve("state/ledger/ces-feed/2.json")).exists();
        assertThat(folder.resolve("state/ledger/ces-feed/3.json")).exists();
        assertThat(folder.resolve("state/ledger/dw.orders-2026/1.json"))
                .content()
                .contains("\"sourceTime\":1790002");
    }

    @Test
    void offsetsOfALambdaEventThatDoNotAscendAreStillWritten() throws IOException {
        String value = Base64.getEncoder().encodeToString(INSERT.getBytes(UTF_8));
        String other = Base64.getEncoder().encodeToString(DELETE.getBytes(UTF_8));
        write(
                cli().file(
                                "a.json",
                                "{\"eventSource\":\"aws:kafka\",\"records\":{\"t-0\":[{\"offset\":9,\"value\":\""
                                        + value + "\"},{\"offset\":4,\"value\":\"" + other + "\"}]}}"),
                "a.json");

        assertThat(lake()).extracting(line -> line.at("/source/offset").asInt()).containsExactlyInAnyOrder(9, 4);
    }

    @Test
    void whatCannotBeReadIsQuarantinedWithTheStateAndTold() throws IOException {
        Result result = write(cli().file("a.jsonl", "{}\n" + INSERT + "\n"), "a.jsonl");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.messages().get(0)).startsWith("a.jsonl:1: unknown_message: ");
        assertThat(LakeFiles.quarantined(folder.resolve("state"))).hasSize(1);
        assertThat(lake()).hasSize(1);
    }

    @Test
    void aSegmentIsParkedAndTold() throws IOException {
        Result result = write(cli().input("split/part-1.json", "p.json"), "p.json");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.messages().get(0))
                .isEqualTo("p.json:1: incomplete: a split event, segments missing: 0 and the last;"
                        + " what is there is parked in the state and waits for them");
        try (Stream<Path> parked = Files.walk(folder.resolve("state/parked"))) {
            assertThat(parked.filter(Files::isRegularFile)).hasSize(1);
        }
    }

    @Test
    void anEventThatALaterBatchCompletesIsNotIncomplete() throws IOException {
        String between = (INSERT + "\n").repeat(10_500);
        Result result = write(
                cli().input("split/part-0.json", "a.json")
                        .file("b.jsonl", between)
                        .input("split/part-1.json", "c.json")
                        .input("split/part-2.json", "d.json"),
                "a.json",
                "b.jsonl",
                "c.json",
                "d.json");

        assertThat(result.code()).isEqualTo(ExitCode.DONE);
        assertThat(result.messages()).last().asString().contains(" 0 quarantined, 0 incomplete, ");
        assertThat(lake())
                .filteredOn(line -> line.at("/op").asText().equals("u"))
                .hasSizeLessThan(2);
    }

    @Test
    void manyRecordsAreWrittenInSeveralBatches() throws IOException {
        String lines = Stream.iterate(0, i -> i < 12_000, i -> i + 1)
                .map(i -> INSERT.replaceAll("\"logicalid\":\"[^:]*", "\"logicalid\":\"" + i))
                .collect(Collectors.joining("\n"));

        Result result = write(cli().file("a.jsonl", lines), "a.jsonl");

        assertThat(result.code()).isZero();
        assertThat(lake()).hasSize(12_000);
        assertThat(lake().stream()
                        .map(line -> line.at("/source/offset").asInt())
                        .distinct())
                .hasSize(12_000);
    }

    @Test
    void lakeAndStateOfTheEnvironmentDoNotTurnPrintingIntoWriting() {
        Result result = cli().with(Map.of("SLUICE_LAKE", "lake", "SLUICE_STATE", "state"))
                .file("a.json", INSERT)
                .run("normalize", "a.json");

        assertThat(result.lines()).hasSize(1);
        assertThat(folder.resolve("lake")).doesNotExist();
    }

    @Test
    void anotherLayoutThanTheLakesIsRefused() {
        write(cli().file("a.json", INSERT), "a.json");

        Result result = cli().run("normalize", "--lake", "lake", "--state", "state", "a.json");

        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
        assertThat(result.messages())
                .containsExactly("sluice: the lake was begun with SLUICE_PARTITION=day SLUICE_COMPRESSION=none, the"
                        + " settings ask for SLUICE_PARTITION=day SLUICE_COMPRESSION=gzip; set them back, or rebuild"
                        + " into an empty lake root");
    }
}
