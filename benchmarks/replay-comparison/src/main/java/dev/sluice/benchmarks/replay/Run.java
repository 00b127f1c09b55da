package dev.sluice.benchmarks.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process from its start to its end, on the first two processors.
 *
 * @param cpuSeconds of all its threads
 * @param peakBytes of memory, resident
 */
record Run(double seconds, double cpuSeconds, long peakBytes) {
    private static final int LOOK_EVERY_MS = 50;

    /**
     * Runs a command; what it prints goes to a file.
     *
     * @throws IOException if it does not end well
     */
    static Run of(List<String> command, Path log) throws IOException, InterruptedException {
        List<String> bound = new ArrayList<>(List.of("taskset", "-c", "0,1"));
        bound.addAll(command);
        double cpuBefore = childrenCpuSeconds();
        long start = System.nanoTime();
        Process process = new ProcessBuilder(bound)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Path status = Path.of("/proc/" + process.pid() + "/status");
        long peak = 0;
        while (!process.waitFor(LOOK_EVERY_MS, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, peakBytes(status));
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (process.exitValue() != 0) {
            throw new IOException(
                    "exit code " + process.exitValue() + ", see " + log + ": " + String.join(" ", command));
        }
        return new Run(seconds, childrenCpuSeconds() - cpuBefore, peak);
    }

    private static long peakBytes(Path status) throws IOException {
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
                }
            }
        } catch (NoSuchFileException e) {
            // it ended just now
        }
        return 0;
    }

    /** Of the processes that this one started and that ended, with theirs. */
    private static double childrenCpuSeconds() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        int user = 13;
        int system = 14;
        int ticksPerSecond = 100;
        return (double) (Long.parseLong(fields[user]) + Long.parseLong(fields[system])) / ticksPerSecond;
    }
}
