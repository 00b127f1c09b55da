package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.LakeFixture;
import dev.sluice.cli.Cli.Result;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.store.FileObjectStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code status}, {@code holes} and {@code epoch}, on a lake that lacks some records. */
class HolesCommandTest {
    private static final long TIME = 1_778_051_290_000L;

    @TempDir
    Path folder;

    private Result run(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--lake=lake", "--state=state"));
        return new Cli(folder).run(all.toArray(String[]::new));
    }

    /** Records that the broker gave; time passes by itself when offsets jump. */
    private void take(long first, long last) throws IOException {
        List<Delivery> records = new ArrayList<>();
        for (long offset = first; offset <= last; offset++) {
            records.add(new Delivery(offset, null, TIME + offset));
        }
        try (LakeFixture lake = new LakeFixture(
                new FileObjectStore(folder.resolve("lake")), new FileObjectStore(folder.resolve("state")))) {
            lake.process(new StreamPartition("ces", 3, "namespace/ces"), records);
        }
    }

    @BeforeEach
    void aLakeWithAHole() throws IOException {
        take(0, 9);
        take(15, 19);
    }

    @Test
    void theStatusTellsHowFarTheLakeIsAndWhatIsMissing() {
        Result status = run("status");

        assertThat(status.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(status.out().lines().toList().get(0))
                .matches("stream  partition  epoch  through +behind  holes  missing");
        assertThat(status.out().lines().toList().get(1)).matches("ces             3      1       19 .+ 1        5");
        assertThat(status.out())
                .contains("parked: nothing\nquarantine: nothing\n")
                .contains("holes: see 'sluice holes list'");
        assertThat(status.out().lines()).allMatch(line -> line.length() <= 80);

        JsonNode json = Cli.json(run("status", "--json").out());
        assertThat(json.at("/partitions/0/through").asLong()).isEqualTo(19);
        assertThat(json.at("/partitions/0/through_time").asText()).isEqualTo("2026-05-06T07:08:10.019Z");
        assertThat(json.at("/partitions/0/log").asText()).isEqualTo("namespace/ces");
        assertThat(json.at("/partitions/0/lag_ms").asLong()).isPositive();
        assertThat(json.at("/partitions/0/holes").asInt()).isEqualTo(1);
        assertThat(json.at("/partitions/0/missing").asLong()).isEqualTo(5);
        assertThat(json.at("/parked/waiting").asInt()).isZero();
        assertThat(json.at("/parked/oldest").isNull()).isTrue();
    }

    @Test
    void aLakeThatIsWholeIsWell() throws IOException {
        take(10, 14);

        assertThat(run("status").code()).isZero();
        assertThat(run("holes", "list").out()).isEqualTo("there is no hole\n");
        assertThat(run("holes", "list").code()).isZero();
    }

    @Test
    void partsThatWaitAreInTheStatus() {
        new Cli(folder).input("split/part-0.json", "part").run("normalize", "--lake=lake", "--state=state", "part");

        assertThat(run("status").out()).containsPattern("parked: 1 waiting; the oldest waits for \\d+s");
        assertThat(Cli.json(run("status", "--json").out()).at("/parked/waiting").asInt())
                .isEqualTo(1);
    }

    @Test
    void whatIsInTheQuarantineIsInTheStatus() throws IOException {
        take(10, 14);
        new Cli(folder)
                .file("bad.json", "{\"foreign\":1}")
                .run("normalize", "--lake=lake", "--state=state", "bad.json");

        assertThat(run("status").code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(run("status").out()).contains("quarantine: 1 unknown_message, see 'sluice quarantine list'");
        assertThat(Cli.json(run("status", "--json").out())
                        .at("/quarantine/unknown_message")
                        .asInt())
                .isEqualTo(1);
    }

    /** A job that watches a lake must not be content with one that is not there. */
    @Test
    void aLakeThatIsNotThereIsNoLakeThatIsWell() {
        Result status = new Cli(folder).run("status", "--lake=other", "--state=other-state");

        assertThat(status.code()).isEqualTo(ExitCode.WORLD);
        assertThat(status.err()).contains("there is no lake: it has no _layout.json; check its name");
        assertThat(folder.resolve("other/_layout.json")).doesNotExist();
    }

    @Test
    void theStatusOfALakeByTheHourNeedsNoSettings() {
        new Cli(folder)
                .input("split/part-0.json", "part")
                .run("normalize", "--lake=hourly", "--state=hourly-state", "--partition=hour", "part");

        assertThat(new Cli(folder)
                        .run("status", "--lake=hourly", "--state=hourly-state")
                        .code())
                .isZero();
    }

    @Test
    void holesAreListed() {
        Result holes = run("holes", "list");

        assertThat(holes.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(holes.out().lines())
                .containsExactly(
                        "stream  partition  first  last  offsets  state",
                        "ces             3     10    14        5  open");
    }

    @Test
    void aHoleIsAcceptedWithAReason() {
        String[] accept = {
            "holes", "accept", "--stream=ces", "--partition=3", "--from-offset=10", "--to-offset=14", "--reason=lost"
        };

        assertThat(run(accept).code()).isZero();

        assertThat(run("holes", "list").code()).isZero();
        assertThat(Cli.json(run("holes", "list", "--all", "--json").out()))
                .isEqualTo(Cli.json("{\"stream\":\"ces\",\"partition\":3,\"epoch\":1,\"first\":10,\"last\":14,"
                        + "\"state\":\"accepted\",\"reason\":\"lost\"}"));
        assertThat(run("status").out()).contains("accepted holes: 1, see 'sluice holes list --all'");
        assertThat(run("status").code()).isZero();
        assertThat(run(accept).err()).contains("sluice: from offset 10 to 14 there is no hole");
        assertThat(run(accept).code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void whatWasDoneIsOpenedForAReplay() {
        assertThat(run("holes", "open", "--stream=ces", "--partition=3", "--from-offset=2", "--to-offset=3")
                        .code())
                .isZero();

        assertThat(run("holes", "list").out()).contains("      2     3        2  open");
        assertThat(run("holes", "open", "--stream=ces", "--partition=3", "--from-offset=8", "--to-offset=12")
                        .err())
                .contains("sluice: offset 10 is not done; it comes by itself, or is in a hole");
    }

    @Test
    void anotherLifeBeginsOnlyIfSomebodyIsSure() {
        Result unsure = run("epoch", "open", "--stream=ces", "--partition=3");
        assertThat(unsure.code()).isEqualTo(ExitCode.USAGE);
        assertThat(unsure.err()).contains("say --yes if it was");

        Result sure = run("epoch", "open", "--stream=ces", "--partition=3", "--yes");
        assertThat(sure.code()).isZero();
        assertThat(sure.err()).isEqualTo("epoch 2 of ces/3 begins at offset 0\n");
        assertThat(Cli.json(run("status", "--json").out())
                        .at("/partitions/0/epoch")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void wrongUsageIsTold() {
        assertRefused(run("holes", "accept", "--stream=ces"), "--reason is missing");
        assertRefused(run("holes", "accept", "--stream=ces", "--reason=x"), "--partition is missing");
        assertRefused(
                run("holes", "open", "--stream=ces", "--partition=3", "--from-offset=3", "--to-offset=2"),
                "no offset is from 3 to 2");
        assertRefused(
                run("epoch", "open", "--stream=other", "--partition=3", "--yes"), "this lake has nothing of stream");
        assertRefused(new Cli(folder).run("status"), "--lake and --state say whose status");
        assertRefused(new Cli(folder).run("holes"), "list, accept or open?");
    }

    private static void assertRefused(Result result, String message) {
        assertThat(result.err()).contains("sluice: " + message);
        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void helpHasExamples() {
        for (String command : List.of("holes list", "holes accept", "holes open", "epoch open", "status")) {
            List<String> args = new ArrayList<>(List.of(command.split(" ", -1)));
            args.add("--help");
            Result help = new Cli(folder).run(args.toArray(String[]::new));
            assertThat(help.code()).isZero();
            assertThat(help.out()).contains("Examples:\n  sluice " + command + " --lake");
            assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
        }
    }
}
