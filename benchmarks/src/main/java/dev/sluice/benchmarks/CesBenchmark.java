package dev.sluice.benchmarks;

import dev.sluice.pipeline.Delivery;
import dev.sluice.text.Slice;
import dev.sluice.traffic.CesTraffic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Bytes to normalized bytes, one thread: CES updates of about 1.8 KB, 8 columns, both images, in batches of 100. An
 * operation is one event.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 6, time = 2)
@Fork(2)
public class CesBenchmark {
    private static final int BATCH = 100;
    private static final int BATCHES = 20;

    private final SluiceLine sluice = new SluiceLine();
    private final JacksonTreeLine tree = new JacksonTreeLine();
    private final JacksonStreamingLine streaming = new JacksonStreamingLine();
    private final List<List<Delivery>> batches = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 20);
    private int next;

    /** Makes the events, and sees that all three write the same lines. */
    @Setup
    public void setUp() throws IOException {
        List<byte[]> bodies = CesTraffic.benchmarkUpdates(42, BATCH * BATCHES);
        for (int i = 0; i < BATCHES; i++) {
            List<Delivery> batch = new ArrayList<>();
            for (byte[] body : bodies.subList(i * BATCH, (i + 1) * BATCH)) {
                batch.add(new Delivery(7, Slice.of(body), null));
            }
            batches.add(batch);
            String ours = text(sluice.lines(batch));
            if (!ours.equals(text(jackson(batch, tree::line))) || !ours.equals(text(jackson(batch, streaming::line)))) {
                throw new IllegalStateException("the lines differ");
            }
        }
    }

    private static String text(ByteArrayOutputStream lines) {
        return lines.toString(StandardCharsets.UTF_8);
    }

    private List<Delivery> batch() {
        next = (next + 1) % BATCHES;
        return batches.get(next);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object sluice() {
        return sluice.lines(batch());
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object jacksonTree() throws IOException {
        return jackson(batch(), tree::line);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object jacksonStreaming() throws IOException {
        return jackson(batch(), streaming::line);
    }

    /** One way from a message to its line. */
    private interface Line {
        byte[] of(byte[] body) throws IOException;
    }

    private ByteArrayOutputStream jackson(List<Delivery> batch, Line line) throws IOException {
        out.reset();
        for (Delivery delivery : batch) {
            Slice body = delivery.body();
            if (body != null) {
                out.writeBytes(line.of(body.bytes()));
            }
        }
        return out;
    }
}
