package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.archive.CaptureFile;
import dev.sluice.cli.Cli.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code replay}. */
class ReplayCommandTest {
    private static final String NAME = "captured/lake-in/ces/3/2026/11/05/06/20/05.avro";
    /** 2026-05-06T07:08:10Z. */
    private static final long TIME = 1_778_051_290_000L;

    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder);
    }

    private static byte[] sample(String name) {
        try (InputStream in = CaptureFile.class.getResourceAsStream("/archive/" + name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Result replay(String... args) {
        return cli().run(Stream.concat(
                        Stream.of("replay", "captured", "--lake", "lake", "--state", "state"), Arrays.stream(args))
                .toArray(String[]::new));
    }

    private static byte[] poison(long... sequences) {
        CaptureFile file = CaptureFile.deflated();
        for (long sequence : sequences) {
            file.record(sequence, TIME + sequence * 1000, "{\"secret\":42}".getBytes(UTF_8));
        }
        return file.bytes();
    }

    private static byte[] tombstones(long... sequences) {
        CaptureFile file = CaptureFile.deflated();
        for (long sequence : sequences) {
            file.record(sequence, TIME + sequence * 1000, null);
        }
        return file.bytes();
    }

    @Test
    void filesOfCaptureFillALake() throws IOException {
        cli().file(NAME, sample("20-events.avro"));

        Result result = replay();

        assertThat(result.messages())
                .containsExactly(
                        "replay: 1 files, 22 records, 1 partitions",
                        "replay: ces/3: this lake had nothing of it before",
                        "replay: 22 records, 19 lines, 0 quarantined, 0 incomplete, 1 skipped");
        assertThat(result.code()).isZero();
        assertThat(result.out()).isEqualTo("""
                        stream  partition  records  first   last  missing between
                        ces             3       22  61000  61021  -
                        """);
        assertThat(LakeFiles.changes(folder.resolve("lake"))).hasSize(19).allSatisfy(line -> {
            assertThat(line.at("/source/stream").asText()).isEqualTo("ces");
            assertThat(line.at("/source/partition").asInt()).isEqualTo(3);
        });
        assertThat(folder.resolve("state/ledger/ces/3.json"))
                .content()
                .contains("\"log\":\"lake-in.servicebus.windows.net/ces\"");
    }

    @Test
    void theSameAgainBringsNothingNew() throws IOException {
        cli().file(NAME, sample("20-events.avro"));
        replay();
        Map<String, String> before = LakeFiles.contents(folder.resolve("lake"));

        Result again = replay();

        assertThat(again.code()).isZero();
        assertThat(again.messages())
                .containsExactly(
                        "replay: 1 files, 22 records, 1 partitions",
                        "replay: 22 records, 0 lines, 0 quarantined, 0 incomplete, 22 skipped (22 already in the lake)");
        assertThat(LakeFiles.contents(folder.resolve("lake"))).isEqualTo(before).isNotEmpty();
    }

    @Test
    void aDryRunTellsWhatThereIsAndWritesNothing() {
        cli().file(NAME, tombstones(5, 6, 9, 20))
                .file("captured/lake-in/ces/12/2026/11/05/06/20/05.avro", sample("empty.avro"))
                .file("captured/lake-in/ces/4/2026/11/05/06/20/05.avro", tombstones(1, 3, 5, 7, 9));

        Result result = cli().run("replay", "captured", "--dry-run");

        assertThat(result.messages()).containsExactly("replay: 3 files, 9 records, 3 partitions");
        assertThat(result.out()).isEqualTo("""
                        stream  partition  records  first  last  missing between
                        ces             3        4      5    20  12: 7-8, 10-19
                        ces             4        5      1     9  4: 2, 4, 6, ...
                        ces            12        0      -     -  -
                        """);
        assertThat(result.code()).isZero();
        assertThat(folder).isDirectoryNotContaining(file -> !file.endsWith("captured"));
    }

    @Test
    void programsGetAnObjectPerPartition() {
        cli().file(NAME, tombstones(5, 6, 9, 10)).file("captured/hr/0/2026/11/05/06/1-7.avro", tombstones(7));

        Result look = cli().run("replay", "captured", "--dry-run", "--json");

        assertThat(look.err()).isEmpty();
        assertThat(look.out()).isEqualTo("""
                        {"stream":"ces","partition":3,"log":"lake-in.servicebus.windows.net/ces","records":4,"bytes":0,"first":5,"last":10,"missing":2,"gap_count":1,"gaps":[{"first":7,"last":8}]}
                        {"stream":"hr","partition":0,"log":null,"records":1,"bytes":0,"first":7,"last":7,"missing":0,"gap_count":0,"gaps":[]}
                        """);

        Result done = replay("--stream", "ces", "--to-offset", "6", "--json");

        assertThat(Cli.json(done.out()).at("/new").asBoolean()).isTrue();
        assertThat(Cli.json(done.out()).at("/earlier").asInt(-1)).isZero();
        assertThat(Cli.json(done.out()).at("/failed").asBoolean(true)).isFalse();
        JsonNode summary = Cli.json(done.err());
        assertThat(summary.at("/summary").asText()).isEqualTo("replay");
        assertThat(summary.at("/skipped").asInt()).isEqualTo(2);
    }

    @Test
    void filesThatAreWrongAreNamedAndTheRestIsReplayed() throws IOException {
        cli().file(NAME, sample("cut-off.avro.bin"))
                .file("captured/not-avro.avro.bin", sample("not-avro.avro.bin"))
                .file("captured/lake-in/ces/4/2026/11/05/06/20/05.avro", sample("not-avro.avro.bin"));

        Result result = replay();

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.messages())
                .contains(
                        "lake-in/ces/3/2026/11/05/06/20/05.avro: cut_off: it ends at byte 4616 inside the block that begins"
                                + " at byte 3677, or is damaged from there on",
                        "lake-in/ces/4/2026/11/05/06/20/05.avro: not_avro: not an Avro container file: it begins with"
                                + " other bytes",
                        "not-avro.avro.bin: no_place: its path tells no stream and partition; give its layout, or its"
                                + " stream and partition");
        assertThat(result.messages())
                .last()
                .asString()
                .startsWith("replay: 16 records, 14 lines, 0 quarantined, 0 inc");
        assertThat(LakeFiles.changes(folder.resolve("lake"))).hasSize(14);

        Result json = cli().run("replay", "captured", "--dry-run", "--json");

        assertThat(json.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(json.messages().stream().map(Cli::json))
                .extracting(fault -> fault.at("/code").asText())
                .containsExactly("cut_off", "not_avro", "no_place");
    }

    /** A look at the file before does not show it. */
    @Test
    void aBlockThatIsFoundDamagedWhileItIsReadIsNamedAndTheOthersAreReplayed() throws IOException {
        CaptureFile capture = CaptureFile.plain();
        capture.record(1, 1_000, null).record(2, 2_000, null);
        int damaged = capture.endBlock();
        byte[] file = capture.record(3, 3_000, null).bytes();
        Arrays.fill(file, damaged - 60, damaged - 16, (byte) -1);
        cli().file(NAME, file);

        for (Result result : new Result[] {cli().run("replay", "captured", "--dry-run"), replay()}) {
            assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
            assertThat(result.messages())
                    .anyMatch(message -> message.contains("lake-in/ces/3/2026/11/05/06/20/05.avro: damaged_block: "));
        }
        Result verified = cli().run("verify", "captured", "--lake", "lake", "--state", "state");
        assertThat(verified.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(verified.out() + verified.messages()).contains("damaged_block");
    }

    @Test
    void whatCannotBeReadIsQuarantinedAndToldByFileAndRecordWithoutItsValues() throws IOException {
        cli().file(NAME, poison(7, 8));

        Result result = replay();

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.messages().get(1)).startsWith("lake-in/ces/3/2026/11/05/06/20/05.avro:1: unknown_message: ");
        assertThat(result.err()).doesNotContain("42").doesNotContain("secret");
        assertThat(LakeFiles.quarantined(folder.resolve("state"))).hasSize(2);
        assertThat(replay().code())
                .as("what is in quarantine already is skipped")
                .isZero();
    }

    @Test
    void aRecordWithTwoBodiesIsTold() {
        cli().file(NAME, tombstones(1, 2)).file("captured/lake-in/ces/3/2026/11/05/06/20/06.avro", poison(2));

        for (Result result : new Result[] {cli().run("replay", "captured", "--dry-run"), replay()}) {
            assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
            assertThat(result.err())
                    .contains("two_bodies: 1 of its records, the first at offset 2, have other bodies in");
        }
    }

    @Test
    void aFileAloneNeedsItsStreamPartitionAndLog() {
        cli().file("part.avro", sample("20-events.avro"));

        Result nothing = cli().run("replay", "part.avro", "--dry-run");
        assertThat(nothing.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(nothing.err()).contains("part.avro: no_place: ");

        String[] place = {
            "replay", "part.avro", "--lake", "lake", "--state", "state", "--stream", "ces", "--partition", "3"
        };
        Result noLog = cli().run(place);
        assertThat(noLog.code()).isEqualTo(ExitCode.USAGE);
        assertThat(noLog.err())
                .contains(
                        "nothing tells which log stream ces, partition 3 is of: neither its path nor the lake; name it (--log)");

        Result whole = cli().run(Stream.concat(Arrays.stream(place), Stream.of("--log", "n.servicebus.windows.net/ces"))
                .toArray(String[]::new));
        assertThat(whole.code()).isZero();
        assertThat(folder.resolve("state/ledger/ces/3.json"))
                .content()
                .contains("\"log\":\"n.servicebus.windows.net/ces\"");
    }

    private static byte[] lambda(String name) throws IOException {
        return Files.readAllBytes(Path.of("..", "functions-aws", "src", "test", "resources", "lambda", name));
    }

    /** An event as the function got it, one that its mapping gave up, and lines of both. */
    @Test
    void eventsOfLambdaFillALake() throws IOException {
        cli().file("captured/event.json", lambda("msk-one-record.json"))
                .file("captured/aws/lambda/7d1b/2026/10/14/2026-10-14T09.38.06-fcb042d9", lambda("on-failure-s3.json"))
                .file(
                        "captured/more.jsonl",
                        (Cli.json(new String(lambda("on-failure-kafka-topic.json"), UTF_8)) + "\n"
                                        + Cli.json(new String(lambda("on-failure-s3.json"), UTF_8)) + "\n")
                                .getBytes(UTF_8));

        Result look = cli().run("replay", "captured", "--dry-run");

        assertThat(look.code()).isZero();
        assertThat(look.messages())
                .containsExactly(
                        "replay: 3 files, 6 records, 3 partitions",
                        "replay: 6 records have no broker time that can be read");
        assertThat(look.out()).isEqualTo("""
                        stream    partition  records  first  last  missing between
                        ces-feed          0        1   1015  1015  -
                        ces-feed          2        2   2021  2022  -
                        ces-feed          3        1    331   331  -
                        """);

        Result result = replay();

        assertThat(result.code()).isZero();
        assertThat(result.messages()).last().asString().startsWith("replay: 4 records, 4 lines, 0 quarantined");
        assertThat(LakeFiles.changes(folder.resolve("lake"))).hasSize(4);
        assertThat(folder.resolve("state/ledger/ces-feed/2.json"))
                .content()
                .containsPattern("\"log\":\"arn:aws:kafka:[^\"]*/lake-in/[^\"]*/ces-feed\"");
        assertThat(replay().messages()).last().asString().contains("4 already in the lake");
    }

    @Test
    void aClusterIsCalledAsTheFunctionCallsIt() throws IOException {
        cli().file("captured/event.json", lambda("msk-one-record.json"));

        Result named = cli().with(Map.of("SLUICE_KAFKA_CLUSTER", "orders-cluster"))
                .run("replay", "captured", "--lake", "lake", "--state", "state");

        assertThat(named.code()).isZero();
        assertThat(folder.resolve("state/ledger/ces-feed/0.json"))
                .content()
                .contains("\"log\":\"orders-cluster/ces-feed\"");
        assertThat(replay().err()).contains("stream ces-feed holds the log orders-cluster/ces-feed");
        assertThat(replay("--log", "orders-cluster/ces-feed").code()).isZero();
    }

    @Test
    void messagesWithoutTheirPlacesAreForNormalize() throws IOException {
        cli().file("captured/messages.jsonl", "{\"secret\":42}\n{\"secret\":43}\n".getBytes(UTF_8))
                .file("captured/queue.json", lambda("on-failure-queue.json"))
                .file("captured/event.json", lambda("msk-one-record.json"));

        Result result = replay();

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.messages())
                .contains(
                        "messages.jsonl: not_an_event: 2 of its 2 JSON values, the first is value 1, are no whole Kafka"
                                + " event of Lambda and no on-failure object with one; messages without their places in a log are"
                                + " for sluice normalize")
                .anyMatch(line -> line.startsWith("queue.json: no_records: 1 of its 1 JSON values"));
        assertThat(result.err()).doesNotContain("42").doesNotContain("secret");
        assertThat(LakeFiles.changes(folder.resolve("lake"))).hasSize(1);
    }

    @Test
    void aFileOfEventsCanStandAlone() throws IOException {
        cli().file("event.json", lambda("msk-one-record.json"));

        Result result = cli().run("replay", "event.json", "--dry-run", "--json");

        assertThat(result.code()).isZero();
        assertThat(Cli.json(result.out()).at("/stream").asText()).isEqualTo("ces-feed");
    }

    @Test
    void timesAreInUtcOrSayWhere() {
        cli().file(NAME, tombstones(0, 1, 2, 3, 4, 5));
        String[][] limits = {
            {"2026-05-06T07:08:12Z", "2026-05-06T07:08:14Z"},
            {"2026-05-06T07:08:12", "2026-05-06 07:08:14"},
            {"2026-05-06T09:08:12+02:00", "2026-05-06T02:08:14-05:00"}
        };
        for (String[] limit : limits) {
            Result result = cli().run(
                            "replay",
                            "captured",
                            "--dry-run",
                            "--from-time",
                            limit[0],
                            "--to-time",
                            limit[1],
                            "--json");

            assertThat(Cli.json(result.out()).at("/first").asInt()).isEqualTo(2);
            assertThat(Cli.json(result.out()).at("/last").asInt()).isEqualTo(3);
        }
        Result day = cli().run("replay", "captured", "--dry-run", "--from-time", "2026-05-07", "--json");
        assertThat(Cli.json(day.out()).at("/records").asInt(-1)).isZero();
    }

    @Test
    void aLayoutOfTheUsersTellsPartitions() {
        cli().file("captured/2026-11-05/p7-ces.of.lake-in.avro", tombstones(1));

        Result result = cli().run(
                        "replay",
                        "captured",
                        "--dry-run",
                        "--json",
                        "--layout",
                        "{Year}-{Month}-{Day}/p{PartitionId}-{EventHub}.of.{Namespace}");

        assertThat(Cli.json(result.out()).at("/partition").asInt()).isEqualTo(7);
        assertThat(Cli.json(result.out()).at("/log").asText()).isEqualTo("lake-in.servicebus.windows.net/ces");
    }

    @Test
    void aStreamIsCalledAsLiveTrafficCallsIt() {
        cli().file(NAME, tombstones(1));

        assertThat(replay("--as", "hr").code()).isZero();

        assertThat(folder.resolve("state/ledger/hr/3.json"))
                .content()
                .contains("\"log\":\"lake-in.servicebus.windows.net/ces\"");
    }

    @Test
    void aLedgerOfAnotherLogIsTheWorldsFaultAndNothingIsWritten() {
        cli().file(NAME, tombstones(1, 2));
        replay("--log", "other/hub");

        Result result = replay();

        assertThat(result.code()).isEqualTo(ExitCode.WORLD);
        assertThat(result.err()).contains("sluice: ces/3: stream ces holds the log other/hub");
    }

    @Test
    void someTablesAreReplayedAndHolesStay() throws IOException {
        cli().file(NAME, sample("20-events.avro"));
        replay();
        Map<String, String> whole = LakeFiles.contents(folder.resolve("lake"));
        String table = LakeFiles.changes(folder.resolve("lake"))
                .get(0)
                .at("/source/table")
                .asText();

        Result some =
                cli().run("replay", "captured", "--lake", "some", "--state", "some-state", "--table", "*." + table);

        assertThat(some.code()).isZero();
        Map<String, String> expected = new HashMap<>(whole);
        expected.keySet().removeIf(name -> name.contains("table=") && !name.contains("table=" + table + "/"));
        assertThat(LakeFiles.contents(folder.resolve("some")))
                .containsAllEntriesOf(expected.entrySet().stream()
                        .filter(file -> file.getKey().contains("table=" + table + "/"))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        assertThat(LakeFiles.changes(folder.resolve("some")))
                .isNotEmpty()
                .allSatisfy(
                        line -> assertThat(line.at("/source/table").asText()).isEqualTo(table));
        assertThat(cli().run("status", "--lake", "some", "--state", "some-state", "--json")
                        .out())
                .contains("\"through\":60999,");

        assertThat(cli().run("replay", "captured", "--lake", "some", "--state", "some-state")
                        .code())
                .isZero();
        assertThat(LakeFiles.contents(folder.resolve("some"))).isEqualTo(whole);
    }

    @Test
    void aLakeIsRebuiltBesideTheOneThatIsRead() throws IOException {
        cli().file(NAME, sample("20-events.avro"));
        replay();

        Result same = replay("--mode", "rebuild");
        assertThat(same.code()).isEqualTo(ExitCode.USAGE);
        assertThat(same.err()).contains("--mode rebuild: this lake has lines already; name a new one, and its state");

        for (int time = 0; time < 2; time++) {
            assertThat(cli().run(
                                    "replay",
                                    "captured",
                                    "--lake",
                                    "new",
                                    "--state",
                                    "new-state",
                                    "--mode",
                                    "rebuild",
                                    "--integers",
                                    "string")
                            .code())
                    .isZero();
        }
        assertThat(LakeFiles.changes(folder.resolve("new"))).hasSize(19);
    }

    @Test
    void wrongUsageIsTold() {
        cli().file(NAME, tombstones(1));

        assertRefused(
                cli().run("replay", "captured"), "--lake and --state say where to replay to; --dry-run only looks");
        assertRefused(replay("--layout", "{Hub}"), "--layout: '{Hub}' is no layout");
        assertRefused(replay("--stream", "cse"), "the archive holds no such stream and partition; its streams are ces");
        assertRefused(replay("--partition", "-1"), "--partition: -1 is not 0 or more");
        assertRefused(replay("--from-offset", "9", "--to-offset", "8"), "no offset is from 9 to 8");
        assertRefused(replay("--from-time", "noon"), "--from-time: 'noon' is no time; expected one like 2026-05-06");
        assertRefused(
                replay("--from-time", "2026-05-06", "--to-time", "2026-05-06"),
                "no time is from 2026-05-06T00:00:00Z on and before 2026-05-06T00:00:00Z");
        assertRefused(
                cli().run("replay", "s4://bucket/captured", "--dry-run"),
                "ARCHIVE: not the place of a store: 's4://bucket/captured': there is no store for the scheme 's4'");
        assertRefused(cli().run("replay"), "Missing required parameter: 'ARCHIVE'");
    }

    private static void assertRefused(Result result, String message) {
        assertThat(result.err()).contains("sluice: " + message);
        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void anArchiveThatIsNotThereIsTheWorldsFault() throws IOException {
        Result missing = cli().run("replay", "captured", "--dry-run");

        assertThat(missing.code()).isEqualTo(ExitCode.WORLD);
        assertThat(missing.err()).contains("captured does not exist; check the name");

        Files.createDirectories(folder.resolve("captured"));
        Result empty = cli().run("replay", "captured", "--dry-run");
        assertThat(empty.code()).isZero();
        assertThat(empty.messages()).containsExactly("replay: 0 files, 0 records, 0 partitions");
    }
}
