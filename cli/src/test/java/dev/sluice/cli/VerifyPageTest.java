package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.CesMessage;
import dev.sluice.archive.CaptureFile;
import dev.sluice.cli.Cli.Result;
import dev.sluice.verify.CheckReport;
import dev.sluice.verify.Counts;
import dev.sluice.verify.Finding;
import dev.sluice.verify.Row;
import dev.sluice.verify.VerifyReport;
import dev.sluice.verify.What;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code verify --html}: the same as {@code --json} of the same run, for people. */
class VerifyPageTest {
    private static final String HOSTILE = "<script>alert('1')</script>";

    @TempDir
    Path folder;

    private Result run(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--lake", "lake", "--state", "state"));
        return new Cli(folder).run(all.toArray(String[]::new));
    }

    private PageFile page() {
        return PageFile.read(folder.resolve("verify.html"));
    }

    private static List<Path> objects(Path lake, String part) throws IOException {
        try (Stream<Path> files = Files.walk(lake)) {
            return files.filter(Files::isRegularFile)
                    .filter(file ->
                            file.toString().contains(part) && !file.toString().contains("_schemas"))
                    .sorted()
                    .toList();
        }
    }

    private static long sum(JsonNode counts, String... kinds) {
        return Stream.of(kinds)
                .mapToLong(kind -> counts.required(kind).asLong())
                .sum();
    }

    private static List<String> cells(String name, JsonNode counts) {
        return List.of(
                name,
                "" + sum(counts, "lines"),
                "" + sum(counts, "missing", "different", "doubled", "unexpected"),
                "" + sum(counts, "not_yet", "in_hole", "unproven"));
    }

