package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.LineSchemas;
import dev.sluice.cli.Cli.Result;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NormalizeTest {
    private static final String DDL =
            "{\"schema\":{\"source\":{\"dbType\":\"MySQL\",\"dbName\":\"d\",\"tableName\":\"t\"}},"
                    + "\"payload\":{\"op\":\"ERASE\",\"timestamp\":{\"eventTime\":1790001464000},"
                    + "\"ddl\":{\"text\":\"DROP TABLE t\"}},\"version\":\"0.0.1\"}";

    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder);
    }

    @Test
    void aMessageBecomesALineOnStdoutAndASummaryOnStderr() {
        Result result = cli().input("ces/doc-gen-c-update.json", "a.json").run("normalize", "a.json");

        assertThat(result.code()).isZero();
        assertThat(result.lines()).hasSize(1);
        JsonNode line = result.lines().get(0);
        assertThat(line.at("/op").asText()).isEqualTo("u");
        assertThat(line.at("/after/LastName").asText()).isEqualTo("Nikolic-Smith");
        assertThat(line.at("/source/stream").asText()).isEqualTo("local");
        assertThat(line.at("/source/partition").asInt()).isZero();
        assertThat(line.at("/source/offset").asInt()).isZero();
        assertThat(result.messages())
                .containsExactly("normalize: 1 records, 1 lines, 0 quarantined, 0 incomplete, 0 skipped");
    }

    @Test
    void aChangedKeyIsTwoLines() {
        Result result = cli().input("ces/pk-change-one-update.json", "a.json").run("normalize", "a.json");

        assertThat(result.lines()).extracting(line -> line.at("/op").asText()).containsExactly("d", "c");
        assertThat(result.err()).contains("1 records, 2 lines");
    }

    @Test
    void allInputsAreOneBatchWithOffsetsInTheOrderOfTheArguments() {
        Result result = cli().input("ces/gen-c-insert.json", "z.json")
                .input("ces/gen-c-delete-full.json", "a.json")
                .run("normalize", "z.json", "a.json");

        assertThat(result.lines()).extracting(line -> line.at("/op").asText()).containsExactly("c", "d");
        assertThat(result.lines())
                .extracting(line -> line.at("/source/offset").asInt())
                .containsExactly(0, 1);
    }

    @Test
    void aResendIsDroppedEvenIfItIsInAnotherFile() {
        Result result = cli().input("ces/duplicate-first.json", "1.json")
                .input("ces/duplicate-again-new-id.json", "2.json")
                .run("normalize", ".");

        assertThat(result.code()).isZero();
        assertThat(result.lines()).hasSize(1);
        assertThat(result.err()).contains("2 records, 1 lines, 0 quarantined, 0 incomplete, 1 skipped");
    }

    @Test
    void theStreamCanBeNamed() {
        Result result =
                cli().input("ces/gen-c-insert.json", "a.json").run("normalize", "--stream", "hr-changes", "a.json");

        assertThat(result.lines().get(0).at("/source/name").asText()).isEqualTo("hr-changes");
        assertThat(result.lines().get(0).at("/source/stream").asText()).isEqualTo("hr-changes");
    }

    @Test
    void whatCannotBeReadIsToldAndItsNeighboursComeOut() {
        Result result = cli().file(
                        "all.jsonl",
                        Cli.line("ces/gen-c-insert.json") + "\n{\"cut\n" + Cli.line("ces/gen-c-delete-full.json")
                                + "\n")
                .run("normalize", "all.jsonl");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.lines()).hasSize(2);
        assertThat(result.messages())
                .containsExactly(
                        "all.jsonl:2: truncated: the text ends inside a string (byte 5)",
                        "normalize: 3 records, 2 lines, 1 quarantined, 0 incomplete, 0 skipped");
    }

    @Test
    void anItemOfAnArrayIsToldWithItsNumber() {
        Result result = cli().file("two.json", "[" + Cli.line("ces/gen-c-insert.json") + ", {\"type\": 5}]")
                .run("normalize", "two.json");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.lines()).hasSize(1);
        assertThat(result.messages().get(0)).startsWith("two.json:1: ").contains("(item 2 of 2");
    }

    @Test
    void aSplitEventIsJoinedAcrossInputs() {
        Result result = cli().input("split/part-2.json", "p/0.json")
                .input("split/part-0.json", "p/1.json")
                .input("ces/gen-c-insert.json", "p/2.json")
                .input("split/part-1.json", "p/3.json")
                .run("normalize", "p");

        assertThat(result.code()).isZero();
        assertThat(result.messages())
                .containsExactly("normalize: 4 records, 2 lines, 0 quarantined, 0 incomplete, 0 skipped");
        assertThat(result.lines()).hasSize(2);
        assertThat(result.lines().get(1).at("/source/offset").asInt()).isEqualTo(1);
    }

    @Test
    void aSplitEventThatIsNotWholeIsOneLineWithWhatItLacks() {
        Result result = cli().input("split/part-0.json", "p/0.json")
                .input("ces/gen-c-insert.json", "p/1.json")
                .input("split/part-2.json", "p/2.json")
                .run("normalize", "p");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.messages())
                .containsExactly(
                        "p/0.json:1: incomplete: a split event, segments missing: 1; the inputs do not hold them",
                        "normalize: 3 records, 1 lines, 0 quarantined, 2 incomplete, 0 skipped");
    }

    @Test
    void withJsonTheReportsAreJsonLines() {
        Result result = cli().input("ces/foreign-cloudevent.json", "odd \"name\".json")
                .input("split/part-1.json", "part.json")
                .run("normalize", "--json", "odd \"name\".json", "part.json");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        JsonNode foreign = Cli.json(result.messages().get(0));
        assertThat(foreign.at("/input").asText()).isEqualTo("odd \"name\".json");
        assertThat(foreign.at("/record").asInt()).isEqualTo(1);
        assertThat(foreign.at("/item").asInt()).isEqualTo(1);
        assertThat(foreign.at("/items").asInt()).isEqualTo(1);
        assertThat(foreign.at("/code").asText()).isEqualTo("foreign_event");
        assertThat(foreign.at("/reason").asText()).isNotEmpty();
        assertThat(foreign.at("/where").asText()).isEqualTo("/type");
        JsonNode part = Cli.json(result.messages().get(1));
        assertThat(part.at("/code").asText()).isEqualTo("incomplete");
        assertThat(part.at("/missing").asText()).isEqualTo("0 and the last");
        assertThat(Cli.json(result.messages().get(2)))
                .isEqualTo(Cli.json("{\"summary\":\"normalize\",\"records\":2,\"lines\":0,\"quarantined\":1,"
                        + "\"incomplete\":1,\"skipped\":0,\"already_in_lake\":0,\"control\":0}"));
    }

    @Test
    void aTerminalDoesNotObeyAFileName() {
        Result result = cli().file("\u001b[31mred.json", "{}").run("normalize", "\u001b[31mred.json");

        assertThat(result.messages().get(0)).startsWith("?[31mred.json:1: ");
    }

    @Test
    void controlEventsAreLinesOnRequestOnly() {
        Cli cli = cli().file("a.json", DDL);

        assertThat(cli.run("normalize", "a.json").out()).isEmpty();
        Result result = cli.run("normalize", "--control", "a.json");

        assertThat(result.code()).isEqualTo(ExitCode.DONE);
        assertThat(result.out())
                .startsWith("{\"kind\":\"ddl\",\"op\":\"ERASE\",")
                .endsWith("}\n");
        LineSchemas.assertValidControl(result.out().strip());
        assertThat(result.err()).contains("1 control");
    }

    @Test
    void controlIsAccepted() {
        assertThat(cli().input("ces/gen-c-insert.json", "a.json")
                        .run("normalize", "--control", "--from", "ces", "a.json")
                        .code())
                .isZero();
    }

    @Test
    void onlyTheNamedDialectComesOut() {
        String ces = Cli.line("ces/gen-c-insert.json");
        String dataWorks = "{\"schema\":{\"dataColumn\":[{\"name\":\"id\",\"type\":\"LONG\"}],\"primaryKey\":[\"id\"],"
                + "\"source\":{\"dbType\":\"MySQL\",\"dbName\":\"shop\",\"tableName\":\"t\"}},\"payload\":{\"op\":\"INSERT\","
                + "\"after\":{\"dataColumn\":{\"id\":1}},\"sequenceId\":\"5\",\"timestamp\":{\"eventTime\":1790000183000}}}";
        String canal =
                "{\"type\":\"INSERT\",\"database\":\"shop\",\"table\":\"t\",\"data\":[{\"id\":\"1\"}],\"es\":1790000183000}";
        List<String> dialects = List.of("ces", "dataworks", "canal");
        for (String dialect : dialects) {
            Result result =
                    cli().stdin(ces + "\n" + dataWorks + "\n" + canal + "\n").run("normalize", "--from", dialect, "-");

            assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
            assertThat(result.out().lines()).singleElement().asString().contains("\"connector\":\"");
            int own = dialects.indexOf(dialect);
            for (int other = 0; other < dialects.size(); other++) {
                String told = "-:" + (other + 1) + ": other_dialect: a message of the dialect ";
                assertThat(result.err().contains(told)).isEqualTo(other != own);
            }
        }
    }
}
