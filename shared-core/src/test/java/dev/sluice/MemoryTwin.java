package dev.sluice;

import dev.sluice.archive.ArchiveWriter;
import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Received;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.UnplacedBatch;
import dev.sluice.store.ListedObject;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** What the same calls make of stores in memory: the measure for whatever stands between a platform and a store. */
public final class MemoryTwin {
    private final ObjectStore lake = new MemoryObjectStore();
    private final ObjectStore state = new MemoryObjectStore();
    private final ObjectStore archive = new MemoryObjectStore();
    private final ChangePipeline pipeline;

    /**
     * With the default settings.
     *
     * @param place of the lake, as the function has it
     */
    public MemoryTwin(String place) {
        pipeline = new ChangePipeline(
                Settings.DEFAULT,
                LakeWriter.openByFirstBatch(lake, state, Settings.DEFAULT.layout(), place),
                state,
                new ArchiveWriter(archive));
    }

    /** Takes in what a call brought. */
    public void take(Received received) throws IOException {
        for (UnplacedBatch batch : received.unplaced()) {
            pipeline.keep(batch);
        }
        for (Batch batch : received.batches()) {
            pipeline.process(batch);
        }
    }

    /** By key, the objects of the lake, a byte per character. */
    public Map<String, String> lake() throws IOException {
        return objects(lake);
    }

    /** By key, the objects of the state, a byte per character. */
    public Map<String, String> state() throws IOException {
        return objects(state);
    }

    /** By key, the files of an archive of what came, a byte per character. */
    public Map<String, String> archive() throws IOException {
        return objects(archive);
    }

    /** By key, the objects of a store, a byte per character. */
    public static Map<String, String> objects(ObjectStore store) throws IOException {
        Map<String, String> objects = new TreeMap<>();
        for (ListedObject object : store.listAll("")) {
            objects.put(
                    object.key(),
                    new String(store.get(object.key()).orElseThrow().content(), StandardCharsets.ISO_8859_1));
        }
        return objects;
    }
}
