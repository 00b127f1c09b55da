package dev.sluice.simulation;

import dev.sluice.simulation.Source.Rec;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which records are parked right now. */
final class Parked {
    private static final Pattern PLACE = Pattern.compile("\"partition\":(\\d+),\"epoch\":(\\d+),\"offset\":(\\d+)");
    private static final Pattern OBJECT = Pattern.compile("parked/.*/\\d{6}(-last)?-[0-9a-f]{16}|pairs/.*/before-.*");

    private final Map<String, Rec> byPlace = new HashMap<>();
    private final Map<String, Rec> byKey = new HashMap<>();
    private final Set<Object> parked = new HashSet<>();

    Parked(Source source) {
        source.partitions.forEach(lives -> lives.forEach(log ->
                log.records.forEach(rec -> byPlace.put(place(log.partition, log.epoch, rec.offset()), rec))));
    }

    private static String place(long partition, long epoch, long offset) {
        return partition + "-" + epoch + "-" + offset;
    }

    /** The record whose place a text tells first. */
    @Nullable
    Rec at(String text) {
        Matcher matcher = PLACE.matcher(text);
        return matcher.find() ? byPlace.get(matcher.group(1) + "-" + matcher.group(2) + "-" + matcher.group(3)) : null;
    }

    void created(String key, byte[] content) {
        if (OBJECT.matcher(key).matches()) {
            String text = new String(content, StandardCharsets.UTF_8);
            String place = text.substring(0, text.indexOf('\n'));
            Rec rec = at(place);
            if (rec == null) {
                throw new IllegalStateException("the source has nothing at " + place);
            }
            byKey.put(key, rec);
            parked.add(whole(rec));
        }
    }

    /** The record that is no longer parked, null if it was something else. */
    @Nullable
    Rec deleted(String key) {
        Rec rec = byKey.remove(key);
        if (rec != null) {
            parked.remove(whole(rec));
        }
        return rec;
    }

    /** Copies of a piece are parked once. */
    private static Object whole(Rec rec) {
        return rec.draft().piece == null ? rec : rec.draft().piece;
    }

    boolean has(Rec rec) {
        return parked.contains(whole(rec));
    }

    boolean isEmpty() {
        return parked.isEmpty();
    }

    Set<Rec> all() {
        return new HashSet<>(byKey.values());
    }
}
