package dev.sluice.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * As much of Step Functions as our definitions need, by the documentation of its language: tasks that call functions,
 * with retries and catches, maps within an execution and distributed ones, choices and waits (which take no time). What
 * it does not know, it refuses, so that no definition passes for what was not looked at.
 */
final class StateMachine {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, Set<String>> MEMBERS = Map.of(
            "Task", Set.of("Resource", "Parameters", "ResultSelector", "ResultPath", "OutputPath", "Retry", "Catch"),
            "Map",
                    Set.of(
                            "ItemsPath",
                            "ItemReader",
                            "ItemSelector",
                            "ItemProcessor",
                            "MaxConcurrency",
                            "ToleratedFailurePercentage",
                            "ResultWriter",
                            "ResultPath",
                            "Label"),
            "Wait", Set.of("Seconds"),
            "Choice", Set.of("Choices", "Default"),
            "Succeed", Set.of(),
            "Fail", Set.of("Error", "CausePath"));
    private static final Set<String> ALL = Set.of("Type", "Comment", "Next", "End");

    private final Functions functions;
    private final Listing listing;
    private final List<Counts> mapRuns = new ArrayList<>();
    private long waited;

    /** What is called. */
    interface Functions {
        /**
         * Calls one.
         *
         * @throws Exception whatever the function throws
         */
        JsonNode call(String name, JsonNode payload) throws Exception;
    }

    /** Lists a bucket. */
    interface Listing {
        List<String> keys(String bucket, String prefix) throws Exception;
    }

    /**
     * How the items of a distributed map ended.
     *
     * @param unended those that were aborted, or ran out of time
     */
    record Counts(int succeeded, int failed, int unended) {
        Counts(int succeeded, int failed) {
            this(succeeded, failed, 0);
        }
    }

    /** Thrown by a function: somebody aborts the execution of the item, or it runs out of time, so it does not fail. */
    static final class Aborted extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** The execution failed, or something in it did. */
    static final class Failed extends Exception {
        private static final long serialVersionUID = 1;

        private final String error;

        Failed(String error, String cause) {
            super(cause);
            this.error = error;
        }

        String error() {
            return error;
        }
    }

    StateMachine(Functions functions, Listing listing) {
        this.functions = functions;
        this.listing = listing;
    }

    /** Seconds, all waits together. */
    long waited() {
        return waited;
    }

    /** Distributed maps so far. */
    List<Counts> mapRuns() {
        return mapRuns;
    }

    /** Runs from the beginning to the output. */
    JsonNode run(JsonNode machine, JsonNode input) throws Failed {
        JsonNode data = input;
        String name = machine.get("StartAt").asText();
        while (true) {
            JsonNode state = required(machine.get("States"), name);
            Step step = step(state, data);
            if (step.next == null) {
                return step.output;
            }
            name = step.next;
            data = step.output;
        }
    }

    /**
     * Where it went on.
     *
     * @param next null at the end
     */
    private record Step(JsonNode output, @Nullable String next) {}

    private Step step(JsonNode state, JsonNode input) throws Failed {
        String type = required(state, "Type").asText();
        state.fieldNames().forEachRemaining(member -> {
            if (!ALL.contains(member) && !MEMBERS.get(type).contains(member)) {
                throw new IllegalStateException("a state of type " + type + " with " + member);
            }
        });
        String next = state.path("End").asBoolean() ? null : state.path("Next").asText(null);
        return switch (type) {
            case "Task" -> task(state, input, next);
            case "Map" -> new Step(output(state, input, map(state, input)), next);
            case "Wait" -> {
                waited += required(state, "Seconds").asLong();
                yield new Step(input, next);
            }
            case "Choice" -> new Step(input, choice(state, input));
            case "Succeed" -> new Step(input, null);
            case "Fail" ->
                throw new Failed(
                        state.get("Error").asText(),
                        value(state.get("CausePath").asText(), input, null).asText());
            default -> throw new IllegalStateException(type);
        };
    }

