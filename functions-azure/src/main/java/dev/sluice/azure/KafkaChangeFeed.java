package dev.sluice.azure;

import com.microsoft.azure.functions.BrokerAuthenticationMode;
import com.microsoft.azure.functions.BrokerProtocol;
import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.Cardinality;
import com.microsoft.azure.functions.annotation.ExponentialBackoffRetry;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.KafkaTrigger;
import java.io.IOException;
import java.util.List;

/** The messages of Kafka topics, as DataWorks writes them. */
public final class KafkaChangeFeed {
    /**
     * Takes a batch in, which may hold records of several topics and partitions.
     *
     * @throws IOException when some of it is not durable yet; the platform gives all of it again
     */
    @FunctionName("KafkaChangeFeed")
    @ExponentialBackoffRetry(maxRetryCount = -1, minimumInterval = "00:00:02", maximumInterval = "00:05:00")
    public void run(
            @KafkaTrigger(
                            name = "bodies",
                            topic = "%" + AppSettings.KAFKA_TOPIC + "%",
                            brokerList = "%" + AppSettings.KAFKA_BROKERS + "%",
                            consumerGroup = "%" + AppSettings.KAFKA_CONSUMER_GROUP + "%",
                            protocol = BrokerProtocol.SASLSSL,
                            authenticationMode = BrokerAuthenticationMode.PLAIN,
                            username = "%" + AppSettings.KAFKA_USER + "%",
                            password = "%" + AppSettings.KAFKA_PASSWORD + "%",
                            cardinality = Cardinality.MANY,
                            dataType = "binary")
                    List<byte[]> bodies,
            @BindingName("TopicArray") List<String> topics,
            @BindingName("PartitionArray") String partitions,
            @BindingName("OffsetArray") List<Long> offsets,
            @BindingName("TimestampArray") String timestamps,
            ExecutionContext context)
            throws IOException {
        App app = App.get();
        AppSettings settings = app.settings();
        app.take(
                KafkaInput.read(
                        settings.kafkaCluster(),
                        settings.kafkaBrokerTimes(),
                        bodies,
                        topics,
                        partitions,
                        offsets,
                        timestamps),
                context.getLogger());
    }
}
