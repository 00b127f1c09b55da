package dev.sluice.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.archive.ArchiveFault;
import dev.sluice.archive.PartitionFiles;
import dev.sluice.archive.SideBySide;
import dev.sluice.archive.Stretch;
import dev.sluice.lake.LakePath;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;

/**
 * What is written down of replays, in the state store: the request, each step, and what became of it. A step's name is the
 * path of its object below {@code replays/}.
 */
final class ReplayJournal {
    static final String FOLDER = "replays/";
    static final String PLANS = "plans/";
    static final String ITEMS = "items/";

    private static final String REQUEST = "request.json";
    private static final String DONE = "done/";
    private static final String FAILED = "failed/";
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z]{1,32}(-[0-9a-f]{1,32})?");
    private static final Pattern STEP = Pattern.compile(
            "(?<id>" + ID.pattern() + ")/(?<rest>(?:plans|items)/[A-Za-z0-9_.%~-]+/\\d{1,10}/[0-9-]{1,64}\\.json)");
    private static final int READS_SIDE_BY_SIDE = 16;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ObjectStore state;

    ReplayJournal(ObjectStore state) {
        this.state = state;
    }

    static String id(String step) {
        return step.substring(0, step.indexOf('/'));
    }

    /**
     * Sees that a name came from us.
     *
     * @throws IllegalArgumentException if it did not
     */
    static String requireStep(String name) {
        if (!STEP.matcher(name).matches()) {
            throw new IllegalArgumentException("no step of a replay is called so");
        }
        return name;
    }

    /**
     * What was asked for.
     *
     * @param faults of files that the replay leaves out, because their paths tell nothing
     */
    record Started(ReplayRequest request, List<ArchiveFault> faults) {}

    void start(String id, Started started) throws IOException {
        state.create(FOLDER + id + "/" + REQUEST, JSON.writeValueAsBytes(started));
    }

    Started started(String id) throws IOException {
        return JSON.readValue(content(FOLDER + id + "/" + REQUEST), Started.class);
    }

    /**
     * Writes a group of files down, unless it is already, and returns its name.
     *
     * @param number among those of the replay
     */
    String writeGroup(String id, PartitionFiles group, int number) throws IOException {
        return write(id, PLANS, new ReplayStep(group, null), String.format(Locale.ROOT, "%05d", number));
    }

    /** Writes a stretch down, unless it is already, and returns its name, which says where it begins and ends. */
    String writeItem(String id, PartitionFiles files, Stretch stretch) throws IOException {
        String name = String.format(Locale.ROOT, "%d-%020d-%020d", files.epoch(), stretch.first(), stretch.last());
        return write(id, ITEMS, new ReplayStep(files, stretch), name);
    }

    private String write(String id, String kind, ReplayStep step, String last) throws IOException {
        String name = id + "/" + kind + LakePath.name(step.files().stream()) + "/"
                + step.files().partition() + "/" + last + ".json";
        state.create(FOLDER + name, JSON.writeValueAsBytes(step));
        return name;
    }

    ReplayStep step(String name) throws IOException {
        try {
            return JSON.readValue(content(FOLDER + name), ReplayStep.class);
        } catch (JsonProcessingException e) {
            throw new IOException(FOLDER + name + " is not readable", e);
        }
    }

    /**
     * What came of a group of files.
     *
     * @param items names of further steps
     */
    record Planned(List<String> items, List<ArchiveFault> faults) {}

    /** Notes that a group is cut, unless somebody noted it before; the names of the items that then hold. */
    List<String> planned(String step, Planned planned) throws IOException {
        String key = mark(step, DONE);
        return state.create(key, JSON.writeValueAsBytes(planned))
                ? planned.items
                : JSON.readValue(content(key), Planned.class).items;
    }

    void done(String step, StepResult result) throws IOException {
        state.create(mark(step, DONE), JSON.writeValueAsBytes(result));
    }

    void failed(String step, String reason) throws IOException {
        state.create(mark(step, FAILED), JSON.writeValueAsBytes(Map.of("reason", reason)));
    }

    private static String mark(String step, String kind) {
        String id = id(step);
        return FOLDER + id + "/" + kind + step.substring(id.length() + 1);
    }

    /** Empty if there is no such replay. */
    Optional<ReplayStatus> status(String id) throws IOException {
        if (!ID.matcher(id).matches()) {
            return Optional.empty();
        }
        String folder = FOLDER + id + "/";
        Set<String> names = new HashSet<>();
        for (ListedObject object : state.listAll(folder)) {
            names.add(object.key().substring(folder.length()));
        }
        if (names.isEmpty()) {
            return Optional.empty();
        }
        List<Callable<Planned>> planned = new ArrayList<>();
        List<Callable<StepResult>> done = new ArrayList<>();
        List<ReplayStatus.Failure> failures = new ArrayList<>();
        for (String name : names.stream().sorted().toList()) {
            if (name.startsWith(DONE + PLANS)) {
                planned.add(() -> JSON.readValue(content(folder + name), Planned.class));
            } else if (name.startsWith(DONE)) {
                done.add(() -> JSON.readValue(content(folder + name), StepResult.class));
            } else if (name.startsWith(FAILED) && !names.contains(DONE + name.substring(FAILED.length()))) {
                String reason =
                        JSON.readTree(content(folder + name)).path("reason").asText();
                failures.add(new ReplayStatus.Failure(id + "/" + name.substring(FAILED.length()), reason));
            }
        }
        StepResult total = StepResult.of(started(id).faults);
        int items = 0;
        for (Planned group : SideBySide.all(planned, READS_SIDE_BY_SIDE)) {
            items += group.items.size();
            total = total.plus(StepResult.of(group.faults));
        }
        for (StepResult item : SideBySide.all(done, READS_SIDE_BY_SIDE)) {
            total = total.plus(item);
        }
        return Optional.of(ReplayStatus.of(
                id, count(names, PLANS), planned.size(), Math.max(items, done.size()), done.size(), failures, total));
    }

    private static int count(Set<String> names, String prefix) {
        return (int) names.stream().filter(name -> name.startsWith(prefix)).count();
    }

    private byte[] content(String key) throws IOException {
        return state.get(key)
                .map(StoredObject::content)
                .orElseThrow(() -> new NoSuchFileException(key, null, "the replay was removed, or never was"));
    }
}
