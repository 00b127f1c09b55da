package dev.sluice.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What became of every item of a batch, in the order of the batch. */
public final class BatchReport implements OutcomeSink {
    private final List<Item> items = new ArrayList<>();

    /**
     * An item and its outcome.
     *
     * @param offset offset of the record
     * @param item number of the item in its record, from 0
     */
    public record Item(long offset, int item, Outcome outcome) {}

    /** How many items ended in which way. */
    public record Counts(int emitted, int parked, int control, int skipped, int quarantined) {}

    @Override
    public void add(long offset, int item, Outcome outcome) {
        items.add(new Item(offset, item, outcome));
    }

    public List<Item> items() {
        items.sort(Comparator.comparingLong(Item::offset).thenComparingInt(Item::item)); // pieces are told late
        return Collections.unmodifiableList(items);
    }

    /** By code, how many items are in the quarantine. */
    public Map<String, Integer> faults() {
        Map<String, Integer> faults = new TreeMap<>();
        for (Item item : items) {
            if (item.outcome() instanceof Outcome.Quarantined fault) {
                faults.merge(fault.code(), 1, Integer::sum);
            }
        }
        return faults;
    }

    public Counts counts() {
        int[] counts = new int[5];
        for (Item item : items) {
            counts[item.outcome().match(KIND)]++;
        }
        return new Counts(counts[0], counts[1], counts[2], counts[3], counts[4]);
    }

    private static final Outcome.Cases<Integer> KIND = new Outcome.Cases<>() {
        @Override
        public Integer emitted(Outcome.Emitted emitted) {
            return 0;
        }

        @Override
        public Integer parked(Outcome.Parked parked) {
            return 1;
        }

        @Override
        public Integer control(Outcome.Control control) {
            return 2;
        }

        @Override
        public Integer skipped(Outcome.Skipped skipped) {
            return 3;
        }

        @Override
        public Integer quarantined(Outcome.Quarantined quarantined) {
            return 4;
        }
    };
}
