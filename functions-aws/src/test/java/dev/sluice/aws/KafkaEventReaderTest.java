package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Lambda hands over is read to the last record, in its order, with all digits of its offsets. */
class KafkaEventReaderTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/lambda"))) {
            List<Path> samples = files.filter(
                            file -> file.getFileName().toString().matches("(msk|self|unknown).*"))
                    .sorted()
                    .toList();
            assertThat(samples).hasSizeGreaterThan(14);
            return samples;
        }
    }

    private static Received read(String event) throws IOException {
        return read(event, Optional.of("cluster"));
    }

    private static Received read(String event, Optional<String> cluster) throws IOException {
        return KafkaEventReader.read(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), cluster);
    }

    private static String record(String fields) {
        return "{\"eventSource\":\"aws:kafka\",\"records\":{\"t-0\":[{" + fields + "}]}}";
    }

    /** By a reader that holds all of it in memory. */
    @ParameterizedTest
    @MethodSource("samples")
    void everySampleIsReadAsATreeIs(Path sample) throws IOException {
        JsonNode event = JSON.readTree(sample.toFile());
        List<String> expected = new ArrayList<>();
        event.get("records")
                .forEach(group -> group.forEach(record -> {
                    byte[] value = record.path("value").isTextual()
                            ? Base64.getDecoder().decode(record.get("value").asText())
                            : null;
                    boolean brokerSets = record.path("timestampType").asText().equals("LOG_APPEND_TIME");
                    expected.add(record.get("topic").asText() + "-"
                            + record.get("partition").asText() + " "
                            + record.get("offset").asText() + " "
                            + (brokerSets ? record.get("timestamp").asText() : "null")
                            + " " + (value == null ? "null" : HexFormat.of().formatHex(value)));
                }));

        Received received = read(Files.readString(sample, StandardCharsets.UTF_8));

        assertThat(received.unplaced()).isEmpty();
        List<String> found = new ArrayList<>();
        for (Batch batch : received.batches()) {
            assertThat(batch.source().log()).isEqualTo("cluster/" + batch.source().stream());
            for (Delivery record : batch.deliveries()) {
                found.add(batch.source().stream() + "-" + batch.source().partition() + " " + record.offset() + " "
                        + record.brokerTime() + " "
                        + (record.body() == null
                                ? "null"
                                : HexFormat.of().formatHex(record.body().copy())));
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void aLogIsKnownByItsClusterAndTopic() throws IOException {
        String msk = Files.readString(Path.of("src/test/resources/lambda/msk-one-record.json"));
        String own = Files.readString(Path.of("src/test/resources/lambda/self-managed.json"));

        assertThat(read(msk, Optional.empty()).batches().get(0).source().log())
                .matches("arn:aws:kafka:[^/]*/lake-in/[^/]*/ces-feed");
        assertThat(read(own, Optional.empty()).batches().get(0).source().log())
                .startsWith("kafka-a.example.net:9093,kafka-b.example.net:9093/");
    }

    @Test
    void topicAndPartitionCanBeToldByTheGroup() throws IOException {
        Received received = read("{\"eventSource\":\"aws:kafka\",\"records\":{\"orders-2024-07\":[{\"offset\":5}]}}");

        assertThat(received.batches().get(0).source())
                .isEqualTo(new StreamPartition("orders-2024", 7, "cluster/orders-2024"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"topic\":\"t\",\"partition\":0",
                "\"topic\":\"t\",\"partition\":0,\"offset\":null",
                "\"topic\":\"t\",\"partition\":0,\"offset\":-1",
                "\"topic\":\"t\",\"partition\":0,\"offset\":1.5",
                "\"topic\":\"t\",\"partition\":0,\"offset\":{}",
                "\"topic\":\"t\",\"partition\":4294967296,\"offset\":1",
                "\"topic\":\"t\",\"partition\":\"x\",\"offset\":1",
                "\"topic\":\"\",\"partition\":0,\"offset\":1"
            })
    void aRecordWithoutAPlaceIsKept(String fields) throws IOException {
        Received received = read(record(fields + ",\"value\":\"YWJj\""));

        assertThat(received.batches()).isEmpty();
        assertThat(received.unplaced()).hasSize(1);
        assertThat(received.unplaced().get(0).bodies().get(0).toString()).isEqualTo("abc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"t-0\":[7]}", "{\"t-0\":[null]}", "{\"t-0\":[[]]}", "{\"t-0\":{\"offset\":1}}"})
    void whatIsNoRecordIsKeptAsOneWithoutAPlace(String records) throws IOException {
        Received received = read("{\"eventSource\":\"aws:kafka\",\"records\":" + records + "}");

        assertThat(received.batches()).isEmpty();
        assertThat(received.unplaced()).hasSize(1);
        assertThat(received.unplaced().get(0).bodies()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"@@\"", "\"YWJ\\u0000\"", "17", "{\"a\":1}", "[1]", "true"})
    void aValueThatIsNoBase64IsNoTombstone(String value) throws IOException {
        Received received = read(record("\"offset\":1,\"value\":" + value));

        assertThat(received.batches().get(0).deliveries().get(0).body()).isNotNull();
        assertThat(received.batches().get(0).deliveries().get(0).body().length())
                .isPositive();
    }

    @Test
    void whatIsNoBase64IsKeptAsItStands() throws IOException {
        String event = record(
                "\"offset\":1,\"value\":\"YWJj\"},{\"offset\":2,\"value\":\"YWJj, but no base64\"},{\"offset\":3,"
                        + "\"value\":\"ZGVm\"");
        InputStream once = new SequenceInputStream(
                new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), InputStream.nullInputStream());

        for (Received received : List.of(read(event), KafkaEventReader.read(once, Optional.of("cluster")))) {
            assertThat(received.batches().get(0).deliveries())
                    .extracting(record -> String.valueOf(record.body()))
                    .containsExactly("abc", "YWJj, but no base64", "def");
        }
    }

    @Test
    void whatIsNoEventOfKafkaIsRefused() {
        for (String event : List.of(
                "",
                "[]",
                "7",
                "{}",
                "{\"eventSource\":\"aws:sqs\",\"records\":{}}",
                "{\"Records\":[{\"eventSource\":\"aws:kinesis\"}]}")) {
            assertThatThrownBy(() -> read(event))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no event of a Kafka event source mapping");
        }
        assertThatThrownBy(() -> read("{\"eventSource\":\"aws:kafka\",\"records\":{\"t-0\":[{\"value\":\"c2VjcmV0\""))
                .isInstanceOf(IOException.class);
    }

    @Test
    void whatStandsBehindAnEventIsNotPassedOver() {
        assertThatThrownBy(() -> read(record("\"offset\":1") + record("\"offset\":2")))
                .isInstanceOf(IOException.class)
                .hasMessage("something stands behind the event");
        assertThatThrownBy(() -> read("{\"records\":[{\"offset\":2}]}"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no event of a Kafka event source mapping");
    }

    @Test
    void anEventWithoutRecordsIsNothing() throws IOException {
        for (String records : List.of("", ",\"records\":null", ",\"records\":{}", ",\"records\":{\"t-0\":[]}")) {
            assertThat(read("{\"eventSource\":\"aws:kafka\"" + records + "}")).isEqualTo(Received.NOTHING);
        }
    }

    /** The event is in there as text (S3), or as it is (a Kafka topic). */
    @ParameterizedTest
    @ValueSource(strings = {"on-failure-s3.json", "on-failure-kafka-topic.json"})
    void whatTheMappingGaveUpIsReadAsTheEventWouldBe(String name) throws IOException {
        String text = Files.readString(Path.of("src/test/resources/lambda", name), StandardCharsets.UTF_8);
        JsonNode payload = JSON.readTree(text).get("payload");

        Received received = read(text);

        assertThat(received.batches())
                .hasSize(1)
                .isEqualTo(read(payload.isTextual() ? payload.asText() : payload.toString())
                        .batches());
        assertThat(received.unplaced()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"on-failure-queue.json", "on-failure-too-large.json"})
    void whatWasGivenUpWithoutItsRecordsIsRefusedWithAReason(String name) throws IOException {
        String text = Files.readString(Path.of("src/test/resources/lambda", name), StandardCharsets.UTF_8);
        String condition = JSON.readTree(text).at("/requestContext/condition").asText();

        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IOException.class)
                .hasMessage("the records that were given up (" + condition
                        + ") are not in this object; replay them from an archive");
    }
}
