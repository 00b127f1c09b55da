package dev.sluice.azure;

import com.microsoft.azure.functions.ExecutionContext;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A {@link ZipHost} in a JVM of its own, and the way to it. */
final class ZipProcess implements AutoCloseable {
    private static final long MINUTES = 4;

    private final Process process;
    private final DataOutputStream calls;
    private final Path log;
    private final Map<Integer, CompletableFuture<String>> open = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    private ZipProcess(Process process, Path log) {
        this.process = process;
        this.calls = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param unpacked folder with what is deployed
     * @param environment settings, and nothing else that begins like one
     * @param options of the JVM
     * @param log where its log goes
     */
    static ZipProcess start(Path unpacked, Map<String, String> environment, List<String> options, Path log)
            throws IOException {
        return start(place(ZipHost.class), unpacked, environment, options, log);
    }

    /** @param host where the classes of the host are, a folder or a jar */
    static ZipProcess start(Path host, Path unpacked, Map<String, String> environment, List<String> options, Path log)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                host.toString(),
                ZipHost.class.getName(),
                unpacked.toString(),
                place(ExecutionContext.class).toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment()
                .keySet()
                .removeIf(name ->
                        name.startsWith("SLUICE_") || name.startsWith("AZURE_") || name.startsWith("IDENTITY_"));
        builder.environment().putAll(environment);
        ZipProcess started = new ZipProcess(builder.start(), log);
        Thread reader = new Thread(started::readAnswers, "answers");
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private void readAnswers() {
        try {
            DataInputStream answers = new DataInputStream(process.getInputStream());
            while (true) {
                int number = answers.readInt();
                String failure = new String(answers.readNBytes(answers.readInt()), StandardCharsets.UTF_8);
                open.remove(number).complete(failure);
            }
        } catch (IOException ended) {
            open.values().forEach(call -> call.complete("the process ended"));
        }
    }

    /** Processor time it took so far, in user and system mode. */
    Duration processorTime() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    /** Tells it that there are no more calls, and waits until it and what it still has to write is done. */
    void end(Duration limit) throws IOException, InterruptedException {
        calls.close();
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("it did not end within " + limit + "; the log says:\n" + log());
        }
    }

    /** Makes a call; the answer is "" if it returned nothing, and what it threw if it did not return. */
    CompletableFuture<String> begin(Class<?> function, List<Object> arguments) throws IOException {
        int number = numbers.incrementAndGet();
        CompletableFuture<String> answer = new CompletableFuture<>();
        open.put(number, answer);
        synchronized (calls) {
            calls.writeInt(number);
            calls.writeUTF(function.getName());
            HostCalls.write(arguments, calls);
            calls.flush();
        }
        return answer;
    }

    String call(Class<?> function, List<Object> arguments) throws IOException, InterruptedException {
        try {
            return begin(function, arguments).get(MINUTES, TimeUnit.MINUTES);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no answer; the log says:\n" + log(), e);
        }
    }

    String log() throws IOException {
        return Files.readString(log, StandardCharsets.UTF_8);
    }

    /** Ends it at once. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
