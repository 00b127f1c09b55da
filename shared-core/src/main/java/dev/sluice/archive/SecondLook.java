package dev.sluice.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
     * @param lowest offset that is wanted of the partition
     * @param passed offset of the last record that was taken of the partition
     * @throws IOException if the store does not give the file; that is no fault of the file's
     */
    static SecondLook at(RunCursor cursor, long lowest, long passed) throws IOException {
        ScannedFile file = cursor.file().source().whole();
        for (ArchiveFault fault : file.faults()) {
            if (fault.code().equals(ArchiveFault.UNREADABLE)) {
                throw new IOException(fault.file() + ": " + fault.reason());
            }
        }
        Contents.Run glanced = cursor.file().contents().runs().get(0);
        long read = glanced.first() + cursor.number() - 1;
        Stretch done = new Stretch(lowest, Math.max(passed, read));
        List<ArchiveFault> faults = new ArrayList<>(file.faults());
        addMissed(faults, file, done, new Stretch(Math.max(lowest, glanced.first()), read));
        return new SecondLook(file, done.last() + 1, faults);
    }

    /**
     * Tells of records that come too late, as those behind them were taken already.
     *
     * @param taken offsets of the file whose records were taken
     */
    private static void addMissed(List<ArchiveFault> faults, ScannedFile file, Stretch done, Stretch taken)
            throws IOException {
        long count = 0;
        long first = -1;
        long next = taken.first();
        try (Events events = file.source().open(0)) {
            for (long i = 0; i < file.contents().records(); i++) {
                long sequence = events.next(offset -> false).sequence();
                if (sequence == next && taken.holds(sequence)) {
                    next++;
                } else if (done.holds(sequence)) {
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
                            + ", stand among later ones, where reading did not expect them; they are left out"
                            + " unless another file has them; with --from-time files are read from end to end"
                            + " first, and they are found"));
        }
    }
}
