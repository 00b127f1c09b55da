package dev.sluice.killed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A {@link KilledWorker} in a JVM of its own. */
final class WorkerProcess implements AutoCloseable {
    private final Process process;
    private final Path errors;

    private WorkerProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
    }

    /** @param errors where its error output goes */
    static WorkerProcess start(Place place, long seed, int firstWave, int lastWave, Path errors) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledWorker.class.getName(),
                        place.opener().getName(),
                        place.lakeUrl(),
                        place.stateUrl(),
                        Long.toString(seed),
                        Integer.toString(firstWave),
                        Integer.toString(lastWave)))
                .redirectError(errors.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_") || name.startsWith("AWS_"));
        builder.environment().putAll(place.environment());
        return new WorkerProcess(builder.start(), errors);
    }

    /**
     * Lets it work from where the logs were acknowledged, until it ends or has told so many lines; then kills it.
     *
     * @param delayNanos between the last of these lines and the kill
     * @return true if it was killed
     */
    boolean live(Tally tally, int lines, long delayNanos) throws IOException, InterruptedException {
        Tally.Life life = new Tally.Life();
        try (OutputStream acknowledged = process.getOutputStream()) {
            acknowledged.write(tally.acknowledged().getBytes(StandardCharsets.UTF_8));
        }
        boolean killed = false;
        try (BufferedReader told = process.inputReader(StandardCharsets.UTF_8)) {
            int count = 0;
            for (String line = told.readLine(); line != null; line = told.readLine()) {
                tally.take(life, line);
                if (++count == lines) {
                    LockSupport.parkNanos(delayNanos);
                    killed = process.toHandle()
                            .destroyForcibly(); // the process itself would close our end of its output
                }
            }
        }
        int code = process.waitFor();
        if (killed) {
            tally.killed(life);
        } else if (code != 0) {
            throw new IOException("a worker ended by itself, with " + code + ":\n" + Files.readString(errors));
        }
        return killed;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
