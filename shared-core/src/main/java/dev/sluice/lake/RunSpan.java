package dev.sluice.lake;

import org.jspecify.annotations.Nullable;

/**
 * Where the records of a run stand.
 *
 * @param first offset of the first record
 * @param last offset of the last record; all offsets between exist, unless the log is sparse
 * @param brokerTime broker time of the first record, null if it has none
 * @param times of all records, by which a log that began anew is known
 */
public record RunSpan(long first, long last, @Nullable Long brokerTime, RunTimes times) {}
