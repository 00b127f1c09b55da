package dev.sluice.archive;

import static dev.sluice.archive.ArchiveFixture.TIME;
import static dev.sluice.archive.ArchiveFixture.body;
import static dev.sluice.archive.ArchiveFixture.codes;
import static dev.sluice.archive.ArchiveFixture.texts;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of Kafka events of Lambda, alone and beside others. */
class EventFileTest {
    private static final String ARN =
            "arn:aws:kafka:eu-west-3:210987654321:cluster/lake-in/5b0c1f2e-7a43-4d18-93c6-0e2f9d8a7b61-7";
    /** As Lambda names objects of an on-failure bucket. */
    private static final String ON_FAILURE = "aws/lambda/7d1b/2026/10/14/2026-10-14T09.38.06-fcb042d9";

    private final ArchiveFixture archive = new ArchiveFixture();

    private static byte[] sample(String name) throws IOException {
        return Files.readAllBytes(Path.of("..", "functions-aws", "src", "test", "resources", "lambda", name));
    }

    private static String record(long offset, @Nullable String body) {
        return record(offset, body, "\"timestamp\":" + (TIME + offset) + ",\"timestampType\":\"LOG_APPEND_TIME\"");
    }

    private static String record(long offset, @Nullable String body, String fields) {
        String value = body == null ? "null" : "\"" + Base64.getEncoder().encodeToString(body.getBytes(UTF_8)) + "\"";
        return "{\"offset\":" + offset + ",\"value\":" + value + "," + fields + "}";
    }

    private static String event(String groups) {
        return "{\"eventSource\":\"aws:kafka\",\"eventSourceArn\":\"" + ARN + "\",\"records\":{" + groups + "}}";
    }

    /** An event with records of a partition. */
    private static String event(int partition, long... offsets) {
        return event("\"hr-" + partition + "\":[" + String.join(",", records(offsets)) + "]");
    }

    private static List<String> records(long... offsets) {
        List<String> records = new ArrayList<>();
        for (long offset : offsets) {
            records.add(record(offset, "body " + offset));
        }
        return records;
    }

    private EventFileTest file(String key, String content) {
        archive.object(key, body(content));
        return this;
    }

    private ArchivePartition only() throws IOException {
        ArchivePlan plan = archive.plan();
        assertThat(plan.faults()).isEmpty();
        assertThat(plan.partitions()).hasSize(1);
        return plan.partitions().get(0);
    }

    private List<String> reasons() throws IOException {
        return archive.plan().faults().stream()
                .map(fault -> fault.file() + ": " + fault.code() + ": " + fault.reason())
                .toList();
    }

    @Test
    void anEventTellsItsPartitionsAndTheirLogs() throws IOException {
        archive.object("msk-two-topics.json", sample("msk-two-topics.json"));

        ArchivePlan plan = archive.plan();

        assertThat(plan.faults()).isEmpty();
        assertThat(plan.files()).isEqualTo(1);
        assertThat(plan.partitions())
                .extracting(ArchivePartition::stream, ArchivePartition::partition, ArchivePartition::recordCount)
                .containsExactly(tuple("ces-feed", 2, 2L), tuple("ces-feed", 3, 1L), tuple("dw.orders-2026", 1, 3L));
        assertThat(plan.partitions().get(0).log()).isEqualTo(ARN + "/ces-feed");
        assertThat(plan.partitions().get(0).stretches()).containsExactly(new Stretch(2021, 2022));
    }

