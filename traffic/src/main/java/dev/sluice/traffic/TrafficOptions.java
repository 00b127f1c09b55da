package dev.sluice.traffic;

import java.util.List;

/**
 * What the traffic looks like. Shares are from 0 to 1.
 *
 * @param partitions changes go round robin, the default of CES
 * @param events row changes; resends and poison come on top
 * @param days the commit times spread evenly over so many days
 * @param rowsPerTable most rows a table ever has, which bounds the memory
 * @param generations each transaction takes one of these at random
 * @param resendShare resends per change
 * @param poisonShare poison and empty messages per change
 * @param keyChangeShare of the updates of tables whose key can change; such an update always has a before image
 * @param sparseShare of the updates: sent with include_all_columns=0
 * @param noBeforeShare of the updates, and of the deletes in tables with a key: sent with include_old_values=0
 * @param splitShare of the changes: sent in pieces, each a message of its own
 */
public record TrafficOptions(
        int partitions,
        int events,
        int days,
        int rowsPerTable,
        List<CesGeneration> generations,
        double resendShare,
        double poisonShare,
        double keyChangeShare,
        double sparseShare,
        double noBeforeShare,
        double splitShare) {

    public TrafficOptions {
        atLeast(1, partitions, "partitions");
        atLeast(0, events, "events");
        atLeast(1, days, "days");
        atLeast(1, rowsPerTable, "rowsPerTable");
        generations = List.copyOf(generations);
        atLeast(1, generations.size(), "generations");
        share(resendShare, "resendShare");
        share(poisonShare, "poisonShare");
        share(keyChangeShare, "keyChangeShare");
        share(sparseShare, "sparseShare");
        share(noBeforeShare, "noBeforeShare");
        share(splitShare, "splitShare");
    }

    /** The demo's: a healthy stream of the newest generation with a little of everything that happens. */
    public static TrafficOptions defaults() {
        return new TrafficOptions(4, 20_000, 3, 500, List.of(CesGeneration.C), 0.01, 0.002, 0.02, 0.02, 0.02, 0.002);
    }

    /** As {@link #defaults()}, but each change comes once and in one piece, with full images and the old key, and nothing else comes. */
    public static TrafficOptions plain() {
        return new TrafficOptions(4, 20_000, 3, 500, List.of(CesGeneration.C), 0, 0, 0, 0, 0, 0);
    }

    public TrafficOptions withPartitions(int value) {
        return new TrafficOptions(
                value,
                events,
                days,
                rowsPerTable,
                generations,
                resendShare,
                poisonShare,
                keyChangeShare,
                sparseShare,
                noBeforeShare,
                splitShare);
    }

    public TrafficOptions withEvents(int value) {
        return new TrafficOptions(
                partitions,
                value,
                days,
                rowsPerTable,
                generations,
                resendShare,
                poisonShare,
                keyChangeShare,
                sparseShare,
                noBeforeShare,
                splitShare);
    }

    public TrafficOptions withDays(int value) {
        return new TrafficOptions(
                partitions,
                events,
                value,
                rowsPerTable,
                generations,
                resendShare,
                poisonShare,
                keyChangeShare,
                sparseShare,
                noBeforeShare,
                splitShare);
    }

    public TrafficOptions withRowsPerTable(int value) {
        return new TrafficOptions(
                partitions,
                events,
                days,
                value,
                generations,
                resendShare,
                poisonShare,
                keyChangeShare,
                sparseShare,
                noBeforeShare,
                splitShare);
    }

    public TrafficOptions withGenerations(CesGeneration... value) {
        return new TrafficOptions(
                partitions,
                events,
                days,
                rowsPerTable,
                List.of(value),
                resendShare,
                poisonShare,
                keyChangeShare,
                sparseShare,
                noBeforeShare,
                splitShare);
    }

    public TrafficOptions withResendShare(double value) {
        return new TrafficOptions(
                partitions,
                events,
                days,
                rowsPerTable,
                generations,
                value,
                poisonShare,
                keyChangeShare,
                sparseShare,
                noBeforeShare,
                splitShare);
    }

    public TrafficOptions withPoisonShare(double value) {
        return new TrafficOptions(
                partitions,
                events,
                days,
                rowsPerTable,
                generations,
                resendShare,
                value,
                keyChangeShare,
                sparseShare,
                noBeforeShare,
                splitShare);
    }

    public TrafficOptions withKeyChangeShare(double value) {
        return new TrafficOptions(
                partitions,
                events,
                days,
                rowsPerTable,
                generations,
                resendShare,
                poisonShare,
                value,
                sparseShare,
                noBeforeShare,
                splitShare);
    }

    public TrafficOptions withSparseShare(double value) {
        return new TrafficOptions(
                partitions,
                events,
                days,
                rowsPerTable,
                generations,
                resendShare,
                poisonShare,
                keyChangeShare,
                value,
                noBeforeShare,
                splitShare);
    }

    public TrafficOptions withNoBeforeShare(double value) {
        return new TrafficOptions(
                partitions,
                events,
                days,
                rowsPerTable,
                generations,
                resendShare,
                poisonShare,
                keyChangeShare,
                sparseShare,
                value,
                splitShare);
    }

    public TrafficOptions withSplitShare(double value) {
        return new TrafficOptions(
                partitions,
                events,
                days,
                rowsPerTable,
                generations,
                resendShare,
                poisonShare,
                keyChangeShare,
                sparseShare,
                noBeforeShare,
                value);
    }

    RowOptions rows() {
        return new RowOptions(rowsPerTable, keyChangeShare, sparseShare, noBeforeShare);
    }

    static void atLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(name + " is " + value + " (expected " + least + " or more)");
        }
    }

    static void share(double value, String name) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " is " + value + " (expected 0 to 1)");
        }
    }
}
