package dev.sluice.azure;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.Cardinality;
import com.microsoft.azure.functions.annotation.EventHubTrigger;
import com.microsoft.azure.functions.annotation.ExponentialBackoffRetry;
import com.microsoft.azure.functions.annotation.FunctionName;
import java.io.IOException;
import java.util.List;

/**
 * The change events of an event hub. The trigger moves its checkpoint when a call ends, also when it fails; the retry
 * policy without an end is what keeps a batch whose store is down.
 */
public final class ChangeFeed {
    /**
     * Takes a batch of one partition in.
     *
     * @throws IOException when it is not durable yet; the platform gives it again
     */
    @FunctionName("ChangeFeed")
    @ExponentialBackoffRetry(maxRetryCount = -1, minimumInterval = "00:00:02", maximumInterval = "00:05:00")
    public void run(
            @EventHubTrigger(
                            name = "bodies",
                            eventHubName = "%" + AppSettings.HUB + "%",
                            consumerGroup = "%" + AppSettings.CONSUMER_GROUP + "%",
                            connection = "SLUICE_EVENTS",
                            cardinality = Cardinality.MANY,
                            dataType = "binary")
                    List<byte[]> bodies,
            @BindingName("PartitionContext") String partitionContext,
            @BindingName("SystemPropertiesArray") String systemProperties,
            @BindingName("SequenceNumberArray") List<Long> sequenceNumbers,
            @BindingName("EnqueuedTimeUtcArray") String enqueuedTimes,
            ExecutionContext context)
            throws IOException {
        App app = App.get();
        app.take(
                EventHubInput.read(
                        app.settings().stream(),
                        bodies,
                        partitionContext,
                        systemProperties,
                        sequenceNumbers,
                        enqueuedTimes),
                context.getLogger());
    }
}