    @Test
    void aRecordIsWhatTheFunctionGot() throws IOException {
        file(
                "one.json",
                event("\"hr-300\":[" + record(5, "ä") + "," + record(6, null) + ","
                        + record(7, "", "\"timestamp\":8,\"timestampType\":\"CREATE_TIME\"") + ","
                        + "{\"offset\":8,\"value\":\"no base64\"}]"));

        assertThat(ArchiveFixture.read(only()))
                .containsExactly(
                        new ArchivedRecord("one.json", 1, new Delivery(5, Slice.of("ä"), TIME + 5)),
                        new ArchivedRecord("one.json", 2, new Delivery(6, null, TIME + 6)),
                        new ArchivedRecord("one.json", 3, new Delivery(7, Slice.EMPTY, null)),
                        new ArchivedRecord("one.json", 4, new Delivery(8, Slice.of("no base64"), null)));
        assertThat(only().untimed()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"events.jsonl", "events.ndjson", "events.json", "events"})
    void anEventPerLineCanBeOfSeveralPartitions(String name) throws IOException {
        file(
                name,
                event(1, 10, 11) + "\n\n"
                        + event("\"hr-1\":[" + record(12, "x") + "],\"hr-2\":[" + record(3, "y") + "]") + "\r\n"
                        + event(2, 4) + "\n");

        ArchivePlan plan = archive.plan();

        assertThat(plan.faults()).isEmpty();
        assertThat(plan.files()).isEqualTo(1);
        assertThat(texts(ArchiveFixture.read(plan.partitions().get(0))))
                .containsExactly("10 body 10", "11 body 11", "12 x");
        assertThat(ArchiveFixture.read(plan.partitions().get(1)))
                .extracting(ArchivedRecord::number)
                .as("numbers count the records of the file")
                .containsExactly(4L, 5L);
    }

    @Test
    void whatAMappingGaveUpIsReadFromItsBucketAndFromItsTopic() throws IOException {
        archive.object(ON_FAILURE, sample("on-failure-s3.json"));
        archive.object("topic.json", sample("on-failure-kafka-topic.json"));

        ArchivePlan plan = archive.plan();

        assertThat(plan.faults()).isEmpty();
        assertThat(plan.partitions())
                .extracting(ArchivePartition::partition, ArchivePartition::stretches)
                .containsExactly(tuple(2, List.of(new Stretch(2021, 2022))), tuple(3, List.of(new Stretch(331, 331))));
        assertThat(plan.partitions()).extracting(ArchivePartition::log).containsOnly(ARN + "/ces-feed");
        assertThat(texts(ArchiveFixture.read(plan.partitions().get(1))).get(0)).startsWith("331 {\"specversion\"");
    }

    @Test
    void theyAreMergedWithOurOwnArchiveByOffset() throws IOException {
        ArchiveWriter writer = new ArchiveWriter(archive.store);
        for (long first : new long[] {0, 6}) {
            writer.keep(
                    new StreamPartition("hr", 3, ARN + "/hr"),
                    2,
                    IntStream.range(0, 3)
                            .mapToObj(i -> new Delivery(first + i, Slice.of("body " + (first + i)), TIME + first + i))
                            .toList());
        }
        file("one.json", event(3, 2, 3)).file("two.jsonl", event(3, 5, 6) + "\n" + event(3, 4, 5) + "\n");

        ArchivePartition partition = only();

        assertThat(partition.epoch()).isEqualTo(2);
        assertThat(partition.log()).isEqualTo(ARN + "/hr");
        assertThat(partition.stretches()).containsExactly(new Stretch(0, 8));
        assertThat(texts(ArchiveFixture.read(partition)))
                .containsExactly(
                        IntStream.range(0, 9).mapToObj(i -> i + " body " + i).toArray(String[]::new));
    }

    @Test
    void anotherBodyOfARecordIsToldAndLeftOut() throws IOException {
        file("one.json", event(3, 1, 2)).file("two.json", event("\"hr-3\":[" + record(2, "other") + "]"));

        Extent extent = only().extent();

        assertThat(codes(extent.faults())).containsExactly("two_bodies");
        assertThat(extent.records()).isEqualTo(1);
    }

    @Test
    void filtersTakeSomeOfThem() throws IOException {
        file("one.jsonl", event(1, 1, 2, 3, 4) + "\n" + event(2, 1, 2));
        archive.filter = new ArchiveFilter("hr", 1, 2, 3, null, null);

        assertThat(archive.texts()).containsExactly("2 body 2", "3 body 3");

        archive.filter = new ArchiveFilter("orders", null, 0, 9, null, null);
        assertThatThrownBy(archive::plan)
                .isInstanceOf(ArchiveChoiceException.class)
                .hasMessageEndingWith("its streams are hr");
    }

