package dev.sluice.assemble;

import java.util.BitSet;

/** Says which pieces of a set are not there, for people. */
final class Missing {
    private static final int LONGEST = 200;

    private Missing() {}

    /**
     * Such as {@code 1, 3-7 and the last}.
     *
     * @param present indexes of the pieces that are there, at least one
     * @param last the lowest index that is marked as the last, -1 if none is
     * @param total number of pieces as announced, 0 if the last one is marked
     */
    static String describe(BitSet present, int last, int total) {
        int lowest = present.nextSetBit(0);
        int end = total > 0 ? Math.min(lowest, 1) + total - 1 : last;
        int highest = end < 0 ? present.length() - 1 : end;
        boolean gap = present.nextClearBit(Math.max(lowest, 0)) <= highest;
        StringBuilder out = new StringBuilder();
        for (int i = lowest == 1 && gap ? 1 : 0; i <= highest && out.length() < LONGEST; i++) {
            if (!present.get(i)) {
                int next = present.nextSetBit(i);
                int to = next < 0 ? highest : Math.min(highest, next - 1);
                out.append(out.length() == 0 ? "" : ", ").append(i).append(to > i ? "-" + to : "");
                i = to;
            }
        }
        if (end < 0) {
            out.append(out.length() == 0 ? "the last" : " and the last");
        }
        return out.toString();
    }
}
