package dev.sluice.cli.demo;

import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import dev.sluice.pipeline.Sweep.Fate;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * What did not come in one batch.
 *
 * @param events in pieces that were parked
 * @param updates with halves that were parked
 * @param waiting events and updates that are not whole
 */
record ParkedCounts(long events, long updates, long waiting) {
    static ParkedCounts of(ObjectStore lake, ObjectStore state) throws IOException {
        Settings settings = Settings.DEFAULT;
        try (LakeWriter writer = LakeWriter.open(lake, state, settings.layout())) {
            List<Sweep.Item> items = new Sweep(settings, writer, state).list();
            long waiting =
                    items.stream().filter(item -> item.fate() != Fate.FINISHED).count();
            return new ParkedCounts(folders(state, "parked/"), folders(state, "pairs/"), waiting);
        }
    }

    private static long folders(ObjectStore state, String prefix) throws IOException {
        try (Stream<ListedObject> objects = state.list(prefix)) {
            return objects.map(object -> object.key().substring(0, object.key().lastIndexOf('/')))
                    .distinct()
                    .count();
        }
    }
}
