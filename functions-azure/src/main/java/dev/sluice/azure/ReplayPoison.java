package dev.sluice.azure;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import java.io.IOException;

/** Reports steps of replays that failed too often. Who puts their messages into the first queue again has them done. */
public final class ReplayPoison {
    /**
     * Reports a step.
     *
     * @param message a {@link ReplayMessage}
     */
    @FunctionName("ReplayPoison")
    public void run(
            @QueueTrigger(
                            name = "message",
                            queueName = ReplayMessage.POISON_QUEUE,
                            connection = ReplayMessage.CONNECTION)
                    String message,
            ExecutionContext context)
            throws IOException {
        App.get().replayFailed(ReplayMessage.step(message), context.getLogger());
    }
}
