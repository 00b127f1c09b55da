package dev.sluice.servers;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Kafka broker on this machine that is its own controller. It forgets everything when it ends. */
public final class Kafka implements AutoCloseable {
    private static final int FORMAT_MINUTES = 1;
    private static final String CLUSTER = "c2x1aWNlLXRlc3Qta2Fmaw";

    private final ServerProcess server;
    private final Path folder;

    private Kafka(ServerProcess server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    /**
     * Starts one.
     *
     * @param folder for its log and its data; removed with it
     */
    public static Kafka in(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        try {
            return new Kafka(
                    ServerProcess.start(port -> formatted(folder, port), Map.of(), folder.resolve("kafka.log")),
                    folder);
        } catch (IOException | InterruptedException e) {
            remove(folder);
            throw e;
        }
    }

    /** Makes a place for the data, and tells how to start a broker that keeps it there. */
    private static List<String> formatted(Path folder, int port) throws IOException {
        Path settings = folder.resolve(port + ".properties");
        Files.writeString(settings, settings(folder.resolve("data-" + port), port), StandardCharsets.ISO_8859_1);
        Path log = folder.resolve("format.log");
        Process format = new ProcessBuilder(java(
                        "kafka.tools.StorageTool", "format", "--standalone", "-t", CLUSTER, "-c", settings.toString()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!format.waitFor(FORMAT_MINUTES, TimeUnit.MINUTES) || format.exitValue() != 0) {
                throw new IOException("Kafka's storage was not formatted: " + Files.readString(log));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            format.destroyForcibly();
        }
        return java("kafka.Kafka", settings.toString());
    }

    private static List<String> java(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                ServerFiles.kafka() + File.separator + "*",
                program));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String settings(Path data, int port) throws IOException {
        String controller = "127.0.0.1:" + ServerProcess.freePort();
        return String.join(
                "\n",
                "process.roles=broker,controller",
                "node.id=1",
                "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://" + controller,
                "controller.listener.names=CONTROLLER",
                "controller.quorum.bootstrap.servers=" + controller,
                "log.dirs=" + data,
                "auto.create.topics.enable=false",
                "log.retention.ms=-1",
                "message.max.bytes=10485760",
                // One of each is all there is.
                "offsets.topic.replication.factor=1",
                "offsets.topic.num.partitions=1",
                "transaction.state.log.replication.factor=1",
                "transaction.state.log.min.isr=1",
                "group.initial.rebalance.delay.ms=0",
                "");
    }

    /** Such as {@code 127.0.0.1:9092}. */
    public String bootstrapServers() {
        return "127.0.0.1:" + server.port();
    }

    public long pid() {
        return server.pid();
    }

    @Override
    public void close() {
        server.close();
        try {
            remove(folder);
        } catch (IOException e) {
            // What is left of it lies in a folder of the test's.
        }
    }

    private static void remove(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path one : all) {
            Files.delete(one);
        }
    }
}
