package dev.sluice.verify;

import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What was found so far: counts per folder, and the first differences by their places. Safe for any number of threads. */
final class Findings {
    /** So many are told one by one. */
    static final int MOST = 100;

    private final Map<String, Counts> folders = new TreeMap<>();
    private final NavigableSet<Finding> first = new TreeSet<>(Finding.BY_PLACE);
    private long unreadable;

    synchronized void count(String folder, What what, long count) {
        folders.computeIfAbsent(folder, key -> new Counts()).add(what, count);
    }

    synchronized void add(Map<String, Counts> more) {
        more.forEach((folder, counts) ->
                folders.computeIfAbsent(folder, key -> new Counts()).add(counts));
    }

    synchronized void tell(Finding finding) {
        first.add(finding);
        if (first.size() > MOST) {
            first.pollLast();
        }
    }

    synchronized void unreadable(Finding object) {
        unreadable++;
        tell(object);
    }

    synchronized long unreadable() {
        return unreadable;
    }

    synchronized List<Finding> first() {
        return List.copyOf(first);
    }

    synchronized Map<String, Counts> folders() {
        return new TreeMap<>(folders);
    }
}
