package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.Cli.Result;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kafka events of AWS Lambda as inputs. */
class NormalizeLambdaTest {
    private static final String VALUE = Base64.getEncoder().encodeToString(Cli.resource("ces/gen-c-insert.json"));

    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder);
    }

    private static String event(String records) {
        return "{\"eventSource\":\"SelfManagedKafka\",\"bootstrapServers\":\"b:1,a:1\",\"records\":{" + records + "}}";
    }

    @Test
    void recordsKeepTheirCoordinates() {
        Result result =
                cli().input("lambda/msk-one-record.json", "a.json").run("normalize", "--stream", "mine", "a.json");

        assertThat(result.code()).isZero();
        JsonNode source = result.lines().get(0).at("/source");
        assertThat(source.at("/stream").asText()).isEqualTo("ces-feed");
        assertThat(source.at("/partition").asInt()).isZero();
        assertThat(source.at("/offset").asInt()).isEqualTo(1015);
    }

    @Test
    void theyDoNotAdvanceTheCountOfTheOthersAndStandInTheirPlace() {
        Result result = cli().input("ces/gen-c-insert.json", "1.json")
                .input("lambda/msk-one-record.json", "2.json")
                .input("ces/gen-c-delete-full.json", "3.json")
                .run("normalize", ".");

        assertThat(result.lines())
                .extracting(line -> line.at("/source/stream").asText() + " "
                        + line.at("/source/offset").asText())
                .containsExactly("local 0", "ces-feed 1015", "local 1");
    }

    @Test
    void severalTopicsAndPartitionsKeepTheirOrder() {
        Result result = cli().input("lambda/msk-two-topics.json", "a.json").run("normalize", "a.json");

        assertThat(result.code()).isEqualTo(ExitCode.DONE);
        assertThat(result.lines())
                .extracting(line -> line.at("/source/partition").asText() + "/"
                        + line.at("/source/offset").asText())
                .containsExactly("2/2021", "2/2022", "3/331", "1/77", "1/79");
        assertThat(result.err()).contains("normalize: 6 records, 5 lines").contains("1 skipped");
    }

    @Test
    void aTombstoneIsSkippedWhetherNullOrMissing() {
        Result result = cli().input("lambda/msk-null-value.json", "1.json")
                .input("lambda/msk-missing-value.json", "2.json")
                .run("normalize", ".");

        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("2 records, 0 lines, 0 quarantined, 0 incomplete, 2 skipped");
    }

    @Test
    void anEventWithoutRecordsIsNothing() {
        Result result = cli().input("lambda/msk-empty-records.json", "a.json").run("normalize", "a.json");

        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("normalize: 0 records");
    }

    @Test
    void aPartitionSentAsTextAndAnOffsetBeyondDoubleAreRead() {
        Result result = cli().file(
                        "a.json",
                        event("\"t-5\":[{\"topic\":\"t\",\"partition\":\"5\","
                                + "\"offset\":9007199254740993,\"value\":\"" + VALUE + "\"}]"))
                .run("normalize", "a.json");

        assertThat(result.lines().get(0).at("/source/partition").asInt()).isEqualTo(5);
        assertThat(result.lines().get(0).at("/source/offset").asLong()).isEqualTo(9007199254740993L);
    }

    @Test
    void topicAndPartitionCanComeFromTheGroupsName() {
        Result result = cli().file("a.json", event("\"orders-2024-7\":[{\"offset\":3,\"value\":\"" + VALUE + "\"}]"))
                .run("normalize", "a.json");

        assertThat(result.lines().get(0).at("/source/stream").asText()).isEqualTo("orders-2024");
        assertThat(result.lines().get(0).at("/source/partition").asInt()).isEqualTo(7);
    }

    @Test
    void aRecordThatCannotBeReadIsToldAndItsNeighboursComeOut() {
        Result result = cli().file(
                        "a.json",
                        event("\"t-5\":[{\"offset\":1,\"value\":\"%%\"},{\"offset\":2,\"value\":\"" + VALUE
                                + "\"},{\"value\":\"" + VALUE + "\"},{\"offset\":4,\"value\":{}},5]"))
                .run("normalize", "a.json");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.lines()).hasSize(1);
        assertThat(result.messages())
                .containsExactly(
                        "a.json:1: bad_lambda_record: the record's value is not base64 (/records/t-5/0)",
                        "a.json:3: bad_lambda_record: the record's offset is missing or not a whole number"
                                + " (/records/t-5/2)",
                        "a.json:4: bad_lambda_record: the record's value is not base64 (/records/t-5/3)",
                        "a.json:5: bad_lambda_record: the record's offset is missing or not a whole number"
                                + " (/records/t-5/4)",
                        "normalize: 5 records, 1 lines, 4 quarantined, 0 incomplete, 0 skipped");
    }

    @Test
    void eventsCanStandOnLines() {
        String line = event("\"t-0\":[{\"offset\":8,\"value\":\"" + VALUE + "\"}]");
        Result result = cli().stdin(line + "\n" + line.replace("\"t-0\"", "\"t-1\"") + "\n")
                .run("normalize", "-");

        assertThat(result.lines())
                .extracting(one -> one.at("/source/partition").asInt())
                .containsExactly(0, 1);
    }

    @Test
    void jsonThatOnlyLooksLikeAnEventIsARecord() {
        Result result = cli().file("1.json", "{\"eventSource\":\"aws:sqs\",\"records\":{}}")
                .file("2.json", "{\"eventSource\":\"aws:kafka\",\"records\":[]}")
                .file("3.json", event("") + event(""))
                .file("4.json", "{\"eventSource\":\"aws:kafka\",\"records\":{")
                .run("normalize", ".");

        assertThat(result.code()).isEqualTo(ExitCode.SOME_LEFT_OUT);
        assertThat(result.err()).contains("normalize: 4 records, 0 lines, 4 quarantined");
    }
}
