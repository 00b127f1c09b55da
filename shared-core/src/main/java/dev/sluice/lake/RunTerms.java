package dev.sluice.lake;

/**
 * How a run is written.
 *
 * @param sparse offsets that are missing do not exist, so a jump leaves no hole
 * @param rules all that decides into which folder an item goes
 * @param deadline after it nothing new is begun
 */
public record RunTerms(boolean sparse, String rules, Deadline deadline) {}
