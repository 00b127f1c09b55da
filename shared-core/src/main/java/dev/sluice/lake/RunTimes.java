package dev.sluice.lake;

/** When the broker took the records of a run. */
public interface RunTimes {
    /** Nothing is known of the times. */
    RunTimes UNKNOWN = (through, millis) -> false;

    /**
     * True when the run has records at or below this offset, and the broker took every one of them at this time or later.
     * A time that the broker did not set is no time.
     *
     * @param millis milliseconds since 1970
     */
    boolean areLater(long through, long millis);
}
