package dev.sluice.verify;

import dev.sluice.archive.SideBySide;
import dev.sluice.lake.Root;
import dev.sluice.normalize.Origin;
import dev.sluice.verify.LakeObjects.Found;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lines of objects that are not named by a place: split events, old keys of updates, and whatever somebody put there. All
 * of them are held, some 200 bytes each, for only they themselves tell where they stand. Safe for any number of threads once
 * it is read.
 */
final class Loose {
    private static final int READS_AT_A_TIME = 1000;

    /**
     * A line.
     *
     * @param number of the line in its object, from 0
     * @param place null if it tells none
     */
    record Line(
            String key, int number, String folder, @Nullable LinePlace place, Digest digest) {}

    private record Log(String stream, int partition) {}

    private final Map<String, List<Line>> byObject = new HashMap<>();
    private final Map<Log, NavigableMap<Long, List<Line>>> byPlace = new HashMap<>();
    private final List<String> unreadable = new ArrayList<>();
    private final Set<Line> explained = ConcurrentHashMap.newKeySet();

    static Loose read(LakeObjects objects, List<String> keys, int threads) throws IOException {
        Loose loose = new Loose();
        for (int from = 0; from < keys.size(); from += READS_AT_A_TIME) {
            List<String> some = keys.subList(from, Math.min(keys.size(), from + READS_AT_A_TIME));
            List<Callable<Optional<List<Found>>>> reads = new ArrayList<>();
            some.forEach(key -> reads.add(() -> objects.read(Root.LAKE, key)));
            List<Optional<List<Found>>> found = SideBySide.all(reads, threads);
            for (int i = 0; i < found.size(); i++) {
                loose.add(some.get(i), found.get(i));
            }
        }
        return loose;
    }

    private void add(String key, Optional<List<Found>> found) {
        if (found.isEmpty()) {
            unreadable.add(key);
        }
        List<Line> lines = new ArrayList<>();
        for (Found line : found.orElse(List.of())) {
            lines.add(new Line(key, lines.size(), line.folder(), line.place(), line.digest()));
        }
        byObject.put(key, lines);
        for (Line line : lines) {
            LinePlace place = line.place();
            if (place != null) {
                byPlace.computeIfAbsent(new Log(place.stream(), place.partition()), log -> new TreeMap<>())
                        .computeIfAbsent(place.offset(), offset -> new ArrayList<>())
                        .add(line);
            }
        }
    }

    /** The lines of an object, none if it is not there. */
    List<Line> of(String key) {
        return byObject.getOrDefault(key, List.of());
    }

    /** The lines that say that they stand there. */
    List<Line> at(Origin origin, long first, long last) {
        LinePlace place = LinePlace.of(origin, first);
        NavigableMap<Long, List<Line>> log = byPlace.get(new Log(place.stream(), place.partition()));
        return log == null
                ? List.of()
                : log.subMap(first, true, last, true).values().stream()
                        .flatMap(List::stream)
                        .toList();
    }

    void explain(Line line) {
        explained.add(line);
    }

    /** Lines that nothing explains so far. */
    List<Line> unexplained() {
        return byObject.values().stream()
                .flatMap(List::stream)
                .filter(line -> !explained.contains(line))
                .toList();
    }

    List<String> unreadable() {
        return List.copyOf(unreadable);
    }
}
