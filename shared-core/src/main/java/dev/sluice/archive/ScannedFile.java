package dev.sluice.archive;

import java.util.List;

/**
 * What was found in a file.
 *
 * @param whole its whole blocks
 * @param contents the records in these
 */
record ScannedFile(String key, long size, List<Blocks> whole, Contents contents, List<ArchiveFault> faults) {
    /**
     * Whole blocks, one behind the other.
     *
     * @param start byte of the file
     */
    record Blocks(long start, long count) {}
}
