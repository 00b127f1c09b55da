package dev.sluice.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Cuts a partition's log into batches as a broker does: never the same way twice. */
public final class Batches {
    private Batches() {}

    /**
     * Cuts at random points. The batches joined are the log, and none is empty.
     *
     * @param log one partition's messages in order
     * @param max most messages in a batch, at least 1
     */
    public static List<List<SourceMessage>> cut(List<SourceMessage> log, SplittableRandom random, int max) {
        if (max < 1) {
            throw new IllegalArgumentException("max is " + max + " (expected 1 or more)");
        }
        List<List<SourceMessage>> batches = new ArrayList<>();
        Dice dice = new Dice(random);
        for (int from = 0; from < log.size(); ) {
            int to = Math.min(log.size(), from + 1 + dice.below(max));
            batches.add(List.copyOf(log.subList(from, to)));
            from = to;
        }
        return List.copyOf(batches);
    }
}
