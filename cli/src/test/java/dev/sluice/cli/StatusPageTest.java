package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.cli.Cli.Result;
import dev.sluice.lake.LakeReader;
import dev.sluice.lake.LedgerEditor;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.store.FileObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code status --html}: the same as {@code --json} of the same run, for people. */
class StatusPageTest {
    private static final String HOSTILE = "<script>alert('1')</script>";
    private static final String HOSTILE_STREAM = "\"><img src=x onerror=alert(2)>&\u202E";

    @TempDir
    Path folder;

    private Result status(String... args) {
        List<String> all = new ArrayList<>(List.of("status", "--lake", "lake", "--state", "state"));
        all.addAll(List.of(args));
        return new Cli(folder).run(all.toArray(String[]::new));
    }

    private PageFile page() {
        return PageFile.read(folder.resolve("status.html"));
    }

    /** Each record is a second old when it is taken. */
    private void take(String stream, int partition, String table, long... offsets) throws IOException {
        List<Delivery> records = new ArrayList<>();
        for (long offset : offsets) {
            Instant committed = Instant.now().minusSeconds(1);
            byte[] body = CesMessage.insert()
                    .logicalId("event-" + stream.length() + "-" + offset)
                    .table("Shop", "dbo", table)
                    .commitTime(committed.toString())
                    .column("Id", "int")
                    .key("Id", Long.toString(offset))
                    .current("{\"Id\":\"" + offset + "\"}")
                    .body();
            records.add(new Delivery(offset, Slice.of(body), committed.toEpochMilli()));
        }
        try (LakeFixture lake = new LakeFixture(
                new FileObjectStore(folder.resolve("lake")), new FileObjectStore(folder.resolve("state")))) {
            lake.process(new StreamPartition(stream, partition, "namespace/hub-" + stream.length()), records);
        }
    }

