package dev.sluice.azure;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import dev.sluice.replay.ReplayStatus;
import java.io.IOException;
import java.util.Optional;

/** Tells how far a replay is. */
public final class ReplayStatusEndpoint {
    /**
     * Answers 200 with a {@link ReplayStatus}, or 404.
     *
     * @param id of the replay
     */
    @FunctionName("ReplayStatus")
    public HttpResponseMessage run(
            @HttpTrigger(
                            name = "request",
                            methods = {HttpMethod.GET},
                            route = "replay/{id}",
                            authLevel = AuthorizationLevel.FUNCTION)
                    HttpRequestMessage<Optional<String>> request,
            @BindingName("id") String id)
            throws IOException {
        try {
            return App.get()
                    .replays()
                    .status(id)
                    .map(status -> Answers.json(request, HttpStatus.OK, status.json()))
                    .orElseGet(() -> Answers.error(request, HttpStatus.NOT_FOUND, "there is no replay of this id"));
        } catch (IllegalArgumentException e) {
            return Answers.error(request, HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }
}
