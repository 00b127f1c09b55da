package dev.sluice.verify;

import dev.sluice.lake.DoneMark;
import dev.sluice.lake.LakeReader;
import dev.sluice.normalize.Origin;
import dev.sluice.pipeline.JoinedEvent;
import dev.sluice.pipeline.LogSplits;
import dev.sluice.pipeline.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the partitions of a run have in common: split events, whose pieces and lines may stand in any of them, and what is
 * found. Safe for any number of threads.
 */
final class Comparison {
    /** So many lines that no block explains are held until all split events are known; more are unexpected at once. */
    private static final int MOST_HELD = 100_000;

    private final Settings settings;
    private final LakeReader lake;
    private final Scope scope;
    private final Loose loose;
    private final Map<String, LogSplits> splits;
    private final Map<Origin, Claims> claims;
    private final Set<Origin> newest;
    private final Findings findings = new Findings();
    private final Map<Origin, JudgedOffsets> judged = new ConcurrentHashMap<>();
    private final Set<At> splitLines = ConcurrentHashMap.newKeySet();
    private final Set<At> oldKeys = ConcurrentHashMap.newKeySet();
    private final List<Held> held = new ArrayList<>();

    private record At(LinePlace place, Digest digest) {}

    private record Held(Origin origin, LakeLine line) {}

    /** @param splits by stream */
    Comparison(
            Settings settings,
            LakeReader lake,
            Scope scope,
            Loose loose,
            Map<String, LogSplits> splits,
            Map<Origin, Claims> claims) {
        this.settings = settings;
        this.lake = lake;
        this.scope = scope;
        this.loose = loose;
        this.splits = splits;
        this.claims = claims;
        this.newest = newest(claims.keySet());
        loose.unreadable().forEach(key -> unreadable(new Origin("", -1, 0), key));
    }

    /** Of each partition the newest life: lines of objects that are not named by a place are taken to be of it. */
    static Set<Origin> newest(Set<Origin> all) {
        Set<Origin> newest = new HashSet<>(all);
        newest.removeIf(origin -> all.stream()
                .anyMatch(other -> other.stream().equals(origin.stream())
                        && other.partition() == origin.partition()
                        && other.epoch() > origin.epoch()));
        return newest;
    }

    Settings settings() {
        return settings;
    }

    LakeReader lake() {
        return lake;
    }

    LakeObjects objects() {
        return new LakeObjects(lake);
    }

    Scope scope() {
        return scope;
    }

    Loose loose() {
        return loose;
    }

    Findings findings() {
        return findings;
    }

    LogSplits splitsOf(String stream) {
        LogSplits ofStream = splits.get(stream);
        if (ofStream == null) {
            throw new IllegalStateException("every stream has its split events");
        }
        return ofStream;
    }

    boolean isNewest(Origin origin) {
        return newest.contains(origin);
    }

    void judged(Origin origin, long start, BitSet offsets) {
        judged.computeIfAbsent(origin, key -> new JudgedOffsets()).add(start, offsets);
    }

    void oldKey(Origin origin, ExpectedLines.OldKey key) {
        oldKeys.add(new At(LinePlace.of(origin, key.offset()), key.digest()));
    }

    void doubled(Origin origin, Loose.Line line) {
        LinePlace place = line.place();
        loose.explain(line);
        findings.count(line.folder(), What.DOUBLED, 1);
        tell(What.DOUBLED, line.folder(), origin, place == null ? -1 : place.offset(), -1, line.key());
    }

    /** A line that stands where no record of its block explains it. */
    void unexplained(Origin origin, LakeLine line) {
        synchronized (held) {
            if (held.size() < MOST_HELD) {
                held.add(new Held(origin, line));
                return;
            }
        }
        unexpected(origin, line);
    }

    void unexpected(Origin origin, LakeLine line) {
        findings.count(line.folder(), What.UNEXPECTED, 1);
        tell(What.UNEXPECTED, line.folder(), origin, line.offset(), -1, line.key());
    }

    void unreadable(Origin origin, String key) {
        findings.unreadable(new Finding(
                Finding.UNREADABLE,
                Row.of(LakeObjects.folder(key)),
                origin.stream(),
                origin.partition(),
                origin.epoch(),
                -1,
                -1,
                key));
    }

    void tell(What what, String folder, Origin origin, long offset, int item, @Nullable String key) {
        findings.tell(new Finding(
                what.label(), Row.of(folder), origin.stream(), origin.partition(), origin.epoch(), offset, item, key));
    }

