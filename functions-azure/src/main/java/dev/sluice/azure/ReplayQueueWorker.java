package dev.sluice.azure;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.OutputBinding;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.QueueOutput;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import java.io.IOException;
import java.util.List;

/** Does steps of replays: cuts files into stretches of the log, or replays one. In any order, side by side, and again. */
public final class ReplayQueueWorker {
    /**
     * Does a step.
     *
     * @param message a {@link ReplayMessage}
     * @throws IOException when it is not done; the queue gives it again
     */
    @FunctionName("ReplayWorker")
    public void run(
            @QueueTrigger(name = "message", queueName = ReplayMessage.QUEUE, connection = ReplayMessage.CONNECTION)
                    String message,
            @QueueOutput(name = "steps", queueName = ReplayMessage.QUEUE, connection = ReplayMessage.CONNECTION)
                    OutputBinding<List<ReplayMessage>> steps,
            ExecutionContext context)
            throws IOException {
        List<String> more = App.get().replayStep(ReplayMessage.step(message), context.getLogger());
        if (!more.isEmpty()) {
            steps.setValue(ReplayMessage.of(more));
        }
    }
}
