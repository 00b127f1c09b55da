package dev.sluice.killed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.ListedObject;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** All lines of a lake and of the quarantine beside it, as a reader finds them, and its schemas. */
public final class Contents {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<Line, Integer> lines = new HashMap<>();
    private final Map<String, String> schemas = new TreeMap<>();

    /** A line in a folder. */
    private record Line(String folder, String text) {
        /** Where it comes from and what it is, without a value of its row. */
        String label() {
            JsonNode line = json();
            JsonNode source = line.path("source").isObject() ? line.get("source") : line;
            return folder + " " + line.path("op").asText() + line.path("code").asText() + " " + place(source);
        }

        JsonNode json() {
            try {
                return JSON.readTree(text);
            } catch (IOException e) {
                throw new UncheckedIOException(folder + " has a line that is none", e);
            }
        }
    }

    /** What one process makes of all logs, each given at once. */
    public static Contents undisturbed(List<Wave.Log> logs) throws IOException {
        return undisturbedBatches(logs.stream()
                .map(log ->
                        new Batch(log.source(), log.deliveries(0, log.records().size())))
                .toList());
    }

    /** What one process makes of batches that hold all records of their partitions. */
    public static Contents undisturbedBatches(List<Batch> batches) throws IOException {
        ObjectStore lake = new MemoryObjectStore();
        ObjectStore state = new MemoryObjectStore();
        try (LakeWriter writer = LakeWriter.open(lake, state, Settings.DEFAULT.layout())) {
            ChangePipeline pipeline = new ChangePipeline(Settings.DEFAULT, writer, state);
            for (Batch batch : batches) {
                pipeline.process(batch);
            }
        }
        return of(lake, state);
    }

    /** What is there now. */
    public static Contents of(ObjectStore lake, ObjectStore state) throws IOException {
        Contents contents = new Contents();
        for (ListedObject schema : lake.listAll("_schemas/")) {
            contents.schemas.put(
                    schema.key(),
                    new String(lake.get(schema.key()).orElseThrow().content(), StandardCharsets.UTF_8));
        }
        contents.read(lake, "db=");
        contents.read(lake, "_control/");
        contents.read(state, "quarantine/");
        return contents;
    }

    private void read(ObjectStore store, String prefix) throws IOException {
        try (Stream<List<Line>> objects =
                store.listAll(prefix).parallelStream().map(object -> lines(store, object.key()))) {
            objects.toList().forEach(some -> some.forEach(line -> lines.merge(line, 1, Integer::sum)));
        }
    }

    private static List<Line> lines(ObjectStore store, String key) {
        String folder = key.substring(0, key.lastIndexOf('/'));
        try (GZIPInputStream in = new GZIPInputStream(
                new ByteArrayInputStream(store.get(key).orElseThrow().content()))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> new Line(folder, line))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(key, e);
        }
    }

    /** What one has and the other has not, or not as often; empty if they are equal. */
    public List<String> differencesFrom(Contents wanted) {
        List<String> differences = new ArrayList<>();
        wanted.lines.forEach((line, count) -> {
            if (!lines.containsKey(line)) {
                differences.add("missing: " + line.label());
            }
        });
        lines.forEach((line, count) -> {
            int expected = wanted.lines.getOrDefault(line, 0);
            if (count != expected) {
                differences.add(count + " instead of " + expected + ": " + line.label());
            }
        });
        if (!schemas.equals(wanted.schemas)) {
            differences.add("other schemas");
        }
        differences.sort(null);
        return differences;
    }

    /** {@code table op id place} of each row change. */
    public List<String> changes() {
        return labels(line -> line.folder.startsWith("db="), line -> {
            JsonNode json = line.json();
            JsonNode source = json.get("source");
            return source.get("db").asText() + "." + source.get("schema").asText() + "."
                    + source.get("table").asText() + " " + json.get("op").asText() + " "
                    + json.get("id").asText() + " " + place(source);
        });
    }

    /** The place of each control event. */
    public List<String> control() {
        return labels(
                line -> line.folder.startsWith("_control/"),
                line -> place(line.json().get("source")));
    }

    /** The place of each item in quarantine. */
    public List<String> quarantined() {
        return labels(line -> line.folder.startsWith("quarantine/"), line -> place(line.json()));
    }

    private interface Label {
        String of(Line line);
    }

    /** As often as the line is there. */
    private List<String> labels(Predicate<Line> some, Label label) {
        List<String> labels = new ArrayList<>();
        lines.forEach((line, count) -> {
            for (int i = 0; i < count && some.test(line); i++) {
                labels.add(label.of(line));
            }
        });
        labels.sort(null);
        return labels;
    }

    private static String place(JsonNode source) {
        return source.path("stream").asText() + "-" + source.path("partition") + " " + source.path("offset");
    }
}
