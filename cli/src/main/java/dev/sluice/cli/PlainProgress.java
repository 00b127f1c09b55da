package dev.sluice.cli;

import java.io.PrintStream;

/** A line now and then, for a file or a pipe. */
final class PlainProgress implements Progress {
    private static final long STEP = 1_000_000;

    private final PrintStream err;
    private final String task;
    private final String unit;
    private final long most;
    private long done;

    PlainProgress(PrintStream err, String task, String unit, long most) {
        this.err = err;
        this.task = task;
        this.unit = unit;
        this.most = most;
    }

    @Override
    public synchronized void step(long count) {
        long before = done / STEP;
        done += count;
        if (done / STEP > before) {
            err.println(task + ": " + done + " of " + most + " " + unit);
        }
    }

    @Override
    public void close() {}
}
