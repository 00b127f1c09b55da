package dev.sluice.simulation;

import java.util.Random;

/** How often calls fail, and how slow they are. */
final class Faults {
    private final int oneIn;
    private final int slowOneIn;
    private final int longestStall;
    private boolean off;

    private Faults(int oneIn, int slowOneIn, int longestStall) {
        this.oneIn = oneIn;
        this.slowOneIn = slowOneIn;
        this.longestStall = longestStall;
    }

    static Faults of(Random random) {
        return new Faults(
                new int[] {0, 60, 25, 12}[random.nextInt(4)],
                new int[] {0, 40, 15}[random.nextInt(3)],
                new int[] {5, 25, 80}[random.nextInt(3)]);
    }

    /** From here on all goes well. */
    void end() {
        off = true;
    }

    boolean strike(Random random) {
        return !off && oneIn > 0 && random.nextInt(oneIn) == 0;
    }

    /** How long a process, or the network, stands still. */
    long stall(Random random) {
        return off || slowOneIn == 0 || random.nextInt(slowOneIn) > 0
                ? 0
                : 1 + (long) (random.nextDouble() * longestStall * Scheduler.SECOND);
    }

    /** How long a call takes. */
    long cost(Random random) {
        return (1 + random.nextInt(slowOneIn == 15 ? 1500 : 40)) * Scheduler.MILLI;
    }
}