    private Step task(JsonNode state, JsonNode input, String next) throws Failed {
        List<Integer> tries = new ArrayList<>();
        state.path("Retry").forEach(retry -> tries.add(retry.path("MaxAttempts").asInt(3)));
        while (true) {
            try {
                return new Step(output(state, input, selected(state, resource(state, input))), next);
            } catch (Failed e) {
                int retry = matching(state.path("Retry"), e.error);
                if (retry >= 0 && tries.get(retry) > 0) {
                    tries.set(retry, tries.get(retry) - 1);
                    continue;
                }
                int caught = matching(state.path("Catch"), e.error);
                if (caught < 0) {
                    throw e;
                }
                ObjectNode error = JSON.createObjectNode().put("Error", e.error).put("Cause", e.getMessage());
                JsonNode handler = state.get("Catch").get(caught);
                return new Step(
                        placed(handler, input, error), handler.get("Next").asText());
            }
        }
    }

    private JsonNode resource(JsonNode state, JsonNode input) throws Failed {
        JsonNode arguments = filled(required(state, "Parameters"), input, null);
        String resource = required(state, "Resource").asText();
        if (resource.endsWith(":states:::lambda:invoke")) {
            try {
                JsonNode answer =
                        functions.call(arguments.get("FunctionName").asText(), required(arguments, "Payload"));
                return JSON.createObjectNode().put("StatusCode", 200).set("Payload", answer);
            } catch (Aborted e) {
                throw e;
            } catch (Exception e) {
                throw new Failed(e.getClass().getName(), String.valueOf(e.getMessage()));
            }
        }
        if (resource.endsWith(":states:::aws-sdk:sfn:describeMapRun")) {
            Counts run = mapRuns.get(Integer.parseInt(arguments.get("MapRunArn").asText()));
            return JSON.createObjectNode()
                    .set(
                            "ItemCounts",
                            JSON.createObjectNode()
                                    .put("Failed", run.failed)
                                    .put("Succeeded", run.succeeded)
                                    .put("Total", run.succeeded + run.failed + run.unended));
        }
        throw new IllegalStateException(resource);
    }

    private static int matching(JsonNode handlers, String error) {
        for (int i = 0; i < handlers.size(); i++) {
            for (JsonNode one : handlers.get(i).get("ErrorEquals")) {
                if (one.asText().equals("States.ALL") || one.asText().equals(error)) {
                    return i;
                }
            }
        }
        return -1;
    }

    private JsonNode map(JsonNode state, JsonNode input) throws Failed {
        JsonNode processor = required(state, "ItemProcessor");
        String mode = processor.at("/ProcessorConfig/Mode").asText();
        if (mode.equals("INLINE")) {
            ArrayNode results = JSON.createArrayNode();
            for (JsonNode item : value(required(state, "ItemsPath").asText(), input, null)) {
                results.add(run(processor, filled(state.get("ItemSelector"), input, item)));
            }
            return results;
        }
        if (!mode.equals("DISTRIBUTED")
                || state.path("ToleratedFailurePercentage").asInt() != 100) {
            throw new IllegalStateException(mode);
        }
        int failed = 0;
        int unended = 0;
        List<JsonNode> items = listed(state.get("ItemReader"), input);
        for (JsonNode item : items) {
            try {
                run(processor, filled(state.get("ItemSelector"), input, item));
            } catch (Failed e) {
                failed++;
            } catch (Aborted e) {
                unended++;
            }
        }
        required(state, "ResultWriter"); // all outputs together may be longer than a state can hold
        mapRuns.add(new Counts(items.size() - failed - unended, failed, unended));
        return JSON.createObjectNode().put("MapRunArn", Integer.toString(mapRuns.size() - 1));
    }

    private List<JsonNode> listed(JsonNode reader, JsonNode input) throws Failed {
        if (!reader.get("Resource").asText().endsWith(":states:::s3:listObjectsV2")) {
            throw new IllegalStateException(reader.toString());
        }
        JsonNode arguments = filled(reader.get("Parameters"), input, null);
        List<JsonNode> items = new ArrayList<>();
        try {
            for (String key : listing.keys(
                    arguments.get("Bucket").asText(), arguments.path("Prefix").asText(""))) {
                items.add(JSON.createObjectNode().put("Key", key).put("Size", 1));
            }
        } catch (Exception e) {
            throw new Failed("States.ItemReaderFailed", e.getMessage());
        }
        return items;
    }

