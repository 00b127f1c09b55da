package dev.sluice.archive;

import dev.sluice.pipeline.Delivery;

/**
 * A record and where it was found.
 *
 * @param file key of the file
 * @param number of the record in its file, from 1; those of damaged blocks do not count
 */
public record ArchivedRecord(String file, long number, Delivery delivery) {
    /** Bytes of the body. */
    public int length() {
        return delivery.body() == null ? 0 : delivery.body().length();
    }
}
