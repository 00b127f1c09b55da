package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.Cli;
import dev.sluice.cli.Cli.Result;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.LakeFiles;
import dev.sluice.traffic.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
    private static final int EVENTS = 1500;

    @TempDir
    Path folder;

    private Result demo(String... more) {
        String[] args = Stream.concat(
                        Stream.of("demo", "--events", Integer.toString(EVENTS), "--seed", "5"), Stream.of(more))
                .toArray(String[]::new);
        return new Cli(folder).run(args);
    }

    @Test
    void everyChangeIsInTheLakeOnce() throws IOException {
        demo();

        List<String> found = Oracle.found(folder.resolve("demo-lake/lake"));
        assertThat(found).doesNotHaveDuplicates().containsAll(Oracle.expected(5, EVENTS));
        Set<String> beyond = new TreeSet<>(found);
        beyond.removeAll(Oracle.expected(5, EVENTS));
        assertThat(Oracle.resends(5, EVENTS)).isNotEmpty().containsAll(beyond);
    }

    @Test
    void updatesInHalvesAreOneLineWithBothRows() throws IOException {
        demo();

        int updates = 0;
        for (JsonNode line : LakeFiles.changes(folder.resolve("demo-lake/lake"))) {
            if (line.at("/source/connector").asText().equals("dataworks")) {
                assertThat(line.get("flags").toString()).doesNotContain("unpaired", "no_before", "partial");
                if (line.get("op").asText().equals("u")) {
                    assertThat(line.get("before").isObject()).isTrue();
                    assertThat(line.get("after").isObject()).isTrue();
                    updates++;
                }
            }
        }
        assertThat(updates).isGreaterThan(50);
    }

    @Test
    void whatIsNoRowIsSetAsideOnce() throws IOException {
        demo();

        List<JsonNode> control = LakeFiles.control(folder.resolve("demo-lake/lake"));
        assertThat(control).hasSize((int) Oracle.count(5, EVENTS, Kind.CONTROL));
        assertThat(control.stream().map(line -> line.get("id").asText())).doesNotHaveDuplicates();
        assertThat(control.stream().map(line -> line.get("op").asText()).distinct())
                .containsExactlyInAnyOrder("CREATE", "ALTER", "TRANSACTION_BEGIN", "TRANSACTION_END");
    }

    @Test
    void theResultIsATableAndAQueryInEightyColumns() {
        Result result = demo();

        assertThat(result.code()).isZero();
        List<String> lines = result.out().lines().toList();
        assertThat(lines.get(0)).matches("connector +table +events +c +u +d +r first last");
        assertThat(lines.subList(1, 5)).allMatch(line -> line.matches("dataworks +logistics\\.\\w+ .*\\d\\d-\\d\\d"));
        assertThat(lines.subList(5, 10))
                .allMatch(line -> line.matches("sqlserver-ces (Factory|Sales)\\.\\w+\\..*\\d\\d-\\d\\d"));
        assertThat(lines)
                .anyMatch(line ->
                        line.matches("complete: 1500 of 1500 changes, each once \\(\\d+ resends kept apart\\)"));
        assertThat(lines)
                .anyMatch(line -> line.matches("put together: [1-9] split events \\([1-9] by parking\\), "
                        + Oracle.count(5, EVENTS, Kind.HALF) + " updates in halves \\(\\d+\\)"));
        long control = Oracle.count(5, EVENTS, Kind.CONTROL);
        assertThat(lines)
                .contains("control: " + control + " events of " + control + " (ddl 2, transaction " + (control - 2)
                        + "); " + Oracle.count(5, EVENTS, Kind.HEARTBEAT) + " heartbeats skipped");
        assertThat(lines).anyMatch(line -> line.startsWith("quarantined: "));
        assertThat(lines)
                .anyMatch(line ->
                        line.matches("new in this run: 15\\d\\d messages with a change, through [1-9]\\d* crash(es)?"));
        assertThat(result.out()).contains("FROM read_json('demo-lake/lake/db=*/**/*.jsonl.gz',");
        assertThat(lines.stream().filter(line -> !line.startsWith("{") && !line.startsWith("A line of")))
                .allMatch(line -> line.length() <= 80);
        assertThat(result.messages()).containsExactly("demo: 1500 changes into demo-lake");
    }

    @Test
    void theTableCountsWhatIsInTheLake() throws IOException {
        JsonNode result = Cli.json(demo("--json").out());

        for (String op : List.of("c", "u", "d", "r")) {
            long counted = 0;
            for (JsonNode table : result.get("tables")) {
                counted += table.get(op).asLong();
            }
            assertThat(counted)
                    .isPositive()
                    .isEqualTo(LakeFiles.changes(folder.resolve("demo-lake/lake")).stream()
                            .filter(line -> line.get("op").asText().equals(op))
                            .count());
        }
    }

    @Test
    void theResultAsJson() {
        Result run = demo("--json");

        JsonNode result = Cli.json(run.out());
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(result.get("complete").asBoolean()).isTrue();
        assertThat(result.get("changes").asInt()).isEqualTo(EVENTS);
        assertThat(result.get("expected_changes").asInt()).isEqualTo(EVENTS);
        assertThat(result.get("new_messages").asInt())
                .isEqualTo(EVENTS + result.get("resends").asInt());
        assertThat(result.get("doubled_lines").asInt()).isZero();
        assertThat(result.get("quarantined").isEmpty()).isFalse();
        assertThat(result.get("tables")).hasSize(9);
        assertThat(result.get("unpaired_lines").asInt()).isZero();
        assertThat(result.get("split_events").asLong()).isPositive();
        assertThat(result.get("parked_events").asLong())
                .isBetween(1L, result.get("split_events").asLong());
        assertThat(result.get("updates_in_halves").asLong()).isEqualTo(Oracle.count(5, EVENTS, Kind.HALF));
        assertThat(result.get("parked_updates").asLong())
                .isBetween(0L, result.get("updates_in_halves").asLong());
        assertThat(result.get("waiting").asInt()).isZero();
        long control = Oracle.count(5, EVENTS, Kind.CONTROL);
        assertThat(result.get("expected_control").asLong()).isEqualTo(control);
        assertThat(result.at("/control/ddl").asLong()).isEqualTo(2);
        assertThat(result.at("/control/transaction").asLong()).isEqualTo(control - 2);
        assertThat(result.get("doubled_control").asInt()).isZero();
        assertThat(result.get("heartbeats").asLong())
                .isEqualTo(Oracle.count(5, EVENTS, Kind.HEARTBEAT))
                .isPositive();
        assertThat(result.get("crashes").asInt()).isPositive();
        assertThat(Cli.json(result.at("/example/line").asText()).get("op").asText())
                .isEqualTo("u");
    }

    @Test
    void aSecondRunChangesNothing() throws IOException {
        demo();
        Map<String, String> lake = LakeFiles.contents(folder.resolve("demo-lake/lake"));
        Map<String, String> quarantine = LakeFiles.contents(folder.resolve("demo-lake/state/quarantine"));

        Result again = demo();

        assertThat(again.code()).isZero();
        assertThat(again.out()).contains("nothing new came").contains("complete: 1500 of 1500");
        assertThat(LakeFiles.contents(folder.resolve("demo-lake/lake"))).isEqualTo(lake);
        assertThat(LakeFiles.contents(folder.resolve("demo-lake/state/quarantine")))
                .isEqualTo(quarantine);
    }

    @Test
    void otherTrafficOnTheSameFolderIsRefused() {
        demo();

        Result result = new Cli(folder).run("demo", "--events", "1500", "--seed", "6");

        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
        assertThat(result.messages().get(0))
                .isEqualTo("sluice: demo-lake holds the demo of --seed 5 --events 1500; ask for these, remove the"
                        + " folder, or give --dir another one");
    }

    @Test
    void aFolderOfSomethingElseIsNotTouched() throws IOException {
        Files.createDirectories(folder.resolve("mine"));
        Files.writeString(folder.resolve("mine/thesis.txt"), "x");

        Result result = demo("--dir", "mine");

        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
        assertThat(result.messages().get(0)).contains("mine is there and holds no demo");
        assertThat(LakeFiles.contents(folder.resolve("mine"))).containsOnlyKeys("thesis.txt");
    }

    @Test
    void aStartThatWasKilledAtOnceIsTakenUp() throws IOException {
        Files.createDirectories(folder.resolve("demo-lake/.tmp"));

        assertThat(demo().code()).isZero();
    }

    @Test
    void aFileInThePlaceOfTheFolderIsToldWithoutAStackTrace() throws IOException {
        Files.writeString(folder.resolve("demo-lake"), "x");

        Result result = demo();

        assertThat(result.code()).isEqualTo(ExitCode.WORLD);
        assertThat(result.messages()).hasSize(1);
        assertThat(result.err()).endsWith("demo-lake is not a folder\n");
    }

    @Test
    void aNameThatIsSpecialToSqlOrPatternsIsNoProblem() {
        Result result = demo("--dir", "it's [my] *lake");

        assertThat(result.err()).isEqualTo("demo: 1500 changes into it's [my] *lake\n");
        assertThat(result.code()).isZero();
    }

    @Test
    void aLakeThatLostAnObjectIsNoticed() throws IOException {
        demo();
        Path victim;
        try (Stream<Path> files = Files.walk(folder.resolve("demo-lake/lake/db=Sales"))) {
            victim = files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        Files.delete(victim);

        Result result = demo();

        assertThat(result.code()).isEqualTo(ExitCode.WORLD);
        assertThat(result.out()).contains("not complete: ");
        assertThat(result.messages().get(1)).startsWith("sluice: the lake in demo-lake is not complete: ");
    }

    @Test
    void aLineThatIsThereTwiceIsNoticed() throws IOException {
        demo();
        Path twin;
        try (Stream<Path> files = Files.walk(folder.resolve("demo-lake/lake/db=Sales"))) {
            twin = files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        Files.copy(twin, twin.resolveSibling("copy.jsonl.gz"));

        Result result = demo();

        assertThat(result.code()).isEqualTo(ExitCode.WORLD);
        assertThat(result.out()).containsPattern("not complete: 1500 of 1500 changes, [1-9]\\d* lines doubled");
    }

    @Test
    void aControlLineThatIsThereTwiceIsNoticed() throws IOException {
        demo();
        Path twin;
        try (Stream<Path> files = Files.walk(folder.resolve("demo-lake/lake/_control"))) {
            twin = files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        Files.copy(twin, twin.resolveSibling("copy.jsonl.gz"));

        Result result = demo();

        assertThat(result.code()).isEqualTo(ExitCode.WORLD);
        assertThat(result.out()).containsPattern("control events \\([1-9]\\d* doubled\\)");
    }

    @Test
    void oneChangeIsEnough() {
        assertThat(new Cli(folder).run("demo", "--events", "1").code()).isZero();
    }

    @Test
    void theSettingsOfTheEnvironmentDoNotMatter() {
        Result result = new Cli(folder)
                .with(Map.of("SLUICE_MAX_RECORD_BYTES", "1", "SLUICE_COMPRESSION", "none"))
                .run("demo", "--events", "50");

        assertThat(result.code()).isZero();
    }

    @Test
    void aDemoWithoutAnEventIsRefused() {
        assertThat(new Cli(folder).run("demo", "--events", "0").code()).isEqualTo(ExitCode.USAGE);
    }
}
