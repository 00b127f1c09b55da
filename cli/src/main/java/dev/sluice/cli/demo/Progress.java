package dev.sluice.cli.demo;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far a long run is. */
interface Progress extends AutoCloseable {
    void step();

    @Override
    void close();

    /** Shows nothing. */
    static Progress none() {
        return new Progress() {
            @Override
            public void step() {}

            @Override
            public void close() {}
        };
    }

    /** A bar with rate and time left, for a terminal. */
    static Progress bar(PrintStream err, String task, String unit, long most) {
        ProgressBar bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setUnit(" " + unit, 1)
                .setInitialMax(most)
                .setStyle(ProgressBarStyle.ASCII)
                .showSpeed()
                .setConsumer(new ConsoleProgressBarConsumer(err, 79))
                .build();
        return new Progress() {
            @Override
            public void step() {
                bar.step();
            }

            @Override
            public void close() {
                bar.close();
            }
        };
    }
}
