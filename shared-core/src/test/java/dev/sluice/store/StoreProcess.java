package dev.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A second JVM at work in the same folder: what it runs, and the handle of the test that started it. */
final class StoreProcess implements AutoCloseable {
    static final int CREATORS = 4;

    private final Process process;
    private final BufferedReader output;

    private StoreProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts the JVM, and returns when it is ready to {@link #go}. */
    static StoreProcess start(Path root, String work, int times) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(List.of(
                java,
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                StoreProcess.class.getName(),
                root.toString(),
                work,
                Integer.toString(times)));
        StoreProcess started =
                new StoreProcess(builder.redirectErrorStream(true).start());
        assertThat(started.readLine()).isEqualTo("ready");
        return started;
    }

    void go() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** The next line it wrote; null when it has ended. */
    String readLine() throws IOException {
        return output.readLine();
    }

    void awaitSuccess() throws IOException, InterruptedException {
        StringBuilder rest = new StringBuilder();
        for (String line = readLine(); line != null; line = readLine()) {
            rest.append(line).append('\n');
        }
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(rest.toString()).isZero();
    }

    /** Ends it as a crash does (SIGKILL), and returns when it is gone. What it wrote before can still be read. */
    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly(); // The process itself would close our end of its output, too.
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Content that follows from the key; large, so that a crash falls into the middle of one. */
    static byte[] contentOf(String key) {
        return ObjectStoreContract.pattern(1_500_000 + key.hashCode() % 1000, key.hashCode());
    }

    static boolean isContentOf(String key, byte[] content) {
        return ObjectStoreContract.isPattern(content, 1_500_000 + key.hashCode() % 1000, key.hashCode());
    }

    public static void main(String[] arguments) throws Exception {
        FileObjectStore store = new FileObjectStore(Path.of(arguments[0]));
        int times = Integer.parseInt(arguments[2]);
        System.out.println("ready");
        if (System.in.read() < 0) {
            return;
        }
        switch (arguments[1]) {
            case "increment" -> {
                // When nobody reads any more, the test is gone: end.
                for (int i = 0; i < times && !System.out.checkError(); i++) {
                    System.out.println(ObjectStoreContract.increment(store, "counter"));
                }
            }
            case "create" ->
                ObjectStoreContract.atOnce(CREATORS, worker -> {
                    for (int i = 0; i < times && !System.out.checkError(); i++) {
                        String key = "crash/%d/%d/%05d".formatted(i % 7, worker, i);
                        store.create(key, contentOf(key));
                        System.out.println(key);
                    }
                });
            default -> throw new IllegalArgumentException(arguments[1]);
        }
    }
}