    private static String choice(JsonNode state, JsonNode input) {
        for (JsonNode rule : state.get("Choices")) {
            if (holds(rule, input)) {
                return rule.get("Next").asText();
            }
        }
        return required(state, "Default").asText();
    }

    private static boolean holds(JsonNode rule, JsonNode input) {
        if (rule.has("And")) {
            return rule.get("And").valueStream().allMatch(one -> holds(one, input));
        }
        JsonNode value = value(required(rule, "Variable").asText(), input, null);
        if (rule.has("StringEquals")) {
            return value.isTextual()
                    && value.asText().equals(rule.get("StringEquals").asText());
        }
        if (rule.has("NumericEquals")) {
            return value.isNumber()
                    && value.asLong() == rule.get("NumericEquals").asLong();
        }
        if (rule.has("NumericEqualsPath")) {
            JsonNode other = value(rule.get("NumericEqualsPath").asText(), input, null);
            return value.isNumber() && other.isNumber() && value.asLong() == other.asLong();
        }
        if (rule.has("NumericGreaterThan")) {
            return value.isNumber()
                    && value.asLong() > rule.get("NumericGreaterThan").asLong();
        }
        throw new IllegalStateException(rule.toString());
    }

    private static JsonNode selected(JsonNode state, JsonNode result) {
        return state.has("ResultSelector") ? filled(state.get("ResultSelector"), result, null) : result;
    }

    private static JsonNode output(JsonNode state, JsonNode input, JsonNode result) {
        JsonNode placed = placed(state, input, result);
        return state.has("OutputPath") ? value(state.get("OutputPath").asText(), placed, null) : placed;
    }

    private static JsonNode placed(JsonNode state, JsonNode input, JsonNode result) {
        if (!state.has("ResultPath")) {
            return result;
        }
        JsonNode path = state.get("ResultPath");
        if (path.isNull()) {
            return input;
        }
        ObjectNode placed = input.deepCopy();
        placed.set(path.asText().substring("$.".length()), result);
        return placed;
    }

    /** A template with its paths followed: those of the item with {@code $$.Map.Item.Value}. */
    private static JsonNode filled(JsonNode template, JsonNode input, JsonNode item) {
        if (!template.isObject()) {
            return template;
        }
        ObjectNode filled = JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> member : template.properties()) {
            String name = member.getKey();
            if (name.endsWith(".$")) {
                filled.set(
                        name.substring(0, name.length() - 2),
                        value(member.getValue().asText(), input, item));
            } else {
                filled.set(name, filled(member.getValue(), input, item));
            }
        }
        return filled;
    }

    private static JsonNode value(String path, JsonNode input, JsonNode item) {
        if (path.startsWith("States.Format('")) {
            int end = path.lastIndexOf('\'');
            String text = path.substring("States.Format('".length(), end);
            Matcher argument = Pattern.compile("\\$[\\w.]*").matcher(path.substring(end));
            while (argument.find()) {
                text = text.replaceFirst(
                        "\\{}", value(argument.group(), input, item).asText());
            }
            return JSON.getNodeFactory().textNode(text);
        }
        String ofItem = "$$.Map.Item.Value";
        JsonNode value = path.startsWith(ofItem) ? item : input;
        String rest = path.startsWith(ofItem) ? path.substring(ofItem.length()) : path.substring(1);
        for (String name : rest.isEmpty() ? new String[0] : rest.substring(1).split("\\.", -1)) {
            value = value.path(name);
        }
        if (value instanceof MissingNode || value instanceof NullNode) {
            throw new IllegalStateException("nothing at " + path + " of " + input);
        }
        return value;
    }

    private static JsonNode required(JsonNode object, String name) {
        if (!object.has(name)) {
            throw new IllegalStateException("no " + name + " in " + object);
        }
        return object.get(name);
    }
}