    @Test
    void theTablesOfThePageAreThoseOfTheJson() throws IOException {
        BusyLake.in(folder);

        Result result = status("--html", "status.html", "--json");

        assertThat(result.code()).as(result.err()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        JsonNode json = Cli.json(result.out());
        PageFile page = page();
        assertThat(page.table("partitions-table"))
                .hasSize(5)
                .containsExactlyInAnyOrderElementsOf(PageFile.rows(
                        json.get("partitions"), "stream/partition", "lag_ms", "missing", "holes", "through", "epoch"));
        assertThat(page.table("holes-table")).hasSize(1).allSatisfy(row -> {
            JsonNode hole = json.at("/open_holes/0");
            long first = hole.get("first").asLong();
            long last = hole.get("last").asLong();
            assertThat(row).containsExactly("shop/2", "" + (last - first + 1), "" + first, "" + last);
            assertThat(json.at("/partitions").findValuesAsText("missing")).contains(row.get(1));
        });
        assertThat(page.table("quarantine-table"))
                .hasSize(4)
                .isEqualTo(
                        PageFile.rows(json.get("quarantine_reasons"), "code", "entries", "reason", "oldest", "newest"));
        json.get("quarantine")
                .properties()
                .forEach(code -> assertThat(page.table("quarantine-table"))
                        .anySatisfy(row -> assertThat(row)
                                .startsWith(code.getKey(), code.getValue().asText())));
        assertThat(page.table("parked-table").stream()
                        .map(row -> List.of(row.get(0), row.get(2), row.get(3), row.get(4))))
                .hasSize(5)
                .isEqualTo(PageFile.rows(json.get("parked_ages"), "age", "waiting", "incomplete", "broken"));
        assertThat(page.table("parked-table").stream().mapToInt(row -> Integer.parseInt(row.get(2))))
                .containsExactly(1, 1, 0, 0, 0);
        assertThat(page.table("parked-table").stream().mapToInt(row -> Integer.parseInt(row.get(3))))
                .containsExactly(0, 0, 1, 1, 1);
        assertThat(page.table("tables-table").stream().map(row -> row.subList(0, 4)))
                .hasSize(5)
                .isEqualTo(PageFile.rows(json.get("tables"), "table", "bytes", "objects", "newest_day"));
        for (int i = 0; i < json.at("/written/partitions").size(); i++) {
            assertThat(page.table("written-" + i).stream().map(row -> row.subList(1, 5)))
                    .isEqualTo(written(json.at("/written/partitions/" + i)));
        }
        assertThat(page.table("written-1")).hasSizeGreaterThan(15);
    }

    private static List<List<String>> written(JsonNode partition) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < partition.get("bytes").size(); i++) {
            if (partition.get("bytes").get(i).asLong() > 0) {
                List<String> row = new ArrayList<>();
                for (String member : List.of("bytes", "objects", "offset", "delay_ms")) {
                    row.add(partition.get(member).get(i).asText());
                }
                rows.add(row);
            }
        }
        return rows;
    }

    @Test
    void whatIsWrittenIsCountedWhenAndHowLate() throws IOException {
        BusyLake.in(folder);

        JsonNode json = Cli.json(status("--html", "status.html", "--json").out());

        JsonNode written = json.get("written");
        assertThat(written.get("seconds").asInt()).isEqualTo(3600);
        assertThat(Instant.parse(written.get("from").asText()))
                .isBetween(
                        Instant.now().minus(Duration.ofHours(24)), Instant.now().minus(Duration.ofHours(22)));
        JsonNode ended = written.at("/partitions/2");
        assertThat(ended.get("partition").asInt()).isEqualTo(1);
        assertThat(ended.at("/bytes/23").asLong()).isZero();
        assertThat(ended.at("/bytes/10").asLong()).isPositive();
        assertThat(ended.at("/delay_ms/10").asLong()).isBetween(4_000L, 15_000L);
        JsonNode late = written.at("/partitions/4");
        assertThat(late.get("partition").asInt()).isEqualTo(3);
        assertThat(late.at("/delay_ms/23").asLong()).isBetween(3_600_000L, 3_620_000L);
        long bytes = 0;
        for (JsonNode partition : written.get("partitions")) {
            for (JsonNode some : partition.get("bytes")) {
                bytes += some.asLong();
            }
        }
        long stored = 0;
        for (JsonNode table : json.get("tables")) {
            stored += table.get("bytes").asLong();
        }
        assertThat(bytes).isEqualTo(stored).isEqualTo(bytesUnder("lake/db=Shop"));
    }

    private long bytesUnder(String name) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve(name))) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    @Test
    void thePageSaysFirstWhatIsWrongAndWhatToDo() throws IOException {
        BusyLake.in(folder);

        status("--html", "status.html");

        PageFile page = page();
        assertThat(page.texts("//h1")).containsExactly("Needs attention");
        assertThat(page.texts("//section[@id='verdict']//li"))
                .containsExactly(
                        "1 hole, " + page.table("holes-table").get(0).get(1) + " offsets missing",
                        "34 entries in quarantine",
                        "3 split events incomplete",
                        "2 partitions far behind the others");
        assertThat(page.texts("//ol//code"))
                .containsExactly(
                        "sluice holes list --lake lake --state state",
                        "sluice replay ARCHIVE --dry-run",
                        "sluice replay ARCHIVE --lake lake --state state",
                        "sluice quarantine list --lake lake --state state",
                        "sluice quarantine redrive --code unsupported_dialect --dry-run --lake lake --state state",
                        "sluice parked list --lake lake --state state",
                        "sluice status --lake lake --state state");
    }

    /** Who listens to the page, or prints it, gets all of it. */
    @Test
    void eachChartHasALabelAndItsTable() throws IOException {
        BusyLake.in(folder);

        status("--html", "status.html");

        PageFile page = page();
        assertThat(page.all("//figure//*[local-name()='svg']")).hasSize(8).allSatisfy(chart -> {
            assertThat(chart.getAttribute("role")).isEqualTo("img");
            assertThat(chart.getAttribute("aria-label")).isNotEmpty();
        });
        assertThat(page.all("//figure[.//*[local-name()='svg']]")).hasSize(4);
        assertThat(page.all("//figure//table")).hasSize(4);
        assertThat(page.all("//svg[not(@role) and not(@aria-hidden)]")).isEmpty();
        assertThat(page.all("//table[not(caption) or not(thead//th[@scope='col'])]"))
                .isEmpty();
        assertThat(page.all("//tbody/tr[not(th[@scope='row'])]")).isEmpty();
        assertThat(page.all("//section[not(@aria-labelledby)]")).isEmpty();
        assertThat(page.all("//nav//a").stream()
                        .map(link -> link.getAttribute("href").substring(1)))
                .isNotEmpty()
                .allSatisfy(id -> assertThat(page.all("//*[@id='" + id + "']")).hasSize(1));
    }

    @Test
    void valuesOfRowsAreNotInThePage() throws IOException {
        BusyLake.in(folder);
        assertThat(LakeFiles.changes(folder.resolve("lake")))
                .allSatisfy(line -> assertThat(line.toString()).contains("secret-"));

        status("--html", "status.html");

        assertThat(folder.resolve("status.html"))
                .content(UTF_8)
                .doesNotContain("secret-")
                .doesNotContain("9.50");
    }

    @Test
    void aPageOfALakeThatIsWellSaysSo() throws IOException {
        take("hub", 3, "Orders", 0, 1, 2);

        Result result = status("--html", "status.html", "--json");

        assertThat(result.code()).isZero();
        PageFile page = page();
        assertThat(page.texts("//h1")).containsExactly("All is well: nothing waits for you");
        assertThat(page.texts("//h2")).doesNotContain("What to do now", "Holes");
        assertThat(Cli.json(result.out()).at("/written/seconds").asInt()).isEqualTo(60);
        assertThat(page.table("written-0"))
                .hasSize(1)
                .allSatisfy(row -> assertThat(row.get(4)).matches("\\d{4}"));
    }

    /** That a stream is quiet is nothing to wake somebody for; that one of its partitions stays behind is. */
    @Test
    void aPartitionThatStaysBehindIsToldThoughNothingIsMissing() throws IOException {
        take("hub", 3, "Orders", 0, 1, 2);
        try (LakeFixture lake = new LakeFixture(
                new FileObjectStore(folder.resolve("lake")), new FileObjectStore(folder.resolve("state")))) {
            lake.process(
                    new StreamPartition("hub", 4, "namespace/hub-3"),
                    List.of(new Delivery(
                            7, null, Instant.now().minusSeconds(7200).toEpochMilli())));
            lake.process(
                    new StreamPartition("quiet", 0, "namespace/quiet"),
                    List.of(new Delivery(
                            7, null, Instant.now().minusSeconds(720_000).toEpochMilli())));
        }

        assertThat(status("--html", "status.html").code()).isZero();

        PageFile page = page();
        assertThat(page.texts("//h1")).containsExactly("Nothing is missing, but not all partitions keep up");
        assertThat(page.texts("//ol//h3")).containsExactly("See why hub/4 is behind");
    }

    @Test
    void aHostileNameIsText() throws IOException {
        take(HOSTILE_STREAM, 3, HOSTILE, 0, 1, 5);

        Result result = status("--html", "status.html", "--json");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        String html = Files.readString(folder.resolve("status.html"));
        assertThat(html)
                .doesNotContain("<script", "<img", "\u202E")
                .contains("&lt;script&gt;alert(&#39;1&#39;)")
                .contains("default-src 'none'".replace("'", "&#39;"));
        PageFile page = page();
        assertThat(page.table("tables-table").get(0)).startsWith("Shop.dbo." + HOSTILE);
        assertThat(page.table("partitions-table").get(0)).startsWith(HOSTILE_STREAM.replace('\u202E', '\uFFFD') + "/3");
        assertThat(page.all("//script")).isEmpty();
    }

    /** Names of over 100 bytes are cut in paths; what was written is still that partition's. */
    @Test
    void aLongNameOfAStreamIsOneOfAPath() throws IOException {
        take("a stream with a name of some length, ".repeat(5), 3, "Orders", 0, 1);

        status("--html", "status.html");

        assertThat(page().table("written-0")).hasSize(1);
        assertThat(page().texts("//figcaption").get(0)).startsWith("a stream with a name");
    }

    /** A command of the page is one that can be copied. */
    @Test
    void aPlaceWithSpacesIsQuotedInTheCommands() throws IOException {
        take("hub", 3, "Orders", 0, 5);
        Files.move(folder.resolve("lake"), folder.resolve("it's a lake"));

        new Cli(folder).run("status", "--lake", "it's a lake", "--state", "state", "--html", "status.html");

        assertThat(page().texts("//ol//code").get(0))
                .isEqualTo("sluice holes list --lake 'it'\\''s a lake' --state state");
    }

    /** A replay with other settings would write other lines. */
    @Test
    void settingsThatWereGivenAreInTheCommands() throws IOException {
        BusyLake.in(folder);

        new Cli(folder)
                .with(Map.of("SLUICE_INTEGERS", "safe", "SLUICE_PARTITION", "day"))
                .run(
                        "status",
                        "--lake",
                        "lake",
                        "--state",
                        "state",
                        "--html",
                        "status.html",
                        "--zone",
                        "it's=UTC",
                        "--decimals",
                        "number");

        String settings = " --decimals number --integers safe --zone 'it'\\''s=UTC'";
        assertThat(page().texts("//ol//code"))
                .contains(
                        "sluice replay ARCHIVE --lake lake --state state" + settings,
                        "sluice quarantine redrive --code unsupported_dialect --dry-run --lake lake --state state"
                                + settings,
                        "sluice parked list --lake lake --state state" + settings,
                        "sluice holes list --lake lake --state state");
        assertThat(page().texts("//ol/li/p").subList(0, 3))
                .allSatisfy(why -> assertThat(why).contains("with the settings of the functions"));
    }

    /** However many minutes of a day objects were written in, no more is held than is shown. */
    @Test
    void aListingHoldsNoMoreThanIsShown() throws IOException {
        take("hub", 3, "Orders", 0);
        Path first = LakeFiles.contents(folder.resolve("lake")).keySet().stream()
                .filter(key -> key.startsWith("db="))
                .map(folder.resolve("lake")::resolve)
                .findFirst()
                .orElseThrow();
        Instant now = Instant.now();
        int count = 700;
        for (int i = 1; i < count; i++) {
            Path copy = first.resolveSibling(
                    first.getFileName().toString().replace("-" + "0".repeat(20), String.format("-%020d", i)));
            Files.copy(first, copy);
            Files.setLastModifiedTime(copy, FileTime.from(now.minusSeconds(60L * (i * 37 % count))));
        }
        FileObjectStore state = new FileObjectStore(folder.resolve("state"));
        LakeReader lake = LakeReader.open(new FileObjectStore(folder.resolve("lake")), state);
        List<LedgerEditor.Entry> ledgers = new LedgerEditor(state, InstantSource.system()).list();

        LakeVolume volume = LakeVolume.list(lake, ledgers, now);

        assertThat(volume.held()).isBetween(12, 13);
        LakeDetails.PartitionWritten written =
                volume.written(lake, ledgers).partitions().get(0);
        assertThat(written.objects().stream().mapToLong(Long::longValue).sum()).isEqualTo(count);
        assertThat(written.objects().subList(13, 22)).containsOnly(60L);
    }

    @Test
    void thePageChangesNothingElseOfACommand() throws IOException {
        take("hub", 3, "Orders", 0, 5);
        Files.writeString(folder.resolve("status.html"), "an older one");

        Result without = status();
        Result with = status("--html", "status.html");

        assertThat(with.code()).isEqualTo(without.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(with.out().lines().skip(2))
                .isEqualTo(without.out().lines().skip(2).toList());
        assertThat(with.err()).isEmpty();
        assertThat(page().texts("//h1")).containsExactly("Needs attention");
        assertThat(folder.resolve("status.html.unfinished")).doesNotExist();
        assertThat(Cli.json(status("--json").out()).has("tables")).isFalse();
    }

    @Test
    void aFileThatCannotBeWrittenIsTold() throws IOException {
        take("hub", 3, "Orders", 0);

        Result nowhere = status("--html", "nowhere/status.html");
        assertThat(nowhere.code()).isEqualTo(ExitCode.WORLD);
        assertThat(nowhere.err()).contains("nowhere does not exist");
        assertThat(nowhere.out()).isEmpty();
        assertThat(status("--html", "s3://bucket/status.html").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aDamagedObjectCostsItsDelayOnly() throws IOException {
        take("hub", 3, "Orders", 0);
        for (String key : LakeFiles.contents(folder.resolve("lake")).keySet()) {
            if (key.startsWith("db=")) {
                Files.writeString(folder.resolve("lake").resolve(key), "no gzip");
            }
        }

        Result result = status("--html", "status.html", "--json");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(page().table("written-0"))
                .hasSize(1)
                .allSatisfy(row -> assertThat(row.get(4)).isEqualTo("null"));
    }

    /** What was written longer ago than a day is in the lake, and in no chart. */
    @Test
    void anOldLakeShowsAnEmptyDay() throws IOException {
        take("hub", 3, "Orders", 0, 1);
        for (String key : LakeFiles.contents(folder.resolve("lake")).keySet()) {
            Files.setLastModifiedTime(
                    folder.resolve("lake").resolve(key),
                    FileTime.from(Instant.now().minus(Duration.ofDays(3))));
        }

        JsonNode json = Cli.json(status("--html", "status.html", "--json").out());

        assertThat(json.at("/written/seconds").asInt()).isEqualTo(3600);
        assertThat(json.at("/written/partitions/0/bytes").toString()).isEqualTo(zeros());
        assertThat(json.at("/tables/0/objects").asInt()).isEqualTo(1);
        assertThat(page().texts("//figure/p"))
                .containsExactly("No object that names this partition was written in this time;"
                        + " split events are counted by table only.");
    }

    private static String zeros() {
        return "[" + "0,".repeat(23) + "0]";
    }
}
