package dev.sluice.cli;

import dev.sluice.cli.Reports.Item;
import dev.sluice.cli.input.Fault;
import dev.sluice.cli.input.Place;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Counts what became of the items of batches, and reports those that did not come out. */
final class Outcomes {

    private final Reports reports;
    private final Tally tally;
    private final String fateOfSegments;
    /** Split events that were reported; each is one line, however many pieces it has. */
    private final Set<String> told = new HashSet<>();

    /** @param fateOfSegments what happens to the segments of an event that is not whole */
    Outcomes(Reports reports, Tally tally, String fateOfSegments) {
        this.reports = reports;
        this.tally = tally;
        this.fateOfSegments = fateOfSegments;
    }

    /** A record that did not get as far as a batch. */
    void add(Place place, Fault fault) {
        tally.records++;
        tally.quarantined++;
        reports.quarantined(Item.whole(place), fault.code(), fault.reason(), fault.where());
    }

    /** @param places of the batch's records, in their order */
    void add(List<Place> places, BatchReport report) {
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
                        new Item(places.get(record), items.get(k).item() + 1, end - i),
                        items.get(k).outcome());
            }
            i = end;
        }
    }

    void add(Item item, Outcome outcome) {
        tally.lines += outcome.match(new Counting(item));
    }

    /** Answers with the number of lines. */
    private final class Counting implements Outcome.Cases<Integer> {
        private final Item item;

        private Counting(Item item) {
            this.item = item;
        }

        @Override
        public Integer emitted(Outcome.Emitted emitted) {
            return emitted.lines();
        }

        @Override
        public Integer parked(Outcome.Parked parked) {
            tally.incomplete++;
            if (told.add(parked.set())) {
                reports.incomplete(item, parked.set(), parked.missing(), fateOfSegments);
            }
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
