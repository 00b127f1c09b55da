package dev.sluice.pipeline;

/** Is told what became of each item. */
public interface OutcomeSink {
    /**
     * One item and its outcome.
     *
     * @param offset offset of the record
     * @param item number of the item in its record, from 0
     */
    void add(long offset, int item, Outcome outcome);
}
