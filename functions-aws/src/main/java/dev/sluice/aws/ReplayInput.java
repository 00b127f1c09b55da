package dev.sluice.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** What state machines hand to the functions of replays, and get from them. */
final class ReplayInput {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String FOLDER = "replays/";

    private ReplayInput() {}

    /** @throws IllegalArgumentException if it is no JSON object */
    static JsonNode json(InputStream event) throws IOException {
        JsonNode json;
        try {
            json = JSON.readTree(event);
        } catch (JsonProcessingException e) {
            e.clearLocation();
            throw new IllegalArgumentException("the input is no JSON: " + e.getOriginalMessage(), e);
        }
        if (!json.isObject()) {
            throw new IllegalArgumentException("the input is no JSON object");
        }
        return json;
    }

    /**
     * Name of the step, by itself or by the key of its object.
     *
     * @throws IllegalArgumentException if there is neither
     */
    static String step(JsonNode input) {
        if (input.has("step")) {
            return input.path("step").asText();
        }
        String key = input.path("Key").asText();
        int folder = key.lastIndexOf(FOLDER);
        if (folder < 0) {
            throw new IllegalArgumentException("the input has none of step, Key (of a step) and object");
        }
        return key.substring(folder + FOLDER.length());
    }

    /** As JSON; names of steps need no escapes. */
    static String steps(List<String> steps) {
        return steps.stream().map(step -> "{\"step\":\"" + step + "\"}").collect(Collectors.joining(",", "[", "]"));
    }

    static void write(String json, OutputStream answer) throws IOException {
        answer.write(json.getBytes(StandardCharsets.UTF_8));
    }
}