    @Test
    void messagesWithoutPlacesAreNamedAndCounted() throws IOException {
        file("messages.jsonl", "{\"specversion\":\"1.0\"}\n" + event(1, 1) + "\n[]\n7\n");
        file("text.json", "secret")
                .file("half.json", event(1, 2).substring(0, 150))
                .file("nothing.json", "");
        file("blank.json", " \n ").file("two.json", event(1, 3) + event(1, 4)).file("none.jsonl", "");

        assertThat(reasons())
                .containsExactly(
                        "blank.json: not_an_event: there is no JSON in it",
                        "half.json: not_an_event: " + notEvents(1, 1, 1),
                        "messages.jsonl: not_an_event: " + notEvents(3, 4, 1),
                        "nothing.json: not_an_event: there is no JSON in it",
                        "text.json: not_an_event: " + notEvents(1, 1, 1),
                        "two.json: not_an_event: " + notEvents(1, 1, 1));
        assertThat(archive.texts()).containsExactly("1 body 1");
    }

    private static String notEvents(int count, int of, int first) {
        return count + " of its " + of + " JSON values, the first is value " + first
                + ", are no whole Kafka event of Lambda and no on-failure object with one; messages without their places"
                + " in a log are for sluice normalize";
    }

    @Test
    void anEventThatIsCutOffGivesNoneOfItsRecordsAndTheOthersGiveTheirs() throws IOException {
        String event = event(1, 5, 6, 7);
        file("events.jsonl", event(1, 1) + "\n" + event.substring(0, event.length() - 5) + "\n" + event(1, 9) + "\n");

        assertThat(reasons()).containsExactly("events.jsonl: not_an_event: " + notEvents(1, 3, 2));
        assertThat(archive.texts()).containsExactly("1 body 1", "9 body 9");
    }

    @Test
    void whatWasGivenUpWithoutItsRecordsIsTold() throws IOException {
        archive.object("queue.json", sample("on-failure-queue.json"));
        archive.object(ON_FAILURE, sample("on-failure-too-large.json"));

        String reason =
                "no_records: 1 of its 1 JSON values, the first is value 1, tell of records that were given up, and"
                        + " do not hold them";
        assertThat(reasons()).containsExactly(ON_FAILURE + ": " + reason, "queue.json: " + reason);
    }

    @Test
    void recordsWithoutAPlaceAreCounted() throws IOException {
        file(
                "one.json",
                event("\"hr-1\":[" + record(1, "x") + ",{\"value\":\"c2VjcmV0\"}," + record(2, "y")
                        + ",7],\"hr\":[{\"offset\":1}]"));

        assertThat(reasons())
                .containsExactly("one.json: no_position: 3 of its records, the first is record 2, have no topic,"
                        + " partition or offset that can be read");
        assertThat(archive.texts()).containsExactly("1 x", "2 y");
    }

    @Test
    void anEventWithoutRecordsIsNoFault() throws IOException {
        archive.object("empty.json", sample("msk-empty-records.json"));

        assertThat(archive.plan().partitions()).isEmpty();
        assertThat(archive.plan().faults()).isEmpty();
    }

    @Test
    void aFileThatTheStoreDoesNotGiveIsTold() throws IOException {
        file("bad.json", event(1, 1)).file("bad", event(1, 2)).file("good.json", event(1, 3));

        ArchivePlan plan = archive.plan(new FaultyObjectStore(
                archive.store,
                (operation, name) -> {
                    if (name.startsWith("bad")) {
                        throw new IOException("forbidden");
                    }
                },
                FaultyObjectStore.Hook.NONE));

        assertThat(plan.faults())
                .extracting(ArchiveFault::file, ArchiveFault::code, ArchiveFault::reason)
                .containsExactly(
                        tuple("bad", "unreadable", "it could not be read: forbidden"),
                        tuple("bad.json", "unreadable", "it could not be read: forbidden"));
        assertThat(texts(ArchiveFixture.read(plan.partitions().get(0)))).containsExactly("3 body 3");
    }

