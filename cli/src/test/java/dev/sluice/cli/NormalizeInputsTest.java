package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What INPUT can be. */
class NormalizeInputsTest {
    private static final String INSERT = Cli.line("ces/gen-c-insert.json");
    private static final String DELETE = Cli.line("ces/gen-c-delete-full.json");

    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder);
    }

    private static void assertInsertAndDelete(Result result, int deleteOffset) {
        assertThat(result.lines()).extracting(line -> line.at("/op").asText()).containsExactly("c", "d");
        assertThat(result.lines())
                .extracting(line -> line.at("/source/offset").asInt())
                .containsExactly(0, deleteOffset);
    }

    @Test
    void linesAreKnownByTheFirstBeingAWholeValue() {
        assertInsertAndDelete(cli().file("a.txt", INSERT + "\n" + DELETE).run("normalize", "a.txt"), 1);
    }

    @Test
    void linesAreKnownByTheNameEvenIfTheFirstIsBroken() {
        Result result = cli().file("a.ndjson", "{broken\n" + INSERT + "\n").run("normalize", "a.ndjson");

        assertThat(result.lines()).hasSize(1);
        assertThat(result.lines().get(0).at("/source/offset").asInt()).isEqualTo(1);
    }

    @Test
    void blankLinesAreNotCounted() {
        assertInsertAndDelete(
                cli().file("a.jsonl", "\n \t\n" + INSERT + "\r\n\r\n\n" + DELETE + "\r\n\n")
                        .run("normalize", "a.jsonl"),
                1);
    }

    @Test
    void aPrettyDocumentIsOneRecord() {
        Result result = cli().input("ces/gen-c-insert.json", "a.json").run("normalize", "a.json");

        assertThat(result.lines()).hasSize(1);
        assertThat(result.err()).contains("1 records");
    }

    @Test
    void anArrayOverSeveralLinesIsOneRecordWithItems() {
        Result result = cli().input("ces/batch-array.json", "a.json").run("normalize", "a.json");

        assertThat(result.lines()).hasSize(2);
        assertThat(result.err()).contains("1 records, 2 lines");
    }

    @Test
    void anEmptyFileIsARecordThatIsSkipped() {
        Result result = cli().file("1.bin", "").file("2.json", INSERT).run("normalize", "1.bin", "2.json");

        assertThat(result.code()).isZero();
        assertThat(result.lines().get(0).at("/source/offset").asInt()).isEqualTo(1);
        assertThat(result.err()).contains("2 records, 1 lines, 0 quarantined, 0 incomplete, 1 skipped");
    }

    @Test
    void bytesThatAreNoJsonAreOneRecord() {
        Result result = cli().file("a.avro", new byte[] {'O', 'b', 'j', 1, '\n', 0, 10, '\n'})
                .run("normalize", "a.avro");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.messages()).hasSize(2);
        assertThat(result.messages().get(0)).startsWith("a.avro:1: not_avro: ");
    }

    @Test
    void aFolderIsReadByThePathsOfItsFilesWithoutHiddenOnes() {
        Result result = cli().file("in/b/1.json", DELETE)
                .file("in/B.json", INSERT)
                .file("in/.hidden", "{}")
                .file("in/.git/config", "{}")
                .run("normalize", "in/");

        assertThat(result.code()).isZero();
        assertInsertAndDelete(result, 1);
    }

    @Test
    void filesOfAFolderAreNamedWithIt() {
        assertThat(cli().file("in/b/1.json", "x")
                        .run("normalize", "in")
                        .messages()
                        .get(0))
                .startsWith("in/b/1.json:1: ");
        assertThat(cli().run("normalize", "in/").messages().get(0)).startsWith("in/b/1.json:1: ");
    }

    @Test
    void anEmptyFolderIsNothing() {
        folder.resolve("in").toFile().mkdir();

        Result result = cli().run("normalize", "in");

        assertThat(result.code()).isZero();
        assertThat(result.err()).startsWith("normalize: 0 records, 0 lines");
    }

    @Test
    void stdinIsADash() {
        assertInsertAndDelete(cli().stdin(INSERT + "\n" + DELETE + "\n").run("normalize", "-"), 1);
    }

    @Test
    void stdinAmongFilesIsReadInItsPlace() {
        Result result = cli().stdin(DELETE)
                .file("a.json", INSERT)
                .file("b.json", "x")
                .run("normalize", "a.json", "-", "b.json");

        assertInsertAndDelete(result, 1);
        assertThat(result.messages().get(0)).startsWith("b.json:1: not_json");
    }

    @Test
    void whatComesFromStdinIsCalledDash() {
        assertThat(cli().stdin("{}\n{}\n").run("normalize", "-").messages().get(1))
                .startsWith("-:2: ");
    }

    @Test
    void aRecordOverTheLimitIsLeftOutButCounted() {
        Result result = cli().file("a.jsonl", "{\"a\":\"" + "x".repeat(9 << 20) + "\"}\n" + INSERT + "\n")
                .run("normalize", "--max-record-bytes", "100000", "a.jsonl");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.messages().get(0))
                .isEqualTo("a.jsonl:1: record_too_long: a record of 9437193 bytes; at most 100000 are read"
                        + " (SLUICE_MAX_RECORD_BYTES)");
        assertThat(result.lines().get(0).at("/source/offset").asInt()).isEqualTo(1);
    }

    @Test
    void aWholeFileOverTheLimitIsLeftOut() {
        Result result = cli().file("a.json", "{\n" + "x".repeat(9 << 20))
                .run("normalize", "--max-record-bytes", "100000", "a.json");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.messages().get(0)).startsWith("a.json:1: record_too_long: a record of 9437186 bytes");
    }
}
