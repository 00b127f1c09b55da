package dev.sluice.cli;

import dev.sluice.cli.Reports.Item;
import dev.sluice.cli.input.Fault;
import dev.sluice.cli.input.Place;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Outcome;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts what became of the items of batches, and reports those that did not come out. */
final class Outcomes {

    private final Reports reports;
    private final Tally tally;
    private final String fateOfSegments;
    /** Split events of which pieces were missing when others came; each is one line, however many pieces it has. */
    private final Map<SplitSet, Waiting> waiting = new LinkedHashMap<>();

    /** @param fateOfSegments what happens to the segments of an event that is not whole */
    Outcomes(Reports reports, Tally tally, String fateOfSegments) {
        this.reports = reports;
        this.tally = tally;
        this.fateOfSegments = fateOfSegments;
    }

    /**
     * A split event.
     *
     * @param set names it in the state store: 32 hex digits
     */
    record SplitSet(String stream, String set) {}

    /** The pieces of a split event that are there. */
    private record Waiting(Item first, int pieces, String missing) {}

    /** Tells whether an event got into the lake or the quarantine after all. */
    interface Settled {
        boolean isSettled(SplitSet set) throws IOException;
    }

    /** Reports the split events that are still not whole when all is read. */
    void finish(Settled lake) throws IOException {
        for (Map.Entry<SplitSet, Waiting> entry : waiting.entrySet()) {
            if (!lake.isSettled(entry.getKey())) {
                Waiting set = entry.getValue();
                tally.incomplete += set.pieces;
                reports.incomplete(set.first, entry.getKey().set, set.missing, fateOfSegments);
            }
        }
        waiting.clear();
    }

    /** A record that did not get as far as a batch. */
    void add(Place place, Fault fault) {
        tally.records++;
        tally.quarantined++;
        reports.quarantined(Item.whole(place), fault.code(), fault.reason(), fault.where());
    }

    /** @param places of the batch's records, in their order */
    void add(String stream, List<Place> places, BatchReport report) {
        tally.records += places.size();
        List<BatchReport.Item> items = report.items();
        int record = 0;
        for (int i = 0; i < items.size(); record++) {
            int end = i + 1;
            while (end < items.size() && items.get(end).offset() == items.get(i).offset()) {
                end++;
            }
            for (int k = i; k < end; k++) {
                add(
                        stream,
                        new Item(places.get(record), items.get(k).item() + 1, end - i),
                        items.get(k).outcome());
            }
            i = end;
        }
    }

    void add(String stream, Item item, Outcome outcome) {
        tally.lines += outcome.match(new Counting(stream, item));
    }

    /** Answers with the number of lines. */
    private final class Counting implements Outcome.Cases<Integer> {
        private final String stream;
        private final Item item;

        private Counting(String stream, Item item) {
            this.stream = stream;
            this.item = item;
        }

        @Override
        public Integer emitted(Outcome.Emitted emitted) {
            return emitted.lines();
        }

        @Override
        public Integer parked(Outcome.Parked parked) {
            SplitSet set = new SplitSet(stream, parked.set());
            Waiting before = waiting.get(set);
            waiting.put(
                    set,
                    before == null
                            ? new Waiting(item, 1, parked.missing())
                            : new Waiting(before.first, before.pieces + 1, parked.missing()));
            return 0;
        }

        @Override
        public Integer control(Outcome.Control control) {
            tally.control++;
            return 0;
        }

        @Override
        public Integer skipped(Outcome.Skipped skipped) {
            tally.skipped++;
            if (skipped.reason().equals(Outcome.Skipped.IN_LAKE)) {
                tally.alreadyThere++;
            }
            return 0;
        }

        @Override
        public Integer quarantined(Outcome.Quarantined fault) {
            tally.quarantined++;
            reports.quarantined(item, fault.code(), fault.reason(), fault.where());
            return 0;
        }
    }
}
