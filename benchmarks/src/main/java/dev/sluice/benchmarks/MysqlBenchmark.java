package dev.sluice.benchmarks;

import dev.sluice.pipeline.Delivery;
import dev.sluice.text.Slice;
import dev.sluice.traffic.MysqlTraffic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.DataType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Updates of one MySQL table, 8 columns, as Canal and as DataWorks send them, one thread: bytes to normalized bytes with
 * us, bytes to rows in memory, or to its own JSON, with Flink, which has no format for DataWorks. An operation is one
 * update.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 8, time = 2)
@Measurement(iterations = 6, time = 2)
@Fork(2)
public class MysqlBenchmark {
    private static final int SEED = 42;
    private static final int BATCH = 100;
    private static final int BATCHES = 20;
    private static final int MODIFIED = 4;

    /** Canal's messages; our lines of them are read by Flink as the rows that it reads from them itself. */
    @State(Scope.Thread)
    public static class Canal {
        /** Rows per message. */
        @Param({"1", "10"})
        public int rows;

        private final SluiceLine sluice = new SluiceLine();
        private final FlinkRows flink = FlinkRows.canal(columns(DataTypes.TIMESTAMP(3)));
        private final FlinkLines flinkLines = new FlinkLines(columns(DataTypes.TIMESTAMP(3)));
        private final List<List<byte[]>> messages = new ArrayList<>();
        private final List<List<Delivery>> deliveries = new ArrayList<>();
        private int next;

        /** Makes the messages, and sees that both sides read the same rows. */
        @Setup
        public void setUp() throws IOException {
            FlinkRows ours = FlinkRows.debezium(columns(DataTypes.TIMESTAMP(3)));
            for (List<byte[]> batch : batches(MysqlTraffic.canal(SEED, BATCH * BATCHES, rows), BATCH / rows)) {
                messages.add(batch);
                deliveries.add(deliveries(batch));
                requireSame(ours.of(lines(sluice, batch)), flink.of(batch));
            }
        }

        private int batch() {
            next = (next + 1) % BATCHES;
            return next;
        }
    }

    /** The messages of DataWorks for the same updates. */
    @State(Scope.Thread)
    public static class DataWorks {
        private final SluiceLine sluice = new SluiceLine();
        private final List<List<Delivery>> deliveries = new ArrayList<>();
        private int next;

        /** Makes the messages, and sees that their lines hold the rows that Flink reads from Canal. */
        @Setup
        public void setUp() throws IOException {
            FlinkRows canal = FlinkRows.canal(columns(DataTypes.STRING()));
            FlinkRows ours = FlinkRows.debezium(columns(DataTypes.STRING()));
            List<List<byte[]>> same = batches(MysqlTraffic.canal(SEED, BATCH * BATCHES, 1), BATCH);
            for (List<byte[]> batch : batches(MysqlTraffic.dataWorks(SEED, BATCH * BATCHES), BATCH)) {
                List<RowData> rows = canal.of(same.get(deliveries.size()));
                for (RowData row : rows) {
                    // Canal has the wall clock, DataWorks the instant, which we write in the zone of the task.
                    String zoned = row.getString(MODIFIED).toString().replace(' ', 'T') + "+08:00";
                    ((GenericRowData) row).setField(MODIFIED, StringData.fromString(zoned));
                }
                deliveries.add(deliveries(batch));
                requireSame(ours.of(lines(sluice, batch)), rows);
            }
        }

        private int batch() {
            next = (next + 1) % BATCHES;
            return next;
        }
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object sluiceCanal(Canal canal) {
        return canal.sluice.lines(canal.deliveries.get(canal.batch()));
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object flinkCanal(Canal canal) throws IOException {
        return canal.flink.of(canal.messages.get(canal.batch()));
    }

    /** The whole way, as a job that reads canal-json and writes debezium-json. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object flinkCanalToJson(Canal canal) throws IOException {
        return canal.flinkLines.of(canal.flink.of(canal.messages.get(canal.batch())));
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object sluiceDataWorks(DataWorks dataWorks) {
        return dataWorks.sluice.lines(dataWorks.deliveries.get(dataWorks.batch()));
    }

    /** The table as one would declare it in Flink. */
    private static DataType columns(DataType modified) {
        return DataTypes.ROW(
                DataTypes.FIELD("ProductId", DataTypes.INT()),
                DataTypes.FIELD("Name", DataTypes.STRING()),
                DataTypes.FIELD("Description", DataTypes.STRING()),
                DataTypes.FIELD("Price", DataTypes.DECIMAL(18, 4)),
                DataTypes.FIELD("Modified", modified),
                DataTypes.FIELD("Active", DataTypes.TINYINT()),
                DataTypes.FIELD("Stock", DataTypes.BIGINT()),
                DataTypes.FIELD("Location", DataTypes.STRING()));
    }

    private static List<List<byte[]>> batches(List<byte[]> messages, int size) {
        List<List<byte[]>> batches = new ArrayList<>();
        for (int from = 0; from < messages.size(); from += size) {
            batches.add(messages.subList(from, from + size));
        }
        return batches;
    }

    private static List<Delivery> deliveries(List<byte[]> messages) {
        List<Delivery> deliveries = new ArrayList<>();
        for (byte[] message : messages) {
            deliveries.add(new Delivery(deliveries.size(), Slice.of(message), null));
        }
        return deliveries;
    }

    private static List<byte[]> lines(SluiceLine sluice, List<byte[]> messages) {
        ByteArrayOutputStream lines = sluice.lines(deliveries(messages));
        return lines.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** Each update is two rows in Flink, before and after. */
    private static void requireSame(List<RowData> ours, List<RowData> flinks) {
        if (ours.size() != 2 * BATCH || !ours.equals(flinks)) {
            throw new IllegalStateException("the rows differ");
        }
    }
}
