package dev.sluice.aws;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.replay.ReplayRequest;
import dev.sluice.replay.ReplayWorker;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Begins a replay, for a state machine or by hand: takes a {@link ReplayRequest} and answers {@code
 * {"replay":id,"steps":[{"step":name},…],"items":key prefix}}. Given {@code {"replay":id}} it tells how far that one is.
 */
public final class ReplayPlanner implements RequestStreamHandler {
    static {
        Snapshot.prepare();
    }

    @Override
    public void handleRequest(InputStream event, OutputStream answer, Context context) throws IOException {
        handle(App.get(), event, answer);
    }

    static void handle(App app, InputStream event, OutputStream answer) throws IOException {
        JsonNode request = ReplayInput.json(event);
        if (request.has("replay")) {
            String id = request.path("replay").asText();
            String status = app.replays()
                    .status(id)
                    .orElseThrow(() -> new IllegalArgumentException("there is no replay of this id"))
                    .json();
            ReplayInput.write(status, answer);
            return;
        }
        ReplayWorker.Begun begun = app.beginReplay(ReplayRequest.parse(request.toString()));
        ReplayInput.write(
                "{\"replay\":\"" + begun.replay() + "\",\"steps\":" + ReplayInput.steps(begun.steps()) + ",\"items\":\""
                        + app.settings().replayItems(begun.replay()) + "\"}",
                answer);
    }
}
