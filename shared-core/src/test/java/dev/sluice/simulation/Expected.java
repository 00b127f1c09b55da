package dev.sluice.simulation;

import dev.sluice.simulation.Source.Rec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An item of the source, the lines that it may become, and those that are there. Which lines hangs on the settings of the
 * owner that writes it, for a joined event on which copy of its first piece came first, and for an update whose first half
 * was left out for a while on that; but it becomes one of them once.
 */
final class Expected {
    /** A line in a folder. */
    record Entry(String folder, String line) {}

    final String what;
    /** By this the order inside an object is judged. */
    final long offset;

    final int item;
    private final List<Set<Entry>> alternatives = new ArrayList<>();
    private final Set<Entry> present = new HashSet<>();

    Expected(String what, Rec rec, int item) {
        this.what = what;
        this.offset = rec.offset();
        this.item = item;
    }

    /** What it may become, beside what is known already. */
    void add(List<Entry> lines) {
        alternatives.add(new LinkedHashSet<>(lines));
    }

    Set<Entry> entries() {
        Set<Entry> all = new LinkedHashSet<>();
        alternatives.forEach(all::addAll);
        return all;
    }

    /** False if it is there already. */
    boolean appear(Entry entry) {
        return present.add(entry);
    }

    void vanish(Entry entry) {
        present.remove(entry);
    }

    boolean isAbsent() {
        return present.isEmpty();
    }

    /** True when all lines of an alternative are there. */
    boolean isComplete() {
        return alternatives.stream().anyMatch(present::containsAll);
    }

    /** True when nothing is there that is not of one alternative. */
    boolean isOne() {
        return present.isEmpty() || alternatives.stream().anyMatch(lines -> lines.containsAll(present));
    }

    /**
     * True when nothing is in any folder that is not of one alternative. By other rules an item may be in another folder, as
     * one that was quarantined and is read now.
     */
    boolean isOneInEachFolder() {
        return present.stream().collect(Collectors.groupingBy(Entry::folder, Collectors.toSet())).values().stream()
                .allMatch(some -> alternatives.stream().anyMatch(lines -> lines.containsAll(some)));
    }

    boolean has(Entry entry) {
        return present.contains(entry);
    }

    boolean hasAny(Set<Entry> some) {
        return some.stream().anyMatch(present::contains);
    }
}
