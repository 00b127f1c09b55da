package dev.sluice.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.aws.RuntimeApi.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the event source mapping makes of a function's answer. */
final class MappingReply {
    private static final ObjectMapper JSON = new ObjectMapper();

    private MappingReply() {}

    /**
     * The records that failed, and they only: a record behind them counts as done.
     *
     * @param readsFailures whether the mapping has {@code ReportBatchItemFailures}; else whatever is no error is a success
     * @return empty if the whole batch failed: an error, or an answer that is not as it has to be
     */
    static Optional<List<ConsumerRecord<byte[], byte[]>>> failed(
            Answer answer, boolean readsFailures, List<ConsumerRecord<byte[], byte[]>> batch) {
        if (answer.isError()) {
            return Optional.empty();
        }
        if (!readsFailures || answer.body().isBlank()) {
            return Optional.of(List.of());
        }
        try {
            return named(JSON.readTree(answer.body()).path("batchItemFailures"), batch);
        } catch (IOException noJson) {
            return Optional.empty();
        }
    }

    private static Optional<List<ConsumerRecord<byte[], byte[]>>> named(
            JsonNode failures, List<ConsumerRecord<byte[], byte[]>> batch) {
        Map<String, ConsumerRecord<byte[], byte[]>> known = new LinkedHashMap<>();
        batch.forEach(record -> known.put(KafkaPayload.partition(record) + " " + record.offset(), record));
        List<ConsumerRecord<byte[], byte[]>> named = new ArrayList<>();
        for (JsonNode failure : failures) {
            JsonNode identifier = failure.path("itemIdentifier");
            ConsumerRecord<byte[], byte[]> record =
                    known.remove(identifier.path("partition").textValue() + " " + identifier.path("offset"));
            if (record == null) {
                return Optional.empty(); // unknown, or there twice
            }
            named.add(record);
        }
        return Optional.of(named);
    }
}
