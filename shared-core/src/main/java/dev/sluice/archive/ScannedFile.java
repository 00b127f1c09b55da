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
    /** Opens a file in front of its first record. */
    @FunctionalInterface
    interface Source {
        Events open() throws IOException;
    }
}
