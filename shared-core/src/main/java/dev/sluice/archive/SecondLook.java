package dev.sluice.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * What is to be done with a file in the middle of which it turned out that a glance at it was mistaken.
 *
 * @param file by what a scan finds
 * @param from records in front of this offset are done with
 */
record SecondLook(ScannedFile file, long from, List<ArchiveFault> faults) {
    /**
     * Reads the file from end to end.
     *
     * @param wanted offsets of the partition
     * @param passed offset of the last record that was taken of the partition, -1 if none was
     * @throws IOException if the store does not give the file; that is no fault of the file's
     */
    static SecondLook at(RunCursor cursor, Stretch wanted, long passed) throws IOException {
        ScannedFile file = cursor.file().source().whole();
        for (ArchiveFault fault : file.faults()) {
            if (fault.code().equals(ArchiveFault.UNREADABLE)) {
                throw new IOException(fault.file() + ": " + fault.reason());
            }
        }
        Contents.Run glanced = cursor.file().contents().runs().get(0);
        long read = cursor.number() == 0 ? -1 : glanced.first() + cursor.number() - 1;
        long from = Math.max(wanted.first(), Math.max(passed, read) + 1);
        Stretch glance = new Stretch(glanced.first(), glanced.last());
        List<ArchiveFault> faults = new ArrayList<>(file.faults());
        addMissed(
                faults,
                file,
                new Stretch(glanced.first(), read),
                offset -> wanted.holds(offset) ? offset < from : !glance.holds(offset));
        return new SecondLook(file, from, faults);
    }

    /**
     * Tells of records that come too late, as those behind them were taken already, and of those that nobody looks for, as
     * the glance did not see that the file has them.
     *
     * @param taken offsets of the file whose records were taken, the first of each
     */
    private static void addMissed(List<ArchiveFault> faults, ScannedFile file, Stretch taken, LongPredicate isMissed)
            throws IOException {
        long count = 0;
        long first = -1;
        long next = taken.first();
        try (Events events = file.source().open(0)) {
            for (long i = 0; i < file.contents().records(); i++) {
                long sequence = events.next(offset -> false).sequence();
                if (sequence == next && taken.holds(sequence)) {
                    next++;
                } else if (isMissed.test(sequence)) {
                    first = count == 0 ? sequence : first;
                    count++;
                }
            }
        } catch (MistakenGlanceException e) {
            throw new IllegalStateException("a file that was read from end to end", e);
        }
        if (count > 0) {
            faults.add(new ArchiveFault(
                    file.key(),
                    "out_of_order",
                    count + " of its records, the first at offset " + first
                            + ", stand among later ones, where reading did not expect them; they are left out,"
                            + " unless they are copies of others; with a time to begin with (--from-time, from_time)"
                            + " files are read from end to end first, and they are found"));
        }
    }
}
