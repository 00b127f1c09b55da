package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.LakeFixture;
import dev.sluice.archive.CaptureFile;
import dev.sluice.cli.Cli.Result;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.store.FileObjectStore;
import dev.sluice.traffic.CesTraffic;
import dev.sluice.traffic.DataWorksOptions;
import dev.sluice.traffic.DataWorksTraffic;
import dev.sluice.traffic.Generated;
import dev.sluice.traffic.TrafficOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code verify}. */
class VerifyCommandTest {
    private static final String NAME = "captured/lake-in/ces/3/2026/11/05/06/20/05.avro";

    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder);
    }

    private Result run(String command, String... args) {
        return cli().run(Stream.concat(
                        Stream.of(command, "captured", "--lake", "lake", "--state", "state"), Arrays.stream(args))
                .toArray(String[]::new));
    }

    private Result check(String... args) {
        return cli().run(Stream.concat(
                        Stream.of(
                                "verify",
                                "--check",
                                "--certificate",
                                "seal.json",
                                "--lake",
                                "lake",
                                "--state",
                                "state"),
                        Arrays.stream(args))
                .toArray(String[]::new));
    }

    /** The sample of Capture, in an archive and in the lake. */
    private void replayed() throws IOException {
        try (InputStream in = CaptureFile.class.getResourceAsStream("/archive/20-events.avro")) {
            cli().file(NAME, in.readAllBytes());
        }
        assertThat(run("replay").code()).isZero();
    }

    private void archive(String hub, Iterable<Generated> traffic) {
        Map<Integer, CaptureFile> files = new TreeMap<>();
        traffic.forEach(one -> files.computeIfAbsent(one.message().partition(), key -> CaptureFile.deflated())
                .record(
                        one.message().offset(),
                        one.message().brokerTimeMs(),
                        one.message().body()));
        files.forEach((partition, file) ->
                cli().file("captured/ns/" + hub + "/" + partition + "/2026/08/29/17/00/00.avro", file.bytes()));
    }

    private Path object(String part) throws IOException {
        return folder.resolve("lake")
                .resolve(LakeFiles.contents(folder.resolve("lake")).keySet().stream()
                        .filter(key -> key.contains(part) && key.startsWith("db="))
                        .findFirst()
                        .orElseThrow());
    }

    private static void rewrite(Path object, UnaryOperator<String> change) throws IOException {
        String lines;
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(object)))) {
            lines = new String(in.readAllBytes(), UTF_8);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(change.apply(lines).getBytes(UTF_8));
        }
        Files.write(object, out.toByteArray());
    }

    @Test
    void aLakeThatIsEqualIsTold() throws IOException {
        replayed();

        Result result = run("verify");

        assertThat(result.code()).isZero();
        assertThat(result.messages())
                .containsExactly(
                        "verify: 1 files, 22 records, 1 partitions", "verify: 22 records, 19 lines, all equal");
        assertThat(result.out()).isEqualTo("""
                        table             day         lines  result
                        TramDb.ops.Stops  2026-11-05      4  equal
                        TramDb.ops.Trips  2026-11-05     15  equal
                        """);
    }

    @Test
    void aReplayedArchiveIsEqualAndABrokenLinePerTableIsFound() throws IOException {
        archive(
                "demo",
                CesTraffic.seeded(5)
                        .with(TrafficOptions.defaults().withEvents(2000).withSplitShare(0.02)));
        archive(
                "orders",
                DataWorksTraffic.seeded(5).with(DataWorksOptions.defaults().withEvents(1000)));
        Result replayed = run("replay");
        assertThat(replayed.code()).as(replayed.err()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(run("verify").out().lines().skip(1)).isNotEmpty().allMatch(row -> row.endsWith(" equal"));

        Map<String, Integer> tables = new TreeMap<>();
        for (String key : LakeFiles.contents(folder.resolve("lake")).keySet()) {
            if (key.startsWith("db=") && tables.merge(key.replaceFirst("/date=.*", ""), 1, Integer::sum) == 1) {
                rewrite(folder.resolve("lake").resolve(key), lines -> lines.replaceFirst("\"pkNames\"", "\"pkNamed\""));
            }
        }
        Result result = run("verify");

        assertThat(tables).hasSize(9);
        assertThat(result.code()).as(result.err()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.out().lines().filter(row -> row.endsWith(" 1 different")))
                .hasSize(9);
        assertThat(result.out().lines().filter(row -> !row.startsWith("  in "))).allMatch(row -> row.length() <= 80);
    }

    @Test
    void differencesAreNamedWithoutValues() throws IOException {
        replayed();
        rewrite(object("table="), lines -> lines.replaceFirst("\"op\":\"[cud]\"", "\"op\":\"x\""));

        Result result = run("verify");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.out()).contains("1 different", "different ces/3/61", "  in db=");
        assertThat(result.messages()).last().asString().endsWith("19 lines, 1 different");
    }

    @Test
    void programsGetOneObject() throws IOException {
        replayed();
        Files.delete(object("table="));

        Result result = run("verify", "--json");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.err()).isEmpty();
        JsonNode report = Cli.json(result.out());
        assertThat(report.at("/equal").asBoolean(true)).isFalse();
        assertThat(report.at("/total/lines").asInt()).isEqualTo(19);
        assertThat(report.at("/total/missing").asInt())
                .isPositive()
                .isEqualTo(report.at("/findings").size());
        assertThat(report.at("/partitions/0/records").asInt()).isEqualTo(22);
        assertThat(report.at("/rows/0/table").asText()).isNotEmpty();
        assertThat(report.at("/findings/0/kind").asText()).isEqualTo("missing");
        assertThat(report.at("/findings/0/row/table").asText()).isNotEmpty();
        assertThat(report.at("/findings/0/offset").asLong()).isGreaterThanOrEqualTo(61000);
    }

    @Test
    void otherSettingsAreSuspected() throws IOException {
        archive("demo", CesTraffic.seeded(5).with(TrafficOptions.plain().withEvents(200)));
        run("replay");

        Result result = run("verify", "--zone", "Asia/Tokyo");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.err()).contains("was the lake written with other settings (--decimals, --zone, ...)?");
        assertThat(run("verify").err()).doesNotContain("other settings");
    }

    @Test
    void damagedFilesOfTheArchiveAreNamed() throws IOException {
        replayed();
        cli().file("captured/lake-in/ces/3/2026/11/05/06/20/06.avro", "no Avro");

        Result result = run("verify");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.err()).contains("06.avro: not_avro: ");
        assertThat(result.messages()).last().asString().endsWith("all equal");
    }

    @Test
    void aGapOfTheArchiveIsToldAndNoDifference() throws IOException {
        CaptureFile file = CaptureFile.deflated().record(1, 0, null).record(4, 0, null);
        cli().file(NAME, file.bytes());
        try (LakeFixture lake = new LakeFixture( // on a clock of its own: a jump takes a minute
                new FileObjectStore(folder.resolve("lake")), new FileObjectStore(folder.resolve("state")))) {
            StreamPartition hub = new StreamPartition("ces", 3, "lake-in.servicebus.windows.net/ces");
            lake.process(hub, List.of(new Delivery(1, null, 0L), new Delivery(4, null, 0L)));
        }

        Result result = run("verify");

        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("verify: ces/3: 2 offsets are missing in the archive\n");
    }

    @Test
    void aSampleSaysThatItIsOne() throws IOException {
        replayed();

        Result result = run("verify", "--sample", "1-in-4");

        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("verify: a sample: 25.0% of the blocks of 10,000 offsets");
        assertThat(Cli.json(run("verify", "--sample", "0.5%", "--json").out())
                        .at("/sample_permille")
                        .asInt())
                .isEqualTo(5);
    }

    // Certificates.

    @Test
    void aLakeIsCertifiedAndCheckedWithoutTheArchive() throws IOException {
        replayed();

        Result sealed = run("verify", "--certificate", "seal.json");
        assertThat(sealed.code()).isZero();
        String hash = Cli.json(Files.readString(folder.resolve("seal.json")))
                .at("/hash")
                .asText();
        assertThat(sealed.messages()).last().isEqualTo("verify: certificate " + hash);
        Files.delete(folder.resolve(NAME));

        Result checked = check();
        assertThat(checked.code()).isZero();
        assertThat(checked.out()).isEmpty();
        assertThat(checked.messages())
                .containsExactly(
                        "verify: certificate " + hash, "verify: 22 records, 1 blocks, the lake is what was certified");
        assertThat(Cli.json(check("--json").out()).at("/holds").asBoolean()).isTrue();
    }

    @Test
    void whatChangedSinceIsTold() throws IOException {
        replayed();
        run("verify", "--certificate", "seal.json");
        rewrite(object("table="), lines -> lines + lines);

        Result changed = check();

        assertThat(changed.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(changed.out()).startsWith("changed ces/3 offsets 61000-61021: 19 lines certified, ");
        assertThat(changed.messages()).last().asString().endsWith("1 of them changed");
        JsonNode report = Cli.json(check("--json").out());
        assertThat(report.at("/holds").asBoolean(true)).isFalse();
        assertThat(report.at("/changed/0/first").asLong()).isEqualTo(61000);
    }

    @Test
    void aCertificateThatWasWrittenOverIsFaulty() throws IOException {
        replayed();
        run("verify", "--certificate", "seal.json");
        Path seal = folder.resolve("seal.json");
        Files.writeString(seal, Files.readString(seal).replaceFirst("\"records\" : 22", "\"records\" : 21"));

        Result result = check();

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.out()).isEqualTo("fault ces/3: the chain of its blocks does not hold\n");
    }

    @Test
    void aLakeThatIsNotCompleteGetsNone() throws IOException {
        replayed();
        Files.delete(object("table="));

        Result result = run("verify", "--certificate", "seal.json");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.err()).contains("sluice: no certificate was written");
        assertThat(folder.resolve("seal.json")).doesNotExist();
    }

    // Usage.

    @Test
    void wrongUsageIsTold() throws IOException {
        replayed();

        assertRefused(cli().run("verify", "captured"), "--lake and --state say what to verify");
        assertRefused(cli().run("verify", "--lake", "lake", "--state", "state"), "which ARCHIVE?");
        assertRefused(cli().run("verify", "captured", "--lake", "lake"), "--state is missing");
        assertRefused(run("verify", "--check"), "--check reads a --certificate, and no ARCHIVE");
        assertRefused(run("verify", "--stream", "cse"), "the archive holds no such stream and partition");
        assertRefused(
                run("verify", "--certificate", "seal.json", "--sample", "5%"), "--certificate: a sample is not enough");
        for (String part : new String[] {"5", "0%", "101%", "1-in-0", "1-in-5000", "half"}) {
            assertRefused(run("verify", "--sample", part), "--sample: '" + part + "' is no part");
        }
    }

    private static void assertRefused(Result result, String message) {
        assertThat(result.err()).contains("sluice: ").contains(message);
        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void whatIsNotThereIsTheWorldsFault() throws IOException {
        Result noArchive = run("verify");
        assertThat(noArchive.code()).isEqualTo(ExitCode.WORLD);
        assertThat(noArchive.err()).contains("captured does not exist; check the name");

        replayed();
        Result noLake = cli().run("verify", "captured", "--lake", "lak", "--state", "state");
        assertThat(noLake.code()).isEqualTo(ExitCode.WORLD);
        assertThat(noLake.err()).contains("there is no lake");
        assertThat(folder.resolve("lak")).doesNotExist();

        assertThat(check().code()).isEqualTo(ExitCode.WORLD);
        cli().file("seal.json", "{}");
        assertThat(check().err()).contains("sluice: not a certificate");
    }
}
