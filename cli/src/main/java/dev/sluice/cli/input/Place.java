package dev.sluice.cli.input;

/**
 * Where a record stands for the user.
 *
 * @param input the file as it was named, or {@code -}
 * @param record number within the input, from 1
 */
public record Place(String input, long record) {}
