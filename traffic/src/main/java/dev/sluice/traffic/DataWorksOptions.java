package dev.sluice.traffic;

/**
 * What DataWorks traffic looks like. Shares are from 0 to 1.
 *
 * @param partitions rows of one key stay in one of them
 * @param events row changes, with the rows of the full load; everything else comes on top
 * @param days the changes spread evenly over so many days
 * @param rowsPerTable most rows a table ever has, and most rows of the full load
 * @param fullShare of the events: rows that are there when the task starts
 * @param pairShare of the updates: told in two messages, one behind the other
 * @param keyChangeShare of the updates of tables whose key can change
 * @param heartbeatShare heartbeats per change
 * @param poisonShare poison and empty messages per change
 */
public record DataWorksOptions(
        int partitions,
        int events,
        int days,
        int rowsPerTable,
        double fullShare,
        double pairShare,
        double keyChangeShare,
        double heartbeatShare,
        double poisonShare) {

    public DataWorksOptions {
        TrafficOptions.atLeast(1, partitions, "partitions");
        TrafficOptions.atLeast(0, events, "events");
        TrafficOptions.atLeast(1, days, "days");
        TrafficOptions.atLeast(1, rowsPerTable, "rowsPerTable");
        TrafficOptions.share(fullShare, "fullShare");
        TrafficOptions.share(pairShare, "pairShare");
        TrafficOptions.share(keyChangeShare, "keyChangeShare");
        TrafficOptions.share(heartbeatShare, "heartbeatShare");
        TrafficOptions.share(poisonShare, "poisonShare");
    }

    /** The demo's. A real task tells its updates in one way only; here a switch of that option shows both. */
    public static DataWorksOptions defaults() {
        return new DataWorksOptions(3, 5_000, 3, 500, 0.05, 0.6, 0.03, 0.01, 0.001);
    }

    public DataWorksOptions withEvents(int value) {
        return new DataWorksOptions(
                partitions,
                value,
                days,
                rowsPerTable,
                fullShare,
                pairShare,
                keyChangeShare,
                heartbeatShare,
                poisonShare);
    }

    public DataWorksOptions withPartitions(int value) {
        return new DataWorksOptions(
                value, events, days, rowsPerTable, fullShare, pairShare, keyChangeShare, heartbeatShare, poisonShare);
    }

    public DataWorksOptions withPairShare(double value) {
        return new DataWorksOptions(
                partitions, events, days, rowsPerTable, fullShare, value, keyChangeShare, heartbeatShare, poisonShare);
    }

    public DataWorksOptions withPoisonShare(double value) {
        return new DataWorksOptions(
                partitions, events, days, rowsPerTable, fullShare, pairShare, keyChangeShare, heartbeatShare, value);
    }

    RowOptions rows() {
        return new RowOptions(rowsPerTable, keyChangeShare, 0, 0);
    }

    int fullRows() {
        return Math.min(rowsPerTable, (int) (events * fullShare));
    }
}
