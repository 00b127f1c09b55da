package dev.sluice.azure;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.OutputBinding;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import com.microsoft.azure.functions.annotation.QueueOutput;
import dev.sluice.replay.ReplayRequest;
import dev.sluice.replay.ReplayWorker;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Begins a replay. The archive is only listed here; its files are read by {@link ReplayQueueWorker}, because a request may not
 * take longer than some minutes.
 */
public final class ReplayEndpoint {
    /**
     * Takes a request, {@link ReplayRequest}, and answers 202 with the id of the replay, or 400 with what is wrong.
     *
     * @throws IOException when a store fails; nothing was begun then
     */
    @FunctionName("Replay")
    public HttpResponseMessage run(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.POST},
                            route = "replay",
                            authLevel = AuthorizationLevel.FUNCTION)
                    HttpRequestMessage<Optional<String>> request,
            @QueueOutput(name = "steps", queueName = ReplayMessage.QUEUE, connection = ReplayMessage.CONNECTION)
                    OutputBinding<List<ReplayMessage>> steps,
            ExecutionContext context)
            throws IOException {
        try {
            App app = App.get();
            ReplayWorker.Begun begun =
                    app.beginReplay(ReplayRequest.parse(request.getBody().orElse("")), context.getLogger());
            steps.setValue(ReplayMessage.of(begun.steps()));
            return Answers.json(
                    request,
                    HttpStatus.ACCEPTED,
                    "{\"replay\":\"" + begun.replay() + "\",\"steps\":"
                            + begun.steps().size() + "}");
        } catch (IllegalArgumentException e) {
            return Answers.error(request, HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }
}
