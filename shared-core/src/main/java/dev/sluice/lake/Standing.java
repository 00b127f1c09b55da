package dev.sluice.lake;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is known to stand in the lake for good: its layout, and columns of tables. A process that begins needs not look for
 * it then.
 *
 * @param ids see {@link #id}
 */
record Standing(List<String> ids) {
    static final Standing NOTHING = new Standing(List.of());

    /** A ledger stays small; of a stream with more tables, the columns of some are not known. */
    private static final int MOST = 64;

    Standing {
        ids = List.copyOf(ids);
    }

    /**
     * What stands for an object.
     *
     * @param place of the lake: what stands in one is not known to stand in another
     * @param object its key, or whatever tells it from all others
     */
    static String id(String place, String object) {
        return Hash.hex(place + "\n" + object, 16);
    }

    boolean has(String id) {
        return ids.contains(id);
    }

    /** The same with these; the first ones, if they are more than a ledger keeps. */
    Standing with(Collection<String> more) {
        if (ids.containsAll(more)) {
            return this;
        }
        Set<String> all = new LinkedHashSet<>(more);
        all.addAll(ids);
        return new Standing(new ArrayList<>(all).subList(0, Math.min(MOST, all.size())));
    }
}
