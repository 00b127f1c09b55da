package dev.sluice.killed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the workers told: how far each log is acknowledged, and what was going on when they were killed. */
final class Tally {
    private static final int LOGS = new Wave(0, 0).logs().size();
    private static final int FEWEST_KILLS = 6;

    private final Map<String, Integer> acknowledged = new TreeMap<>();
    private final Map<Integer, Set<String>> ended = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private int firstOpen;
    private int lastBegun;
    private int kills;
    private int killsInBatch;
    private int killsBehindPut;
    private int batches;
    private int made;
    private int met;

    /** What one process was doing, by log. */
    static final class Life {
        private final Set<String> inBatch = new HashSet<>();
        private final Set<String> behindPut = new HashSet<>();
    }

    synchronized void take(Life life, String line) {
        String[] words = line.split(" ", 3);
        String log = words[1];
        switch (words[0]) {
            case Told.BATCH -> {
                life.inBatch.add(log);
                batches++;
                lastBegun = Math.max(lastBegun, Wave.numberOf(log));
            }
            case Told.MADE -> {
                life.behindPut.add(log);
                made++;
            }
            case Told.MET -> met++;
            case Told.FAILED -> {
                end(life, log);
                failures.add(line);
            }
            case Told.ACKNOWLEDGED -> {
                end(life, log);
                acknowledged.merge(log, Integer.valueOf(words[2]), Math::max);
            }
            case Told.ENDED -> end(log);
            default -> throw new IllegalArgumentException(line);
        }
    }

    private static void end(Life life, String log) {
        life.inBatch.remove(log);
        life.behindPut.remove(log);
    }

    private void end(String log) {
        int wave = Wave.numberOf(log);
        Set<String> logs = ended.computeIfAbsent(wave, unseen -> new HashSet<>());
        logs.add(log);
        if (logs.size() == LOGS) {
            firstOpen = Math.max(firstOpen, wave + 1);
        }
    }

    synchronized void killed(Life life) {
        kills++;
        killsInBatch += life.inBatch.isEmpty() ? 0 : 1;
        killsBehindPut += life.behindPut.isEmpty() ? 0 : 1;
    }

    /** True when there is something to be proud of. */
    synchronized boolean isEnough() {
        return kills >= FEWEST_KILLS && killsInBatch > 0 && killsBehindPut > 0 && met > 0;
    }

    /** The first wave that is not acknowledged to its end. */
    synchronized int firstOpen() {
        return firstOpen;
    }

    synchronized int lastBegun() {
        return lastBegun;
    }

    /** A line per log. */
    synchronized String acknowledged() {
        StringBuilder lines = new StringBuilder();
        acknowledged.forEach(
                (log, next) -> lines.append(log).append(' ').append(next).append('\n'));
        return lines.toString();
    }

    synchronized List<String> failures() {
        return List.copyOf(failures);
    }

    @Override
    public synchronized String toString() {
        return kills + " kills, " + killsInBatch + " in the middle of a batch, " + killsBehindPut
                + " with objects that no ledger knew yet; " + batches + " batches, " + made + " objects made, " + met
                + " met that another owner had made, " + failures.size() + " batches failed; " + (lastBegun + 1)
                + " waves";
    }
}
