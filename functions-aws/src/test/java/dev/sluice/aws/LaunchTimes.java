package dev.sluice.aws;

import dev.sluice.BatchTimes;
import dev.sluice.FunctionZip;
import dev.sluice.aws.LambdaProcess.Launch;
import dev.sluice.aws.RuntimeApi.Answer;
import dev.sluice.pipeline.Delivery;
import dev.sluice.servers.Azurite;
import dev.sluice.servers.S3Proxy;
import dev.sluice.text.Slice;
import dev.sluice.traffic.CesTraffic;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From the launch of the runtime client to the answer to the first batch, which goes on where the one before ended: of 100
 * events of 1.8 KB over three tables, and of one event; by turns with them {@link HelloHandler}, each with and without an
 * archive of classes. In brackets: how many times as long as that. Not part
 * of the build (benchmarks/README.md).
 */
class LaunchTimes {
    private static final int ROUNDS = Integer.getInteger("rounds", 15);

    @TempDir
    private Path folder;

    private final List<byte[]> bodies = CesTraffic.benchmarkUpdates(1, (2 * ROUNDS + 20) * 100);
    private int batches;
    private int ones;

    @Test
    void launches() throws Exception {
        Path ours = folder.resolve("ours");
        FunctionZip.unpack(ours);
        try (Azurite azurite = Azurite.inMemory(folder.resolve("azurite"));
                S3Proxy s3 = S3Proxy.inFrontOf(azurite, folder.resolve("s3proxy"))) {
            String bucket = new S3Buckets(s3).newPlace().bucket();
            Map<String, String> keys = Map.of(
                    "AWS_ACCESS_KEY_ID",
                    s3.accessKey(),
                    "AWS_SECRET_ACCESS_KEY",
                    s3.secretKey(),
                    "AWS_REGION",
                    "us-east-1");
            Launch launch =
                    new Launch(LambdaProcess.ownJava(), LambdaProcess.runtime(), ours, KafkaHandler.class.getName());
            Map<String, String> settings = with(
                    keys,
                    Map.of(
                            "SLUICE_LAKE",
                            "s3://" + bucket + "/lake",
                            "SLUICE_STATE",
                            "s3://" + bucket + "/state",
                            S3Access.ENDPOINT,
                            s3.endpoint()));
            List<String> training = ClassArchive.events();
            Side hundred = new Side("100 events", launch, settings, this::nextHundred, training);
            Side one = new Side("1 event", launch, settings, this::nextOne, training);
            String any = event(0, BatchTimes.batch(bodies, 0).deliveries());
            Side hello = new Side(
                    "hello",
                    new Launch(
                            LambdaProcess.ownJava(),
                            LambdaProcess.runtime(),
                            hello(ours),
                            HelloHandler.class.getName()),
                    with(keys, Map.of(HelloHandler.BUCKET, bucket, HelloHandler.ENDPOINT, s3.endpoint())),
                    () -> any,
                    List.of(any, any));
            System.out.println("JDK " + Runtime.version() + ", medians of " + ROUNDS + " launches by turns");
            List<Runs> all = new ArrayList<>();
            for (boolean archived : new boolean[] {false, true}) {
                for (Side side : List.of(hundred, one, hello)) {
                    all.add(new Runs(side, archived));
                }
            }
            for (int round = -1; round < ROUNDS; round++) {
                for (Runs runs : all) {
                    runs.launch(round >= 0);
                }
            }
            all.subList(0, 3).forEach(runs -> runs.print(all.get(2)));
            all.subList(3, 6).forEach(runs -> runs.print(all.get(5)));
        }
    }

    private static Map<String, String> with(Map<String, String> some, Map<String, String> more) {
        return Stream.of(some, more)
                .flatMap(map -> map.entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** What would be deployed with {@link HelloHandler}: the SDK and it. */
    private Path hello(Path ours) throws IOException {
        Path lib = Files.createDirectories(folder.resolve("hello/lib"));
        try (Stream<Path> jars = Files.list(ours.resolve("lib"))) {
            for (Path jar : jars.toList()) {
                if (!jar.getFileName().toString().matches("(sluice|avro|jackson|crac)-.*")) {
                    Files.createLink(lib.resolve(jar.getFileName()), jar);
                }
            }
        }
        String name = HelloHandler.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(lib.resolve("hello.jar"));
                JarOutputStream jar = new JarOutputStream(file)) {
            jar.putNextEntry(new JarEntry(name));
            try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/" + name))) {
                in.transferTo(jar);
            }
        }
        return lib.getParent();
    }

    /** The next batch of a partition, as Lambda hands it over. */
    private String nextHundred() {
        return event(0, BatchTimes.batch(bodies, batches++).deliveries());
    }

    /** The same of another partition, in which little happens. */
    private String nextOne() {
        return event(1, List.of(new Delivery(ones, Slice.of(bodies.get(ones++)), 0L)));
    }

    private static String event(int partition, List<Delivery> records) {
        StringBuilder json = new StringBuilder("{\"eventSource\":\"aws:kafka\",\"eventSourceArn\":\"arn:aws:kafka:c\","
                + "\"bootstrapServers\":\"b:9098\",\"records\":{\"hub-" + partition + "\":[");
        String comma = "";
        for (Delivery record : records) {
            json.append(comma)
                    .append("{\"topic\":\"hub\",\"partition\":" + partition + ",\"offset\":")
                    .append(record.offset())
                    .append(",\"timestamp\":")
                    .append(record.brokerTime())
                    .append(",\"timestampType\":\"CREATE_TIME\",\"value\":\"")
                    .append(Base64.getEncoder()
                            .encodeToString(
                                    Objects.requireNonNull(record.body()).copy()))
                    .append("\",\"headers\":[]}");
            comma = ",";
        }
        return json.append("]}}").toString();
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /**
     * What is launched.
     *
     * @param training events with which its archive of classes is made; of ours, those of the recipe
     */
    private record Side(
            String name,
            Launch launch,
            Map<String, String> environment,
            Supplier<String> next,
            List<String> training) {}

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
            this.options = archived ? List.of(archive().option()) : List.of();
        }

        private ClassArchive archive() throws Exception {
            Path made = Files.createDirectories(folder.resolve("archive-" + side.name.replace(' ', '-')));
            return ClassArchive.of(side.launch, side.environment, side.training, made);
        }

        private void launch(boolean counts) throws Exception {
            String event = side.next.get();
            long start = System.nanoTime();
            try (LambdaProcess function =
                    LambdaProcess.start(side.launch, side.environment, options, folder.resolve("function.log"))) {
                CompletableFuture<Answer> answer = function.api().invoke(event, Duration.ofMinutes(5));
                if (function.answer(answer).isError()) {
                    throw new IOException(answer.get().body());
                }
                long millis = System.nanoTime() - start;
                Duration used = function.processorTime();
                if (counts) {
                    wall.add(millis / 1e6);
                    processor.add(used.toNanos() / 1e6);
                }
            }
        }

        private void print(Runs hello) {
            System.out.printf(
                    Locale.ROOT,
                    "%s %s archive: %.0f ms (%.2f), processor time %.0f ms (%.2f) %s%n",
                    side.name,
                    archived ? "with" : "without",
                    median(wall),
                    median(wall) / median(hello.wall),
                    median(processor),
                    median(processor) / median(hello.processor),
                    Arrays.toString(
                            wall.stream().sorted().mapToLong(Math::round).toArray()));
        }
    }
}
