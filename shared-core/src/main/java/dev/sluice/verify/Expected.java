package dev.sluice.verify;

/**
 * A line that a record of the archive becomes.
 *
 * @param isResend the producer sent it shortly before, so it may be left out
 * @param isUnproven the first half of its update may stand in a gap of the archive
 */
record Expected(String folder, long offset, int item, Digest digest, boolean isResend, boolean isUnproven) {}
