package dev.sluice.simulation;

import java.util.Random;

/**
 * What a seed is about.
 *
 * @param partitions of the hub
 * @param records about so many in each log
 * @param splits events that come in pieces
 * @param pairs updates that come in two halves
 * @param jumps batches are given up, begin in the middle, and are healed in any order
 * @param lacking the archive lacks some records
 * @param lives the hub is created anew
 * @param sparse offsets that are missing do not exist
 * @param gzip objects are compressed
 * @param resends the source sends changes again
 * @param newRules some owners read by other limits than others
 */
record Scenario(
        int partitions,
        int records,
        int splits,
        int pairs,
        boolean jumps,
        boolean lacking,
        boolean lives,
        boolean sparse,
        boolean gzip,
        boolean resends,
        boolean newRules) {
    /** Draws one. */
    static Scenario of(Random random) {
        int kind = random.nextInt(10);
        boolean jumps = kind < 4;
        return new Scenario(
                1 + random.nextInt(2),
                random.nextBoolean() ? 6 : 12,
                Math.max(0, random.nextInt(4) - 1),
                Math.max(0, random.nextInt(4) - 1),
                jumps,
                jumps && random.nextInt(3) == 0,
                kind == 4 || kind == 5,
                kind == 6,
                random.nextInt(8) == 0,
                random.nextInt(4) == 0,
                random.nextInt(4) == 0);
    }
}
