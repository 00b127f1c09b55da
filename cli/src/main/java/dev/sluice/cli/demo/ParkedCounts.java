package dev.sluice.cli.demo;

import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import dev.sluice.pipeline.Sweep.Fate;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What did not come in one batch.
 *
 * @param events in pieces that were parked
 * @param updates with halves that were parked
 * @param waiting events and updates that are not whole
 */
record ParkedCounts(long events, long updates, long waiting) {
    private static final Set<Fate> WHOLE = Set.of(Fate.COMPLETED, Fate.FINISHED, Fate.REMOVED);

    /**
     * Sweeps, as is to be done now and then, and counts. Everything was delivered, so what waits is late: what a crash
     * left is settled, and what misses something is reported.
     */
    static ParkedCounts swept(ObjectStore lake, ObjectStore state) throws IOException {
        Settings settings = Settings.DEFAULT;
        try (LakeWriter writer = LakeWriter.open(lake, state, settings.layout())) {
            long events = folders(state, "parked/");
            long updates = folders(state, "pairs/");
            Instant late = Instant.now().plus(settings.waiting().ttl());
            List<Sweep.Item> items = new Sweep(settings, writer, state).run(late);
            long waiting =
                    items.stream().filter(item -> !WHOLE.contains(item.fate())).count();
            return new ParkedCounts(events, updates, waiting);
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
