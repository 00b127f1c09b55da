package dev.sluice.store;

import java.time.Instant;

/**
 * One line of a listing.
 *
 * @param size in bytes
 * @param lastModified by the store's clock, not ours: compare it only with others of the same store, or loosely
 */
public record ListedObject(String key, long size, Instant lastModified) {}
