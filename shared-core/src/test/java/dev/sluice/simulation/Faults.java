package dev.sluice.simulation;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** How often calls fail, and how slow they are. */
final class Faults {
    private final int oneIn;
    private final int slowOneIn;
    private final int longestStall;
    private final Set<Death> deaths;
    private final Set<Death> died = new HashSet<>();
    private int calls;
    private boolean off;

    /**
     * An owner dies in a call.
     *
     * @param call its number among the calls of all owners
     * @param after it has taken effect
     */
    record Death(int call, boolean after) {}

    private Faults(int oneIn, int slowOneIn, int longestStall, Set<Death> deaths) {
        this.deaths = deaths;
        this.oneIn = oneIn;
        this.slowOneIn = slowOneIn;
        this.longestStall = longestStall;
    }

    static Faults of(Random random) {
        return new Faults(
                new int[] {0, 60, 25, 12}[random.nextInt(4)],
                new int[] {0, 40, 15}[random.nextInt(3)],
                new int[] {5, 25, 80}[random.nextInt(3)],
                Set.of());
    }

    /** All goes well but for these deaths. */
    static Faults planned(Set<Death> deaths) {
        return new Faults(0, 0, 0, Set.copyOf(deaths));
    }

    /** The number of a call that begins. */
    int count() {
        return off ? -1 : calls++;
    }

    int calls() {
        return calls;
    }

    boolean isFatal(int call, boolean after) {
        Death death = new Death(call, after);
        return deaths.contains(death) && died.add(death);
    }

    /** True when all who were to die have died. */
    boolean haveStruck() {
        return died.equals(deaths);
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
