package dev.sluice.azure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.sluice.BatchTimes;
import dev.sluice.FunctionZip;
import dev.sluice.pipeline.Delivery;
import dev.sluice.servers.Azurite;
import dev.sluice.traffic.CesTraffic;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From the launch of {@link ZipHost} to the answer to the first batch, 100 events of 1.8 KB over three tables, which goes on where
 * the one before ended; by turns with it {@link HelloFunction}, each with and without an archive of classes. Not part of the
 * build (benchmarks/README.md).
 */
class LaunchTimes {
    private static final int ROUNDS = Integer.getInteger("rounds", 15);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private final List<byte[]> bodies = CesTraffic.benchmarkUpdates(1, (2 * ROUNDS + 20) * 100);
    private Path host;
    private int batches;

    private record Side(
            String name,
            Path unpacked,
            Class<?> function,
            Map<String, String> environment,
            Supplier<List<Object>> next) {}

    @Test
    void launches() throws Exception {
        Path ours = folder.resolve("ours");
        FunctionZip.unpack(ours);
        host = jar(folder.resolve("host.jar"), ZipHost.class, HostCalls.class);
        try (Azurite azurite = Azurite.inMemory(folder.resolve("azurite"))) {
            String container = new BlobContainers(azurite).newPlace().container();
            String url = azurite.endpoint() + "/" + container;
            Side sluice = new Side(
                    "sluice",
                    ours,
                    ChangeFeed.class,
                    Map.of("SLUICE_LAKE", url + "/lake", "SLUICE_STATE", url + "/state", BlobAccess.KEY, azurite.key()),
                    () -> arguments(batches++));
            Side hello = new Side(
                    "hello",
                    hello(ours),
                    HelloFunction.class,
                    Map.of(
                            HelloFunction.ENDPOINT,
                            azurite.endpoint(),
                            HelloFunction.CONTAINER,
                            container,
                            HelloFunction.ACCOUNT,
                            azurite.account(),
                            HelloFunction.KEY,
                            azurite.key()),
                    () -> arguments(0));
            System.out.println("JDK " + Runtime.version() + ", medians of " + ROUNDS + " launches by turns");
            List<Runs> all = List.of(
                    new Runs(sluice, false), new Runs(hello, false), new Runs(sluice, true), new Runs(hello, true));
            for (int round = -1; round < ROUNDS; round++) {
                for (Runs runs : all) {
                    runs.launch(round >= 0);
                }
            }
            all.forEach(Runs::print);
            for (int i = 0; i < all.size(); i += 2) {
                System.out.printf(
                        Locale.ROOT,
                        "ratio %s archive: %.2f, processor time %.2f%n",
                        i == 0 ? "without" : "with",
                        median(all.get(i).wall) / median(all.get(i + 1).wall),
                        median(all.get(i).processor) / median(all.get(i + 1).processor));
            }
        }
    }

    private Path hello(Path ours) throws IOException {
        Path root = folder.resolve("hello");
        Path lib = Files.createDirectories(root.resolve("lib"));
        try (Stream<Path> jars = Files.list(ours.resolve("lib"))) {
            for (Path one : jars.toList()) {
                if (!one.getFileName().toString().matches("(sluice|avro|opentelemetry)-.*")) {
                    Files.createLink(lib.resolve(one.getFileName()), one);
                }
            }
        }
        jar(root.resolve("hello.jar"), HelloFunction.class);
        return root;
    }

    private static Path jar(Path file, Class<?>... classes) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            for (Class<?> type : classes) {
                String name = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(name));
                try (InputStream in = Objects.requireNonNull(LaunchTimes.class.getResourceAsStream("/" + name))) {
                    in.transferTo(jar);
                }
            }
        }
        return file;
    }

    private List<Object> arguments(int number) {
        List<Delivery> records = BatchTimes.batch(bodies, number).deliveries();
        ArrayNode system = JSON.createArrayNode();
        records.forEach(record -> system.addObject()
                .put("SequenceNumber", record.offset())
                .put("EnqueuedTimeUtc", "2026-10-14T09:00:00.120"));
        return List.of(
                records.stream()
                        .map(record -> Objects.requireNonNull(record.body()).copy())
                        .toList(),
                "{\"FullyQualifiedNamespace\":\"namespace\",\"EventHubName\":\"hub\",\"PartitionId\":\"0\"}",
                system.toString(),
                records.stream().map(Delivery::offset).toList(),
                "[]");
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** Launches of one kind. */
    private final class Runs {
        private final Side side;
        private final boolean archived;
        private final List<String> options;
        private final List<Double> wall = new ArrayList<>();
        private final List<Double> processor = new ArrayList<>();

        private Runs(Side side, boolean archived) throws Exception {
            this.side = side;
            this.archived = archived;
            this.options = archived ? List.of(archive()) : List.of();
        }

        /** The option that uses an archive of what two calls load, after a process that began the lake. */
        private String archive() throws Exception {
            boolean aot = Runtime.version().feature() >= 25;
            Path file = folder.resolve(side.name + (aot ? ".aot" : ".jsa"));
            for (String dump : List.of("", (aot ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + file)) {
                try (ZipProcess process = start(dump.isEmpty() ? List.of() : List.of(dump))) {
                    call(process);
                    call(process);
                    process.end(Duration.ofMinutes(3));
                }
            }
            if (!Files.exists(file)) {
                throw new IOException("the JVM wrote no archive of classes");
            }
            return (aot ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + file;
        }

        private ZipProcess start(List<String> jvm) throws IOException {
            List<String> all = new ArrayList<>(jvm);
            // What the JVM warns of while it writes an archive would get between the answers.
            all.addAll(List.of("-Xlog:disable", "-Xlog:all=warning:stderr"));
            return ZipProcess.start(host, side.unpacked, side.environment, all, folder.resolve("zip.log"));
        }

        private void call(ZipProcess process) throws Exception {
            String failure = process.call(side.function, side.next.get());
            if (!failure.isEmpty()) {
                throw new IOException(failure);
            }
        }

        private void launch(boolean counts) throws Exception {
            long start = System.nanoTime();
            try (ZipProcess process = start(options)) {
                call(process);
                double millis = (System.nanoTime() - start) / 1e6;
                if (counts) {
                    wall.add(millis);
                    processor.add(process.processorTime().toNanos() / 1e6);
                }
            }
        }

        private void print() {
            System.out.printf(
                    Locale.ROOT,
                    "%s %s archive: %.0f ms, processor time %.0f ms%n",
                    side.name,
                    archived ? "with" : "without",
                    median(wall),
                    median(processor));
        }
    }
}
