package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.killed.Wave;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.Delivery;
import dev.sluice.text.Slice;
import dev.sluice.traffic.Generated;
import dev.sluice.traffic.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Fills topics of a broker, and tells what stands in them. */
final class KafkaTopics implements AutoCloseable {
    private final String brokers;
    private final Admin admin;

    KafkaTopics(String brokers) {
        this.brokers = brokers;
        this.admin = Admin.create(Map.of("bootstrap.servers", brokers));
    }

    /** Makes a topic; the broker sets the times of its records, or whoever sends them. */
    void create(String topic, int partitions, boolean brokerSetsTimes) throws Exception {
        String times = brokerSetsTimes ? "LogAppendTime" : "CreateTime";
        admin.createTopics(List.of(
                        new NewTopic(topic, partitions, (short) 1).configs(Map.of("message.timestamp.type", times))))
                .all()
                .get();
    }

    /** Makes the topics of these logs, and sends all their records. */
    void send(List<Wave.Log> logs) throws Exception {
        Map<String, Integer> partitions = new TreeMap<>();
        logs.forEach(log -> partitions.merge(log.source().stream(), 1, Integer::sum));
        for (Map.Entry<String, Integer> topic : partitions.entrySet()) {
            create(topic.getKey(), topic.getValue(), topic.getKey().startsWith("dataworks"));
        }
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (Wave.Log log : logs) {
                send(producer, log);
            }
        }
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, Wave.Log log) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (Generated one : log.records()) {
            sent.add(producer.send(record(log.source().stream(), one)));
        }
        for (int i = 0; i < sent.size(); i++) {
            assertThat(sent.get(i).get().offset())
                    .isEqualTo(log.records().get(i).message().offset());
        }
    }

    KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** With headers that are not ASCII, are there twice, or hold nothing; some without a key. */
    private static ProducerRecord<byte[], byte[]> record(String topic, Generated one) {
        long offset = one.message().offset();
        byte[] key = offset % 2 == 0 ? null : ("key " + offset).getBytes(StandardCharsets.UTF_8);
        byte[] value = one.kind() == Kind.EMPTY ? null : one.message().body();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, one.message().partition(), key, value);
        Headers headers = record.headers();
        if (offset % 3 == 0) {
            headers.add("ce_subject", "Zoë".getBytes(StandardCharsets.UTF_8)).add("trace", new byte[] {-128, 127});
            headers.add("trace", null).add("trace", new byte[0]);
        }
        return record;
    }

    /**
     * What stands in a topic's partitions now, as Lambda hands it over.
     *
     * @param logs whose partitions they are
     */
    List<Batch> batches(List<Wave.Log> logs) {
        Map<TopicPartition, List<Delivery>> found = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of())) {
            Set<TopicPartition> all =
                    logs.stream().map(log -> partition(log.source())).collect(Collectors.toSet());
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    found.computeIfAbsent(
                                    new TopicPartition(record.topic(), record.partition()), key -> new ArrayList<>())
                            .add(delivery(record));
                }
            }
        }
        return logs.stream()
                .map(log -> new Batch(log.source(), found.get(partition(log.source()))))
                .toList();
    }

    private static Delivery delivery(ConsumerRecord<byte[], byte[]> record) {
        boolean brokerSets = record.timestampType() == TimestampType.LOG_APPEND_TIME;
        return new Delivery(
                record.offset(),
                record.value() == null ? null : Slice.of(record.value()),
                brokerSets ? record.timestamp() : null);
    }

    static TopicPartition partition(StreamPartition source) {
        return new TopicPartition(source.stream(), source.partition());
    }

    KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", brokers);
        settings.put("enable.auto.commit", false);
        settings.put("auto.offset.reset", "earliest");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** What a group has committed. */
    Map<TopicPartition, Long> committed(String group) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
        return offsets.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, one -> one.getValue().offset()));
    }

    @Override
    public void close() {
        admin.close();
    }
}
