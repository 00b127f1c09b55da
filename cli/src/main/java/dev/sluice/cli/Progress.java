package dev.sluice.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.InteractiveConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far a long run is. Safe for any number of threads. */
public interface Progress extends AutoCloseable {
    /** Of a line; terminals wrap longer ones. */
    int COLUMNS = 79;

    void step(long count);

    /** One further. */
    default void step() {
        step(1);
    }

    @Override
    void close();

    /** Shows nothing. */
    static Progress none() {
        return new Progress() {
            @Override
            public void step(long count) {}

            @Override
            public void close() {}
        };
    }

    /**
     * A bar with rate and time left, for a terminal.
     *
     * @param most where it ends, -1 if that is not known
     */
    static Progress bar(PrintStream err, String task, String unit, long most) {
        return bar(new ConsoleProgressBarConsumer(err, COLUMNS), task, unit, most);
    }

    /** The same in a line of its own, while others show their bars; moves the cursor up and down. */
    static Progress barAmongOthers(PrintStream err, String task, String unit, long most) {
        return bar(new InteractiveConsoleProgressBarConsumer(err, COLUMNS), task, unit, most);
    }

    private static Progress bar(ProgressBarConsumer consumer, String task, String unit, long most) {
        ProgressBar bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setUnit(" " + unit, 1)
                .setInitialMax(most)
                .setStyle(ProgressBarStyle.ASCII)
                .showSpeed()
                .setConsumer(consumer)
                .build();
        return new Progress() {
            @Override
            public void step(long count) {
                bar.stepBy(count);
            }

            @Override
            public void close() {
                bar.close();
            }
        };
    }
}
