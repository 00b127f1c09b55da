package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.archive.CaptureFile;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.ListedObject;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state machines of the Terraform call the functions as these understand it, from a request to the lake. */
class StateMachineTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, ObjectStore> buckets = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private FaultyObjectStore.Hook beforeState = FaultyObjectStore.Hook.NONE;

    private final StateMachine machine = new StateMachine(
            this::call,
            (bucket, prefix) -> bucket(bucket).listAll(prefix).stream()
                    .map(ListedObject::key)
                    .toList());

    /** As Terraform fills it in. */
    private static JsonNode definition(String name) throws IOException {
        String text = Files.readString(Path.of("../infra/aws", name + ".asl.json"), StandardCharsets.UTF_8)
                .replace("${partition}", "aws")
                .replace("${planner}", "planner")
                .replace("${worker}", "worker")
                .replace("${state_bucket}", "state")
                .replace("${on_failure_bucket}", "gave-up")
                .replace("${runs}", "replay-runs")
                .replace("${concurrency}", "20")
                .replace("${cutters}", "20");
        assertThat(text).doesNotContain("${");
        return JSON.readTree(text);
    }

    private ObjectStore bucket(String name) {
        return buckets.computeIfAbsent(name, any -> new MemoryObjectStore());
    }

    /** Each call meets a process of its own. */
    private JsonNode call(String function, JsonNode payload) throws IOException {
        calls.add(function + " " + payload);
        App app = App.open(
                AppSettings.of(Map.of(
                        "SLUICE_LAKE", "s3://lake",
                        "SLUICE_STATE", "s3://state",
                        "SLUICE_ARCHIVE", "s3://archive",
                        "SLUICE_ARCHIVE_WRITE", "true",
                        "SLUICE_ON_FAILURE", "s3://gave-up")),
                function,
                (url, foreign) -> {
                    String name = ((StoreUrl.S3) url).bucket();
                    return name.equals("state")
                            ? new FaultyObjectStore(
                                    bucket(name), (o, key) -> beforeState.at(o, key), FaultyObjectStore.Hook.NONE)
                            : bucket(name);
                });
        ByteArrayInputStream event = new ByteArrayInputStream(payload.toString().getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        if (function.equals("planner")) {
            ReplayPlanner.handle(app, event, answer);
        } else {
            assertThat(function).isEqualTo("worker");
            ReplayHandler.handle(app, event, answer, Duration.ofMinutes(14));
        }
        return JSON.readTree(answer.toByteArray());
    }

    private void archive() throws IOException {
        for (int partition = 0; partition < 3; partition++) {
            byte[] file = CaptureFile.deflated()
                    .record(8100, 1_778_051_290_000L, "{\"foreign\":1}".getBytes(StandardCharsets.UTF_8))
                    .record(8101, 1_778_051_291_000L, "no JSON".getBytes(StandardCharsets.UTF_8))
                    .bytes();
            bucket("archive").create("orders/" + partition + "/2026/05/06/07/0-00000000000000008100.avro", file);
        }
    }

    private static JsonNode request(String json) throws IOException {
        return JSON.readTree(json);
    }

    private long calls(String function, String of) {
        return calls.stream()
                .filter(call -> call.startsWith(function) && call.contains(of))
                .count();
    }

    @Test
    void aReplayRunsFromItsRequestToItsEnd() throws Exception {
        archive();

        JsonNode result = machine.run(definition("replay"), request("{\"log\":\"cluster/orders\"}"));

        assertThat(result.get("state").asText()).isEqualTo("done");
        assertThat(result.get("records").asInt()).isEqualTo(6);
        assertThat(result.get("quarantined").asInt()).isEqualTo(6);
        assertThat(machine.mapRuns()).containsExactly(new StateMachine.Counts(3, 0));
        assertThat(machine.waited())
                .as("as long as an owner with an older view may write")
                .isEqualTo(70);
        assertThat(bucket("state").listAll("quarantine/")).hasSize(3);
        assertThat(calls("worker", "\"step\"")).isEqualTo(3);
        assertThat(calls("worker", "\"Key\"")).isEqualTo(3);
    }

    @Test
    void whatIsInTheLakeLeavesNothingToBeMapped() throws Exception {
        archive();
        machine.run(definition("replay"), request("{\"log\":\"cluster/orders\"}"));

        JsonNode again = machine.run(definition("replay"), request("{}"));

        assertThat(again.get("state").asText()).isEqualTo("done");
        assertThat(again.get("items").asInt()).isZero();
        assertThat(machine.mapRuns()).hasSize(1);
    }

    @Test
    void aPartThatIsGivenUpIsNotedAndTheOthersGoOn() throws Exception {
        archive();
        beforeState = (operation, key) -> {
            if (key.startsWith("quarantine/") && key.contains("/orders-1-")) {
                throw new IOException("the store is down");
            }
        };

        StateMachine.Failed failed = catchThrowableOfType(
                StateMachine.Failed.class,
                () -> machine.run(definition("replay"), request("{\"log\":\"cluster/orders\"}")));

        assertThat(failed.error()).isEqualTo("NotAllDone");
        assertThat(failed).hasMessageMatching("replay .* is failed: 1 of its steps were given up");
        assertThat(bucket("state").listAll("quarantine/")).hasSize(2);
        assertThat(calls("worker", "\"failed\":\"java.io.IOException\"")).isEqualTo(1);
        assertThat(calls("worker", "/orders/1/"))
                .as("a plan, a part and its repetitions, and the note")
                .isEqualTo(9);
    }

    @Test
    void aGroupOfFilesThatCannotBeReadIsNotedToo() throws Exception {
        archive();
        beforeState = (operation, key) -> {
            if (key.startsWith("replays/") && key.contains("/items/orders/1/")) {
                throw new IOException("the store is down");
            }
        };

        StateMachine.Failed failed = catchThrowableOfType(
                StateMachine.Failed.class,
                () -> machine.run(definition("replay"), request("{\"log\":\"cluster/orders\"}")));

        assertThat(failed).hasMessageMatching("replay .* is failed: 1 of its steps were given up");
        assertThat(machine.mapRuns()).containsExactly(new StateMachine.Counts(2, 0));
    }

    @Test
    void aWrongRequestIsNotRepeated() throws Exception {
        archive();

        StateMachine.Failed failed = catchThrowableOfType(
                StateMachine.Failed.class,
                () -> machine.run(definition("replay"), request("{\"stream\":\"customers\"}")));

        assertThat(failed.error()).isEqualTo("dev.sluice.archive.ArchiveChoiceException");
        assertThat(failed).hasMessageContaining("its streams are orders");
        assertThat(calls).hasSize(1);

        assertThat(catchThrowableOfType(
                        StateMachine.Failed.class,
                        () -> machine.run(definition("replay"), request("{\"table\":\"x\"}"))))
                .satisfies(another -> assertThat(another.error()).isEqualTo("java.lang.IllegalArgumentException"));
        assertThat(calls).hasSize(2);
    }

    /** The README wakes versions that lost their snapshot with this. */
    @Test
    void aCallWithoutRecordsBeginsNoReplay() throws IOException {
        archive();
        String payload = "{\"records\":{}}";
        assertThat(Files.readString(Path.of("../infra/aws/README.md"))).contains("--payload '" + payload + "'");

        for (String function : List.of("planner", "worker")) {
            assertThatThrownBy(() -> call(function, request(payload))).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(bucket("state").listAll("replays/")).isEmpty();
    }

    @Test
    void whatLambdaGaveUpIsTakenIn() throws Exception {
        byte[] object = Files.readAllBytes(Path.of("src/test/resources/lambda/on-failure-s3.json"));
        bucket("gave-up").create("aws/lambda/of-a-mapping/2026/10/14/one", object);

        machine.run(definition("on-failure"), request("{}"));
        machine.run(definition("on-failure"), request("{}"));

        assertThat(bucket("lake").listAll("db=")).hasSize(1);
        assertThat(bucket("archive").listAll(""))
                .as("what never came through is archived now")
                .hasSize(1);
        assertThat(machine.mapRuns()).containsExactly(new StateMachine.Counts(1, 0), new StateMachine.Counts(1, 0));
    }

    @Test
    void whatCannotBeTakenInIsToldAndTheOthersAre() throws Exception {
        bucket("gave-up").create("aws/lambda/of-a-mapping/2026/10/14/a", "no JSON".getBytes(StandardCharsets.UTF_8));
        byte[] object = Files.readAllBytes(Path.of("src/test/resources/lambda/on-failure-s3.json"));
        bucket("gave-up").create("aws/lambda/of-a-mapping/2026/10/14/b", object);

        StateMachine.Failed failed = catchThrowableOfType(
                StateMachine.Failed.class, () -> machine.run(definition("on-failure"), request("{}")));

        assertThat(failed.error()).isEqualTo("NotAllIn");
        assertThat(failed).hasMessage("1 of 2 batches are in, 1 failed; the others did not end");
        assertThat(bucket("lake").listAll("db=")).hasSize(1);
    }

    @Test
    void whatWasAbortedIsNotTakenForIn() throws Exception {
        byte[] object = Files.readAllBytes(Path.of("src/test/resources/lambda/on-failure-s3.json"));
        bucket("gave-up").create("aws/lambda/of-a-mapping/2026/10/14/a", object);
        bucket("gave-up").create("aws/lambda/of-a-mapping/2026/10/14/b", object);
        StateMachine aborting = new StateMachine(
                (function, payload) -> {
                    if (payload.get("object").asText().endsWith("/b")) {
                        throw new StateMachine.Aborted();
                    }
                    return call(function, payload);
                },
                (bucket, prefix) -> bucket(bucket).listAll(prefix).stream()
                        .map(ListedObject::key)
                        .toList());

        StateMachine.Failed failed = catchThrowableOfType(
                StateMachine.Failed.class, () -> aborting.run(definition("on-failure"), request("{}")));

        assertThat(aborting.mapRuns()).containsExactly(new StateMachine.Counts(1, 0, 1));
        assertThat(failed).isNotNull();
        assertThat(failed.error()).isEqualTo("NotAllIn");
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay", "on-failure"})
    void everyStateLeadsToAnEndAndIsReached(String name) throws IOException {
        assertThat(checked(definition(name))).isGreaterThan(5);
    }

    /** How many states there are, those of maps too. */
    private static int checked(JsonNode definition) {
        JsonNode states = definition.get("States");
        Set<String> reached = new HashSet<>();
        List<String> open = new ArrayList<>(List.of(definition.get("StartAt").asText()));
        int inner = 0;
        while (!open.isEmpty()) {
            String name = open.remove(open.size() - 1);
            if (!reached.add(name)) {
                continue;
            }
            assertThat(states.has(name)).as(name).isTrue();
            JsonNode state = states.get(name);
            String type = state.get("Type").asText();
            List<String> next = new ArrayList<>(state.findValuesAsText("Default"));
            state.path("Choices").forEach(choice -> next.add(choice.get("Next").asText()));
            state.path("Catch").forEach(handler -> next.add(handler.get("Next").asText()));
            if (state.has("Next")) {
                next.add(state.get("Next").asText());
            }
            assertThat(next.isEmpty())
                    .as(name + " ends")
                    .isEqualTo((state.path("End").asBoolean()
                                    || Set.of("Succeed", "Fail").contains(type))
                            && !state.has("Catch"));
            open.addAll(next);
            if (type.equals("Task")) {
                assertThat(state.get("Retry")).as(name + " is tried again").isNotEmpty();
            }
            if (type.equals("Map")) {
                inner += checked(state.get("ItemProcessor"));
            }
        }
        assertThat(reached).hasSize(states.size());
        return states.size() + inner;
    }
}
