package dev.sluice.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;

/** A message of the queue of replays; the Java worker writes it as JSON, by its fields. */
public final class ReplayMessage {
    static final String QUEUE = "sluice-replays";
    /** The host moves a message there that failed as often as host.json allows. */
    static final String POISON_QUEUE = QUEUE + "-poison";
    /** Prefix of the settings that tell where the queue is. */
    static final String CONNECTION = "SLUICE_REPLAY";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Name of a step. */
    public final String step;

    private ReplayMessage(String step) {
        this.step = step;
    }

    static List<ReplayMessage> of(List<String> steps) {
        return steps.stream().map(ReplayMessage::new).toList();
    }

    /**
     * The step that a message names.
     *
     * @throws IllegalArgumentException if it names none
     */
    static String step(String message) {
        try {
            String step = JSON.readTree(message).path("step").asText();
            if (step.isEmpty()) {
                throw new IllegalArgumentException("the message names no step of a replay");
            }
            return step;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the message is not JSON", e);
        }
    }
}
