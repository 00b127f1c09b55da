package dev.sluice.verify;

import dev.sluice.archive.Stretch;
import dev.sluice.lake.LakeReader;
import dev.sluice.lake.LakeReader.Placed;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.Root;
import dev.sluice.normalize.Origin;
import dev.sluice.store.ListedObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which objects may hold lines of some logs, by their names. Memory holds a key per object.
 *
 * @param byChain objects that are named by a place in a log, in the order of their first offsets
 * @param loose keys of the others
 */
record LakeIndex(Map<String, List<Named>> byChain, List<String> loose) {
    private static final List<String> FOLDERS = List.of("_control/", "db=");
    private static final String LINES = ".jsonl";

    /** An object that is named by the offset of its first line. */
    record Named(Root root, String key, long first) {}

    /** @param wanted the logs, with the offsets that are wanted of them */
    static LakeIndex of(LakeReader lake, Map<Origin, Stretch> wanted) throws IOException {
        Map<String, Stretch> chains = new HashMap<>();
        wanted.forEach((origin, offsets) -> chains.put(LakeReader.chain(origin), offsets));
        LakeIndex index = new LakeIndex(new HashMap<>(), new ArrayList<>());
        for (String folder : FOLDERS) {
            index.list(lake, Root.LAKE, folder, chains);
        }
        for (String stream :
                new TreeSet<>(wanted.keySet().stream().map(Origin::stream).toList())) {
            index.list(lake, Root.STATE, LakeReader.quarantine(stream), chains);
        }
        index.byChain.values().forEach(objects -> objects.sort(Comparator.comparingLong(Named::first)));
        return index;
    }

    private void list(LakeReader lake, Root root, String prefix, Map<String, Stretch> chains) throws IOException {
        try (Stream<ListedObject> objects = lake.list(root, prefix)) {
            objects.map(ListedObject::key)
                    .filter(key -> key.contains(LINES) && key.lastIndexOf('.') > key.lastIndexOf('/'))
                    .filter(key -> key.endsWith(LINES) || key.endsWith(LINES + ".gz"))
                    .forEach(key -> add(root, key, chains));
        } catch (UncheckedIOException e) {
            throw new IOException(prefix + " cannot be listed: " + e.getMessage(), e);
        }
    }

    private void add(Root root, String key, Map<String, Stretch> chains) {
        Optional<Placed> named = LakeReader.placed(key);
        Optional<Placed> placed = named.filter(place -> chains.containsKey(place.chain()))
                .or(() -> named.flatMap(Placed::asRedriven).filter(place -> chains.containsKey(place.chain())));
        if (placed.isPresent()) {
            Placed place = placed.get();
            Stretch offsets = chains.get(place.chain());
            if (offsets != null
                    && place.first() <= offsets.last()
                    && place.first() > offsets.first() - LakeWriter.MAX_RUN) {
                byChain.computeIfAbsent(place.chain(), chain -> new ArrayList<>())
                        .add(new Named(root, key, place.first()));
            }
        } else if (named.isEmpty() && root == Root.LAKE) {
            loose.add(key);
        }
    }

    List<Named> of(Origin origin) {
        return byChain.getOrDefault(LakeReader.chain(origin), List.of());
    }
}
