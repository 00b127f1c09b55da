package dev.sluice.archive;

import dev.sluice.archive.EventDataReader.Event;
import java.util.ArrayList;
import java.util.List;

/** Which records there are in a block or file, without the records. */
final class Contents {
    /**
     * Records one behind the other in a file whose offsets ascend.
     *
     * @param skipped records of the file in front of them
     */
    record Run(long skipped, long count, long first, long last) {}

    private final ArchiveFilter filter;
    private final List<Run> runs = new ArrayList<>();
    private long records;
    private long untimed;
    private long lowest = Long.MAX_VALUE;
    private long highest = -1;

    Contents(ArchiveFilter filter) {
        this.filter = filter;
    }

    List<Run> runs() {
        return runs;
    }

    long records() {
        return records;
    }

    /** Records whose time cannot be read. */
    long untimed() {
        return untimed;
    }

    /** Lowest offset of a record within the filter's times. */
    long lowest() {
        return lowest;
    }

    /** Highest offset of a record within the filter's times, -1 if there is none. */
    long highest() {
        return highest;
    }

    void add(Event event) {
        add(new Run(0, 1, event.sequence(), event.sequence()));
        Long time = event.time();
        if (time == null) {
            untimed++;
        } else if (filter.isWithin(time)) {
            lowest = Math.min(lowest, event.sequence());
            highest = Math.max(highest, event.sequence());
        }
    }

    void add(Contents behind) {
        behind.runs.forEach(this::add);
        untimed += behind.untimed;
        lowest = Math.min(lowest, behind.lowest);
        highest = Math.max(highest, behind.highest);
    }

    void add(Run behind) {
        Run end = runs.isEmpty() ? null : runs.get(runs.size() - 1);
        if (end != null && end.last < behind.first) {
            runs.set(runs.size() - 1, new Run(end.skipped, end.count + behind.count, end.first, behind.last));
        } else {
            runs.add(new Run(records, behind.count, behind.first, behind.last));
        }
        records += behind.count;
    }
}
