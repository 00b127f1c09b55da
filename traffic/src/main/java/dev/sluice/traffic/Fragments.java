package dev.sluice.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Cuts a text as CES cuts the data of a long event, though this one need not be long. */
final class Fragments {
    private Fragments() {}

    /**
     * Cuts anywhere between two code points, so inside an escape or a number too.
     *
     * @param text longer than {@code count}
     * @param count at least 2
     * @return so many pieces, none empty; fewer if two cuts fall on one place
     */
    static List<String> cut(String text, int count, Dice dice) {
        SortedSet<Integer> ends = new TreeSet<>();
        for (int i = 1; i < count; i++) {
            int end = 1 + dice.below(text.length() - 2);
            ends.add(Character.isLowSurrogate(text.charAt(end)) ? end + 1 : end);
        }
        ends.add(text.length());
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (int end : ends) {
            pieces.add(text.substring(from, end));
            from = end;
        }
        return List.copyOf(pieces);
    }

    /** The numbers from 0 to {@code count - 1}; in their order more often than not. */
    static List<Integer> shuffled(int count, Dice dice) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            order.add(i);
        }
        if (dice.percent(40)) {
            for (int i = count - 1; i > 0; i--) {
                order.add(i, order.remove(dice.below(i + 1)));
            }
        }
        return order;
    }
}
