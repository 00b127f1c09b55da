package dev.sluice.aws;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.lake.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/**
 * Does one part of a replay, in any order and again: a step ({@code {"step":name}}, or {@code {"Key":key}} as a distributed
 * map lists it), or an object of an on-failure destination ({@code {"object":key}}). With {@code "failed"} it notes that a
 * step is given up. Answers {@code {"steps":[{"step":name},…]}} with what is to be done next.
 */
public final class ReplayHandler implements RequestStreamHandler {
    static {
        Snapshot.prepare();
    }

    @Override
    public void handleRequest(InputStream event, OutputStream answer, Context context) throws IOException {
        handle(App.get(), event, answer, Duration.ofMillis(context.getRemainingTimeInMillis()));
    }

    static void handle(App app, InputStream event, OutputStream answer, Duration remaining) throws IOException {
        Deadline deadline = Deadline.in(KafkaHandler.workingTime(remaining));
        JsonNode input = ReplayInput.json(event);
        List<String> more = List.of();
        if (input.has("object")) {
            app.takeOnFailure(input.path("object").asText(), deadline);
        } else if (input.has("failed")) {
            app.replayFailed(ReplayInput.step(input), input.path("failed").asText());
        } else {
            more = app.replayStep(ReplayInput.step(input), deadline);
        }
        ReplayInput.write("{\"steps\":" + ReplayInput.steps(more) + "}", answer);
    }
}
