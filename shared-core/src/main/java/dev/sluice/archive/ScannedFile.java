package dev.sluice.archive;

import java.io.IOException;
import java.util.List;

/**
 * What was found in a file of records of one partition.
 *
 * @param source gives the records again
 * @param contents tells which they are
 */
record ScannedFile(String key, long size, Source source, Contents contents, List<ArchiveFault> faults) {
    /** A file that is opened again. */
    @FunctionalInterface
    interface Source {
        /**
         * In front of the first record.
         *
         * @param from records in front of this offset may be passed over, where that is less work
         */
        Events open(long from) throws IOException;

        /** What a scan finds, once a glance at the file was mistaken. */
        default ScannedFile whole() {
            throw new IllegalStateException("a file that was read from end to end");
        }
    }
}
