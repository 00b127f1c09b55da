package dev.sluice.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.cli.UsageException;
import dev.sluice.store.FileObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a demo lives: {@code lake}, {@code state}, and {@code demo.json}, which says which traffic is in it.
 *
 * @param name as the user gave it
 */
record DemoFolder(String name, Path root) {
    private static final String MARK = "demo.json";
    private static final Set<String> LEFT_BY_A_KILLED_START = Set.of(".tmp");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * Opens a demo's folder, or makes one.
     *
     * @param base what a relative name is relative to
     * @throws UsageException if the folder holds something else, or the demo of other traffic
     */
    static DemoFolder open(Path base, String name, DemoRun run) throws IOException {
        Path root = base.resolve(name);
        if (!Files.exists(root.resolve(MARK)) && holdsSomething(root)) {
            throw new UsageException(name + " is there and holds no demo; give --dir another folder");
        }
        FileObjectStore marks = new FileObjectStore(root);
        marks.create(MARK, JSON.writeValueAsBytes(run));
        DemoRun found = read(name, marks.get(MARK).orElseThrow(() -> new IOException(name + "/" + MARK + " vanished")));
        if (!found.equals(run)) {
            throw new UsageException(name + " holds the demo of --seed " + found.seed() + " --events " + found.events()
                    + "; ask for these, remove the folder, or give --dir another one");
        }
        return new DemoFolder(name, root);
    }

    private static DemoRun read(String name, StoredObject mark) throws IOException {
        try {
            return JSON.readValue(mark.content(), DemoRun.class);
        } catch (JsonProcessingException e) {
            throw new IOException(name + "/" + MARK + " is not readable; remove the folder " + name, e);
        }
    }

    private static boolean holdsSomething(Path root) throws IOException {
        if (!Files.exists(root)) {
            return false;
        }
        try (Stream<Path> files = Files.list(root)) {
            return files.anyMatch(file ->
                    !LEFT_BY_A_KILLED_START.contains(root.relativize(file).toString()));
        }
    }

    Path lake() {
        return root.resolve("lake");
    }

    Path state() {
        return root.resolve("state");
    }
}
