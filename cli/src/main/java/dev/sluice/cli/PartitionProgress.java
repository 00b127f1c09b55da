package dev.sluice.cli;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Shows how far a long run is, of all and of each partition. Safe for any number of threads. */
final class PartitionProgress implements AutoCloseable {
    /** With more, a terminal would show nothing else. */
    private static final int MOST_BARS = 12;

    private static final int NAME_COLUMNS = 20;

    private final Progress all;
    private final Map<String, Long> sizes;
    private final Map<String, Progress> begun = new HashMap<>();
    private final BiFunction<String, Long, Progress> begin;

    /**
     * Shows a run over some partitions.
     *
     * @param sizes by name of the partition
     * @param begin shows one, when its first records are done
     */
    private PartitionProgress(Progress all, Map<String, Long> sizes, BiFunction<String, Long, Progress> begin) {
        this.all = all;
        this.sizes = Map.copyOf(sizes);
        this.begin = begin;
    }

    static PartitionProgress none() {
        return new PartitionProgress(Progress.none(), Map.of(), (name, size) -> Progress.none());
    }

    /** A bar for all, and below it one for each partition that was begun, if they are not too many. */
    static PartitionProgress bars(PrintStream err, String task, String unit, Map<String, Long> sizes) {
        if (sizes.size() < 2 || sizes.size() > MOST_BARS) {
            return new PartitionProgress(
                    Progress.bar(err, task, unit, sum(sizes)), sizes, (name, size) -> Progress.none());
        }
        return new PartitionProgress(
                Progress.barAmongOthers(err, task, unit, sum(sizes)),
                sizes,
                (name, size) -> Progress.barAmongOthers(err, shown(name), unit, size));
    }

    /** A line now and then, and one for each of several partitions when it is done. */
    static PartitionProgress lines(PrintStream err, String task, String unit, Map<String, Long> sizes) {
        Progress all = new PlainProgress(err, task, unit, sum(sizes));
        return sizes.size() < 2
                ? new PartitionProgress(all, sizes, (name, size) -> Progress.none())
                : new PartitionProgress(
                        all,
                        sizes,
                        (name, size) -> new LineAtEnd(
                                err,
                                TextReports.printable(task + ": " + name + " is done, " + size + " " + unit),
                                size));
    }

    /** Says when all of a partition is done. */
    private static final class LineAtEnd implements Progress {
        private final PrintStream err;
        private final String line;
        private long left;

        private LineAtEnd(PrintStream err, String line, long size) {
            this.err = err;
            this.line = line;
            this.left = size;
        }

        @Override
        public void step(long count) {
            left -= count;
            if (left == 0) {
                err.println(line);
            }
        }

        @Override
        public void close() {}
    }

    private static long sum(Map<String, Long> sizes) {
        return sizes.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String shown(String name) {
        String text = TextReports.printable(name);
        return text.length() <= NAME_COLUMNS
                ? text
                : "..." + text.substring(text.length() - NAME_COLUMNS + "...".length());
    }

    /** Some more of a partition are done. */
    synchronized void step(String partition, long count) {
        all.step(count);
        Long size = sizes.get(partition);
        if (size != null) {
            begun.computeIfAbsent(partition, name -> begin.apply(name, size)).step(count);
        }
    }

    @Override
    public synchronized void close() {
        begun.values().forEach(Progress::close);
        all.close();
    }
}
