package dev.sluice.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pairs the lines that a block should have with those that it has. Serves one thread, for one block. */
final class BlockMatch {
    private final Map<String, Counts> counts = new HashMap<>();
    private final Map<LineKey, Deque<LakeLine>> there = new HashMap<>();
    private final Set<Content> matched = new HashSet<>();
    private final List<Expected> lacking = new ArrayList<>();
    private final List<LakeLine> left = new ArrayList<>();

    private record LineKey(String folder, long offset, Digest digest) {}

    private record Content(long offset, Digest digest) {}

    private record Spot(String folder, long offset) {}

    /** Is told of each difference. */
    interface Differences {
        void missing(Expected line);

        void different(Expected line, LakeLine instead);

        void doubled(LakeLine line);

        /** No record of this block explains it; it may still be part of a split event. */
        void unexplained(LakeLine line);
    }

    BlockMatch(List<Expected> expected, List<LakeLine> lake) {
        lake.forEach(this::add);
        expected.forEach(this::match);
        there.values().forEach(left::addAll);
    }

    /** Of two copies, the one in the chain is the right one. */
    private void add(LakeLine line) {
        Deque<LakeLine> same = there.computeIfAbsent(
                new LineKey(line.folder(), line.offset(), line.digest()), key -> new ArrayDeque<>());
        if (line.key().contains("/redrive-")) {
            same.addLast(line);
        } else {
            same.addFirst(line);
        }
    }

    private void match(Expected line) {
        Deque<LakeLine> same = there.get(new LineKey(line.folder(), line.offset(), line.digest()));
        if (same == null || same.poll() == null) {
            lacking.add(line);
            return;
        }
        matched.add(new Content(line.offset(), line.digest()));
        if (line.isResend()) {
            count(line.folder(), What.RESENDS_KEPT);
        } else {
            count(line.folder(), What.LINES);
            count(line.folder(), What.EQUAL);
        }
    }

    private void count(String folder, What what) {
        counts.computeIfAbsent(folder, key -> new Counts()).add(what, 1);
    }

    /** True if the line stands in the lake, where it should. */
    boolean has(long offset, Digest digest) {
        return matched.contains(new Content(offset, digest));
    }

    /** Judges what is not equal, and returns the counts by folder. */
    Map<String, Counts> judge(Claims claims, Differences differences) {
        Map<Spot, Deque<LakeLine>> others = new HashMap<>();
        for (LakeLine line : left) {
            if (has(line.offset(), line.digest())) {
                count(line.folder(), What.DOUBLED);
                differences.doubled(line);
            } else {
                others.computeIfAbsent(new Spot(line.folder(), line.offset()), spot -> new ArrayDeque<>())
                        .add(line);
            }
        }
        for (Expected line : lacking) {
            Deque<LakeLine> beside = others.get(new Spot(line.folder(), line.offset()));
            judge(line, beside == null ? null : beside.poll(), claims, differences);
        }
        others.values().forEach(lines -> lines.forEach(differences::unexplained));
        return counts;
    }

    private void judge(Expected line, @Nullable LakeLine instead, Claims claims, Differences differences) {
        if (line.isResend() && instead == null) {
            count(line.folder(), What.RESENDS_LEFT_OUT);
            return;
        }
        count(line.folder(), What.LINES);
        What what =
                instead == null ? claims.absence(line.offset()) : line.isUnproven() ? What.UNPROVEN : What.DIFFERENT;
        count(line.folder(), what);
        if (instead != null && what == What.DIFFERENT) {
            differences.different(line, instead);
        } else if (what == What.MISSING) {
            differences.missing(line);
        }
    }
}
