package dev.sluice.archive;

/**
 * A file as it was listed.
 *
 * @param size in bytes
 */
public record ArchiveFile(String key, long size) {}
