package dev.sluice.replay;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;

/**
 * How far a replay is.
 *
 * @param replay its id
 * @param state {@code planning}, {@code running}, {@code done}, or {@code failed}: nothing runs any more, and some did not
 *     come out
 * @param plans groups of files that are cut into items
 * @param planned how many of them are
 * @param items stretches of the log, one call each; more may come while it is planned
 * @param done how many of them are in the lake
 * @param failed steps that were given up
 * @param total what the steps did
 * @param failures the first of them, with their reasons
 */
public record ReplayStatus(
        String replay,
        String state,
        int plans,
        int planned,
        int items,
        int done,
        int failed,
        @JsonUnwrapped StepResult total,
        List<Failure> failures) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A step that was given up.
     *
     * @param step its name
     */
    record Failure(String step, String reason) {}

    static ReplayStatus of(
            String id, int plans, int planned, int items, int done, List<Failure> failures, StepResult total) {
        int open = plans - planned + items - done - failures.size();
        String state = open > 0 ? (planned < plans ? "planning" : "running") : failures.isEmpty() ? "done" : "failed";
        return new ReplayStatus(
                id,
                state,
                plans,
                planned,
                items,
                done,
                failures.size(),
                total,
                failures.subList(0, Math.min(100, failures.size())));
    }

    /** One JSON object without a line feed. */
    public String json() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a status is always JSON", e);
        }
    }
}