    @Test
    void theTablesOfThePageAreThoseOfTheJson() throws IOException {
        BusyLake.in(folder);
        List<Path> orders = objects(folder.resolve("lake"), "table=Orders");
        Files.delete(orders.get(3));
        Files.delete(objects(folder.resolve("lake"), "table=Prices").get(7));
        Files.copy(orders.get(5), orders.get(5).resolveSibling("split-0123456789abcdef0123456789abcdef.jsonl.gz"));
        new Cli(folder).file("captured/lake-in/shop/0/2026/05/06/07/08/11.avro", "no Avro");

        Result result = run("verify", "captured", "--html", "verify.html", "--json");

        assertThat(result.code()).as(result.err()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        JsonNode json = Cli.json(result.out());
        PageFile page = page();
        List<List<String>> totals = new ArrayList<>();
        json.get("total")
                .properties()
                .forEach(count -> totals.add(List.of(
                        count.getKey().replace('_', ' '), count.getValue().asText())));
        assertThat(page.table("totals-table")).hasSize(11).isEqualTo(totals);
        assertThat(page.table("partitions-table"))
                .hasSize(4)
                .isEqualTo(PageFile.rows(
                        json.get("partitions"),
                        "stream/partition",
                        "records",
                        "first",
                        "last",
                        "missing",
                        "unarchived",
                        "epoch"));
        assertThat(page.table("faults-table"))
                .hasSize(1)
                .isEqualTo(PageFile.rows(json.get("faults"), "file", "code", "reason"));
        assertThat(page.table("findings-table"))
                .hasSizeGreaterThan(5)
                .allSatisfy(row -> assertThat(row).doesNotContain("?"));
        assertThat(page.table("findings-table").stream().map(row -> row.subList(0, 4)))
                .isEqualTo(
                        PageFile.rows(json.get("findings"), "stream/partition/offset", "kind", "row.table", "row.day"));
        assertThat(page.table("findings-table").stream().map(row -> row.get(1)).distinct())
                .contains("missing")
                .hasSize(2);

        Map<String, List<String>> tables =
                BySum.of(json.get("rows"), row -> row.required("table").asText());
        assertThat(page.table("tables-table").stream().map(row -> row.subList(0, 4)))
                .hasSize(5)
                .containsExactlyInAnyOrderElementsOf(tables.values());
        Map<String, List<String>> days =
                BySum.of(json.get("rows"), row -> row.required("day").asText());
        assertThat(page.table("days-table").stream()
                        .map(row -> List.of(row.get(0), row.get(1), row.get(3), row.get(4))))
                .hasSizeBetween(1, 2)
                .containsExactlyElementsOf(days.values());
        assertThat(page.texts("//h1").get(0)).startsWith("The lake differs in ");
        assertThat(folder.resolve("verify.html")).content(UTF_8).doesNotContain("secret-");
    }

    /** Rows of the JSON, added up here anew. */
    private static final class BySum {
        static Map<String, List<String>> of(JsonNode rows, Function<JsonNode, String> name) {
            Map<String, List<String>> sums = new TreeMap<>();
            for (JsonNode row : rows) {
                sums.merge(name.apply(row), cells(name.apply(row), row.required("counts")), BySum::plus);
            }
            return sums;
        }

        private static List<String> plus(List<String> some, List<String> more) {
            List<String> sum = new ArrayList<>(some);
            for (int i = 1; i < sum.size(); i++) {
                sum.set(i, "" + (Long.parseLong(some.get(i)) + Long.parseLong(more.get(i))));
            }
            return sum;
        }
    }

    @Test
    void whatBringsBackMissingLinesIsSaid() throws IOException {
        archive("Orders");
        assertThat(run("replay", "captured").code()).isZero();
        Files.delete(objects(folder.resolve("lake"), "table=Orders").get(0));

        assertThat(run("verify", "captured", "--html", "verify.html").code()).isEqualTo(ExitCode.SOME_LEFT_OUT);

        assertThat(page().texts("//ol//code"))
                .containsExactly(
                        "sluice explain ces/3/20 --lake lake --state state",
                        "sluice holes open --stream ces --partition 3 --from-offset 20 --to-offset 22 --lake lake --state"
                                + " state",
                        "sluice replay captured --lake lake --state state");
    }

    /** Who copies a command, replays and verifies what was verified, and not the same with other settings. */
    @Test
    void whatWasGivenIsInTheCommands() throws IOException {
        archive("Orders");
        String[] given = {
            "--decimals", "number", "--zone", "a b=UTC", "--layout", LAYOUT, "--stream", "ces", "--log", "it's"
        };
        assertThat(run(with("replay", given)).code()).isZero();
        Files.delete(objects(folder.resolve("lake"), "table=Orders").get(0));

        Result result = run(with("verify", given, "--html", "verify.html", "--from-offset", "19"));

        assertThat(result.code()).as(result.err()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(page().texts("//ol//code"))
                .contains("sluice replay captured --lake lake --state state --decimals number --zone 'a b=UTC'"
                        + " --layout '" + LAYOUT + "' --stream ces --log 'it'\\''s' --from-offset 19");
        assertThat(page().texts("//ol/li/p").get(0)).contains("with the settings of the functions");
    }

    private static final String LAYOUT =
            "{Namespace}/{EventHub}/{PartitionId}/{Year}/{Month}/{Day}/{Hour}/{Minute}/{Second}";

    private static String[] with(String command, String[] given, String... more) {
        return Stream.of(new String[] {command, "captured"}, given, more)
                .flatMap(Stream::of)
                .toArray(String[]::new);
    }

    /** The first differences are told one by one, and a hole over them is not one over all. */
    @Test
    void thatThereAreMoreDifferencesIsSaid() throws IOException {
        archive("Orders", 150);
        assertThat(run("replay", "captured").code()).isZero();
        Files.delete(objects(folder.resolve("lake"), "table=Orders").get(0));

        run("verify", "captured", "--html", "verify.html");

        assertThat(page().table("findings-table")).hasSize(100);
        assertThat(page().texts("//ol//code"))
                .contains("sluice holes open --stream ces --partition 3 --from-offset 20 --to-offset 119 --lake lake"
                        + " --state state")
                .endsWith("sluice verify captured --lake lake --state state");
        assertThat(page().texts("//ol/li/p").get(0))
                .contains("Only the first 100 differences")
                .contains("verify again");
        assertThat(page().texts("//section[@id='findings']/p").get(0)).contains("There are more");
    }

    /** Holes are opened in the newest life of a log. */
    @Test
    void anEarlierLifeGetsNoHole() throws IOException {
        Files.write(
                folder.resolve("verify.html"), missing(finding(1, 20), finding(1, 29), finding(2, 4), finding(2, 6)));
        assertThat(page().texts("//ol//code"))
                .containsExactly(
                        "sluice explain ces/3@2/4 F",
                        "sluice holes open --stream ces --partition 3 --from-offset 4 --to-offset 6 F",
                        "sluice replay captured F",
                        "sluice replay captured --mode rebuild --lake NEW_LAKE --state NEW_STATE");

        Files.write(folder.resolve("verify.html"), missing(finding(1, 20)));
        assertThat(page().texts("//ol//code"))
                .containsExactly(
                        "sluice explain ces/3/20 F",
                        "sluice replay captured --mode rebuild --lake NEW_LAKE --state NEW_STATE");
        assertThat(page().texts("//ol/li/p").get(0)).contains("earlier life");
    }

    private static Finding finding(int epoch, long offset) {
        return new Finding(
                What.MISSING.label(), new Row("Shop.dbo.Orders", "2026-05-06"), "ces", 3, epoch, offset, 0, null);
    }

    private static byte[] missing(Finding... findings) {
        VerifyReport report = new VerifyReport(
                false, 1000, List.of(), 0, 0, new Counts(), false, List.of(), List.of(), List.of(findings));
        return VerifyPage.of(
                report, Instant.EPOCH, new VerifyPage.Given("captured", "lake", "F", "", "", ""), Map.of("ces/3", 2));
    }

    /** An hour of reading is not for nothing, because a folder is missing. */
    @Test
    void aPlaceForThePageIsLookedAtFirstAndThePageIsWrittenLast() throws IOException {
        archive("Orders");
        assertThat(run("replay", "captured").code()).isZero();

        Result nowhere = run("verify", "captured", "--html", "nowhere/verify.html", "--certificate", "seal.json");

        assertThat(nowhere.code()).isEqualTo(ExitCode.WORLD);
        assertThat(nowhere.err()).contains("nowhere does not exist").doesNotContain("verify:");
        assertThat(folder.resolve("seal.json")).doesNotExist();

        Result uncertified = run("verify", "captured", "--html", "verify.html", "--certificate", "nowhere/seal.json");

        assertThat(uncertified.code()).isEqualTo(ExitCode.WORLD);
        assertThat(uncertified.out()).contains("Orders");
        assertThat(folder.resolve("verify.html")).doesNotExist();

        run("verify", "captured", "--certificate", "seal.json");
        Result checked = run("verify", "--check", "--certificate", "seal.json", "--html", "lake");

        assertThat(checked.code()).isEqualTo(ExitCode.WORLD);
        assertThat(checked.err()).contains("it is a folder").doesNotContain("verify:");
    }

    @Test
    void faultsThatAreLeftOutAreCounted() throws IOException {
        CheckReport report = new CheckReport(
                "0123",
                1,
                1,
                1,
                IntStream.range(0, 150).mapToObj(i -> "fault " + i).toList(),
                IntStream.range(0, 70).mapToObj(i -> "key " + i).toList(),
                List.of());

        Files.write(
                folder.resolve("verify.html"), CheckPage.of(report, Instant.EPOCH, "lake", "--lake lake --zone UTC"));

        assertThat(page().table("faults-table")).hasSize(200);
        assertThat(page().texts("//section[@id='faults']/p")).contains("20 more faults: see --json.");
        assertThat(page().texts("//ol//code")).containsExactly("sluice verify ARCHIVE --lake lake --zone UTC");
    }

    @Test
    void aLakeThatHasAllIsToldFirst() throws IOException {
        archive("Orders");
        assertThat(run("replay", "captured").code()).isZero();

        assertThat(run("verify", "captured", "--html", "verify.html").code()).isZero();

        PageFile page = page();
        assertThat(page.texts("//h1")).containsExactly("The lake has all of the archive");
        assertThat(page.texts("//h2")).doesNotContain("What to do now", "Where");
        assertThat(page.table("days-table")).containsExactly(List.of("2026-05-06", "3", "3", "0", "0"));
    }

    @Test
    void whatTheLakeHasNotYetIsNoDifference() throws IOException {
        BusyLake.in(folder);

        Result result = run("verify", "captured", "--html", "verify.html", "--sample", "50%", "--json");

        assertThat(result.code()).isZero();
        assertThat(page().texts("//h1")).containsExactly("No difference, but not all is in the lake yet");
        assertThat(page().texts("//section[@id='verdict']//li"))
                .contains("a sample: 50.0% of the blocks of 10,000 offsets");
    }

    @Test
    void aHostileNameIsText() throws IOException {
        archive(HOSTILE);
        assertThat(run("replay", "captured").code()).isZero();
        Files.delete(objects(folder.resolve("lake"), "table=").get(0));

        assertThat(run("verify", "captured", "--html", "verify.html").code()).isEqualTo(ExitCode.SOME_LEFT_OUT);

        assertThat(folder.resolve("verify.html")).content(UTF_8).doesNotContain("<script");
        assertThat(page().table("tables-table").get(0)).startsWith("Shop.dbo." + HOSTILE);
        assertThat(page().table("findings-table").get(0)).contains("Shop.dbo." + HOSTILE);
    }

    @Test
    void aCheckOfACertificateIsAPageToo() throws IOException {
        archive("Orders");
        run("replay", "captured");
        assertThat(run("verify", "captured", "--certificate", "seal.json").code())
                .isZero();

        assertThat(run("verify", "--check", "--certificate", "seal.json", "--html", "verify.html")
                        .code())
                .isZero();
        assertThat(page().texts("//h1")).containsExactly("The lake is what was certified");

        Files.delete(objects(folder.resolve("lake"), "table=Orders").get(0));
        Result changed = run("verify", "--check", "--certificate", "seal.json", "--html", "verify.html", "--json");

        assertThat(changed.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        JsonNode json = Cli.json(changed.out());
        assertThat(page().texts("//h1")).containsExactly("The lake is not what was certified");
        assertThat(page().table("changed-table"))
                .containsExactly(List.of("ces/3", "20", "22", "3", "0"))
                .isEqualTo(
                        PageFile.rows(json.get("changed"), "stream/partition", "first", "last", "certified", "found"));
        assertThat(page().texts("//footer").get(0))
                .contains(json.get("certificate").asText());
    }

    private void archive(String table) {
        archive(table, 3);
    }

    private void archive(String table, int count) {
        CaptureFile file = CaptureFile.deflated();
        for (long offset = 20; offset < 20 + count; offset++) {
            file.record(
                    offset,
                    1_778_051_290_000L + offset,
                    CesMessage.insert()
                            .logicalId("event-" + offset)
                            .table("Shop", "dbo", table)
                            .commitTime("2026-05-06T07:08:10Z")
                            .column("Id", "int")
                            .key("Id", Long.toString(offset))
                            .current("{\"Id\":\"" + offset + "\"}")
                            .body());
        }
        new Cli(folder).file("captured/lake-in/ces/3/2026/05/06/07/08/10.avro", file.bytes());
    }
}
