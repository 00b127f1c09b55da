package dev.sluice.assemble;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The choices of pieces that could be the whole event, by their names alone.
 *
 * @param choices each one piece per index, ascending
 * @param fromZero the choices count from index 0, so nothing can be missing in front
 * @param tooMany there are more than {@link #MOST} choices; none is listed then
 */
record Candidates(List<List<PieceName>> choices, boolean fromZero, boolean tooMany) {
    /** Pieces that claim one index but differ multiply the choices; beyond this many the set is given up. */
    static final int MOST = 64;

    /**
     * All choices without a gap that end with a last piece, or, in the older dialect, that are as many as announced.
     *
     * @param total number of pieces as announced, 0 if the last one is marked
     */
    static Candidates of(Collection<PieceName> names, int total) {
        NavigableMap<Integer, List<PieceName>> byIndex = new TreeMap<>();
        for (PieceName name : new TreeSet<>(names)) {
            byIndex.computeIfAbsent(name.index(), index -> new ArrayList<>()).add(name);
        }
        int first = byIndex.firstKey();
        List<List<PieceName>> choices = new ArrayList<>();
        boolean tooMany = false;
        if (first <= 1) {
            for (PieceName end : names) {
                boolean ends = total > 0 ? end.index() == first + total - 1 : end.last();
                tooMany = tooMany || (ends && !addChoices(byIndex, first, end, choices));
            }
        }
        return new Candidates(tooMany ? List.of() : choices, first == 0, tooMany);
    }

    /** A choice, from its end to its beginning. */
    private record Link(@Nullable Link before, PieceName piece) {
        private List<PieceName> pieces() {
            ArrayDeque<PieceName> pieces = new ArrayDeque<>();
            for (Link link = this; link != null; link = link.before) {
                pieces.addFirst(link.piece);
            }
            return List.copyOf(pieces);
        }
    }

    /** Adds all choices that end with this piece; false if that makes too many. */
    private static boolean addChoices(
            NavigableMap<Integer, List<PieceName>> byIndex, int first, PieceName end, List<List<PieceName>> choices) {
        List<@Nullable Link> partial = new ArrayList<>();
        partial.add(null);
        for (int index = first; index < end.index() && !partial.isEmpty(); index++) {
            List<@Nullable Link> longer = new ArrayList<>();
            for (PieceName next : byIndex.getOrDefault(index, List.of())) {
                if (!next.last()) {
                    partial.forEach(choice -> longer.add(new Link(choice, next)));
                }
            }
            if (longer.size() > MOST) {
                return false;
            }
            partial = longer;
        }
        partial.forEach(choice -> choices.add(new Link(choice, end).pieces()));
        return choices.size() <= MOST;
    }
}