    /** Compares a split event with its object, wherever the lines in that say that they stand. */
    void split(String stream, JoinedEvent event) {
        try {
            if (event.places().stream().anyMatch(place -> scope.takes(origin(stream, place), place.offset()))) {
                compare(stream, event);
            }
            splitsOf(stream).forget(event);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Origin origin(String stream, DoneMark.Place place) {
        return new Origin(stream, place.partition(), place.epoch());
    }

    private void compare(String stream, JoinedEvent event) throws IOException {
        String folder = lake.folder(event.change());
        List<Loose.Line> there = loose.of(lake.split(event.change(), stream, event.logicalId()));
        LinePlace place = there.isEmpty() ? null : there.get(0).place();
        DoneMark.Place lowest = event.places().get(0);
        List<At> lines = new ArrayList<>();
        try (LineScan scan = new LineScan((at, digest) -> lines.add(at == null ? null : new At(at, digest)))) {
            event.writeTo(
                    place == null ? lowest.partition() : place.partition(),
                    place == null ? lowest.offset() : place.offset(),
                    scan);
        }
        for (int i = 0; i < lines.size(); i++) {
            findings.count(folder, What.LINES, 1);
            judge(stream, event, folder, lines.get(i), i < there.size() ? there.get(i) : null);
        }
    }

    private void judge(String stream, JoinedEvent event, String folder, At line, Loose.@Nullable Line there) {
        DoneMark.Place lowest = event.places().get(0);
        if (there == null) {
            What absence = absence(stream, event);
            findings.count(folder, absence, 1);
            if (absence == What.MISSING) {
                tell(absence, folder, origin(stream, lowest), lowest.offset(), lowest.item(), null);
            }
            return;
        }
        loose.explain(there);
        if (line.digest.equals(there.digest()) && line.place.equals(there.place())) {
            splitLines.add(line);
            findings.count(folder, What.EQUAL, 1);
        } else {
            findings.count(folder, What.DIFFERENT, 1);
            tell(What.DIFFERENT, folder, origin(stream, lowest), lowest.offset(), lowest.item(), there.key());
        }
    }

    /** The event is in the lake when the last of its pieces is done. */
    private What absence(String stream, JoinedEvent event) {
        for (DoneMark.Place piece : event.places()) {
            Claims claim = claims.get(origin(stream, piece));
            What absence = claim == null ? What.MISSING : claim.absence(piece.offset());
            if (absence != What.MISSING) {
                return absence;
            }
        }
        return What.MISSING;
    }

    /** Judges what is left when all partitions were read; returns how many split events are incomplete in the archive. */
    long finish() {
        Set<String> waiting = new TreeSet<>();
        splits.values().forEach(ofStream -> waiting.addAll(ofStream.waiting()));
        for (Loose.Line line : loose.unexplained()) {
            finish(line, waiting);
        }
        for (Held left : held) {
            At at = new At(LinePlace.of(left.origin, left.line.offset()), left.line.digest());
            if (splitLines.contains(at)) {
                findings.count(left.line.folder(), What.DOUBLED, 1);
                tell(What.DOUBLED, left.line.folder(), left.origin, left.line.offset(), -1, left.line.key());
            } else if (!oldKeys.remove(at)) {
                unexpected(left.origin, left.line);
            }
        }
        return waiting.size();
    }

    private void finish(Loose.Line line, Set<String> waiting) {
        String name = line.key().substring(line.key().lastIndexOf('/') + 1);
        LinePlace place = line.place();
        Origin origin = place == null ? null : origin(place);
        if (place == null) {
            unexpected(new Origin("", -1, 0), new LakeLine(line.folder(), -1, line.digest(), line.key()));
        } else if (origin == null || waiting.contains(name.substring(0, name.indexOf('.')))) {
            return; // of a log that is not verified, or pieces of its event lie outside of the archive
        } else if (splitLines.contains(new At(place, line.digest()))) {
            doubled(origin, line);
        } else if (!oldKeys.remove(new At(place, line.digest())) && isJudged(origin, place.offset())) {
            unexpected(origin, new LakeLine(line.folder(), place.offset(), line.digest(), line.key()));
        }
    }

    private boolean isJudged(Origin origin, long offset) {
        JudgedOffsets offsets = judged.get(origin);
        return offsets != null && offsets.holds(offset);
    }

    private @Nullable Origin origin(LinePlace place) {
        return newest.stream()
                .filter(origin -> LinePlace.of(origin, 0).isOf(place))
                .findFirst()
                .orElse(null);
    }
}
