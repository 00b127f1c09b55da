package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.Delivery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The answer, to the byte: a wrong shape would make of a failure a loss. */
class KafkaHandlerTest {
    private static App.Failed failed(String topic, int partition, long... offsets) {
        List<Delivery> records = new ArrayList<>();
        for (long offset : offsets) {
            records.add(new Delivery(offset, null, null));
        }
        return new App.Failed(
                new Batch(new StreamPartition(topic, partition, "cluster/" + topic), records),
                new IOException("the store is down"));
    }

    private static String answer(App.Failed... failed) {
        return new String(KafkaHandler.answer(List.of(failed)).toBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void theAnswerHasTheShapeOfKafka() throws IOException {
        assertThat(answer(failed("ces-feed", 2, 2022), failed("dw.orders-2026", 1, 79)))
                .isEqualTo(
                        "{\"batchItemFailures\":[{\"itemIdentifier\":{\"partition\":\"ces-feed-2\",\"offset\":2022}},"
                                + "{\"itemIdentifier\":{\"partition\":\"dw.orders-2026-1\",\"offset\":79}}]}");
        ObjectMapper json = new ObjectMapper();
        assertThat(json.readTree(answer(failed("ces-feed", 2, 2022), failed("dw.orders-2026", 1, 79))))
                .isEqualTo(json.readTree(Files.readString(Path.of("src/test/resources/lambda/response-partial.json"))));
    }

    @Test
    void everyRecordOfAPartitionThatFailedIsNamed() {
        assertThat(answer(failed("t", 0, 7, 8)))
                .isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":{\"partition\":\"t-0\",\"offset\":7}},"
                        + "{\"itemIdentifier\":{\"partition\":\"t-0\",\"offset\":8}}]}");
    }

    @Test
    void nothingFailedIsAnEmptyList() {
        assertThat(answer()).isEqualTo("{\"batchItemFailures\":[]}");
    }

    @Test
    void workEndsBeforeThePlatformEndsIt() {
        assertThat(KafkaHandler.workingTime(Duration.ofMinutes(14))).isEqualTo(Duration.ofSeconds(14 * 60 - 35));
        assertThat(KafkaHandler.workingTime(Duration.ofSeconds(70))).isEqualTo(Duration.ofSeconds(35));
        assertThat(KafkaHandler.workingTime(Duration.ofSeconds(20))).isEqualTo(Duration.ofSeconds(10));
    }
}