    @Test
    void topicsOfTwoClustersAreOneOnlyIfThatIsSaid() throws IOException {
        file("one.json", event(1, 1)).file("two.json", event(1, 2).replace(ARN, "arn:aws:kafka:another"));

        assertThatThrownBy(archive::plan)
                .isInstanceOf(ArchiveChoiceException.class)
                .hasMessageContaining("topics of several clusters");

        ArchivePlan named = new Archive(archive.store, "", ArchiveLayout.of(ArchiveLayout.CAPTURE), "orders-cluster")
                .plan(ArchiveFilter.ALL, 1, bytes -> {});
        assertThat(named.partitions().get(0).log()).isEqualTo("orders-cluster/hr");
        assertThat(named.partitions().get(0).stretches()).containsExactly(new Stretch(1, 2));
    }

    @Test
    void aFileWhoseOffsetsGoBackTooOftenIsReadUpToThere() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int offset = 200; offset > 0; offset--) {
            lines.append(event(1, offset)).append('\n');
        }
        file("back.jsonl", lines.toString());

        ArchivePlan plan = archive.plan();

        assertThat(plan.faults())
                .extracting(ArchiveFault::code, ArchiveFault::reason)
                .containsExactly(tuple(
                        "out_of_order",
                        "its offsets go back over 100 times; behind offset 100, partition 1 was not read"));
        assertThat(plan.partitions().get(0).stretches()).containsExactly(new Stretch(100, 200));
        assertThat(texts(ArchiveFixture.read(plan.partitions().get(0)))).hasSize(101);
    }

    @Test
    void aFileThatChangedMeanwhileIsNotTakenForWhatItWas() throws IOException {
        file("one.json", event(1, 1, 2, 3));
        ArchivePartition partition = only();
        archive.store.delete("one.json");
        file("one.json", event(1, 1, 2));

        assertThatIOException()
                .isThrownBy(() -> ArchiveFixture.read(partition))
                .withMessage("one.json: not what it was a moment ago; run the command again");
    }

    /** As functions do it: what was listed is written down, and read by somebody else. */
    @Test
    void aListingIsEnoughToReadThem() throws IOException {
        file("one.jsonl", event(1, 1, 2) + "\n" + event(2, 7)).file("bad.json", "secret");
        Archive lister = new Archive(archive.store, "", ArchiveLayout.of(ArchiveLayout.CAPTURE));
        ArchiveListing listing = lister.list(ArchiveFilter.ALL);

        assertThat(codes(listing.faults())).containsExactly("not_an_event");
        ArchivePlan plan = new Archive(archive.store, "", ArchiveLayout.of(ArchiveLayout.CAPTURE))
                .scan(
                        new ArchiveListing(List.of(listing.partitions().get(1)), List.of()),
                        ArchiveFilter.ALL,
                        1,
                        bytes -> {});
        assertThat(plan.faults()).isEmpty();
        assertThat(texts(ArchiveFixture.read(plan.partitions().get(0)))).containsExactly("7 body 7");
    }

    @Test
    @Tag("slow")
    void twelveThousandSmallFiles() throws IOException {
        for (int offset = 0; offset < 6000; offset++) {
            file("on-failure/" + offset, event(1, offset));
            archive.object(
                    String.format("hr/1/2026/05/06/07/0-%020d.avro", 6000 + offset),
                    ArchiveFixture.records(6000 + offset));
        }

        ArchivePlan plan = archive.plan();

        assertThat(plan.files()).isEqualTo(12_000);
        assertThat(plan.partitions()).hasSize(1);
        Extent extent = plan.partitions().get(0).extent();
        assertThat(extent.records()).isEqualTo(12_000);
        assertThat(extent.gaps()).isEmpty();
    }
}
