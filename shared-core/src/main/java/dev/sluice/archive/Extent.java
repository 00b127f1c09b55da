package dev.sluice.archive;

import java.util.ArrayList;
import java.util.List;

/** How many records of a partition there are, from where to where, and which offsets are missing between. */
public final class Extent {
    /** Gaps that are told one by one. */
    private static final int MOST_GAPS = 100;

    /** Offsets that are missing. */
    public record Gap(long first, long last) {}

    private final List<Gap> gaps = new ArrayList<>();
    private final List<ArchiveFault> faults = new ArrayList<>();
    private long records;
    private long bytes;
    private long first = -1;
    private long last = -1;
    private long gapCount;
    private long missing;

    /** Counts one more, behind those before. */
    public void add(ArchivedRecord record) {
        long offset = record.delivery().offset();
        if (records == 0) {
            first = offset;
        } else if (offset > last + 1) {
            gapCount++;
            missing += offset - last - 1;
            if (gaps.size() < MOST_GAPS) {
                gaps.add(new Gap(last + 1, offset - 1));
            }
        }
        last = offset;
        records++;
        bytes += record.length();
    }

    /** Notes what was found to be wrong with files. */
    public void addFaults(List<ArchiveFault> found) {
        faults.addAll(found);
    }

    public long records() {
        return records;
    }

    /** Bytes of the bodies. */
    public long bytes() {
        return bytes;
    }

    /** Offset of the first record, -1 if there is none. */
    public long first() {
        return first;
    }

    /** Offset of the last record, -1 if there is none. */
    public long last() {
        return last;
    }

    /** The first hundred gaps. */
    public List<Gap> gaps() {
        return List.copyOf(gaps);
    }

    public long gapCount() {
        return gapCount;
    }

    /** Offsets in all gaps. */
    public long missing() {
        return missing;
    }

    /** What was found to be wrong when files were merged. */
    public List<ArchiveFault> faults() {
        return List.copyOf(faults);
    }
}
