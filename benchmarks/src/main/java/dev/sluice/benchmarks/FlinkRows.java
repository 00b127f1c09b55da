package dev.sluice.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.canal.CanalJsonDeserializationSchema;
import org.apache.flink.formats.json.debezium.DebeziumJsonDeserializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.util.Collector;

/** The rows of a table in one of Flink's own JSON formats, message by message. */
final class FlinkRows implements Collector<RowData> {
    private static final TypeInformation<RowData> ROW = TypeInformation.of(RowData.class);

    private final DeserializationSchema<RowData> format;
    private final List<RowData> rows = new ArrayList<>();

    private FlinkRows(DeserializationSchema<RowData> format) {
        this.format = format;
        try {
            // Its context gives metrics and class loaders, which these formats do not use.
            format.open(null);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Canal's messages, with all defaults: times as {@code 2026-10-04 05:06:07}. */
    static FlinkRows canal(DataType columns) {
        return new FlinkRows(CanalJsonDeserializationSchema.builder(columns, List.of(), ROW)
                .setTimestampFormat(TimestampFormat.SQL)
                .build());
    }

    /** Our lines: a Debezium envelope without its schema, times as in ISO 8601. */
    static FlinkRows debezium(DataType columns) {
        return new FlinkRows(
                new DebeziumJsonDeserializationSchema(columns, List.of(), ROW, false, false, TimestampFormat.ISO_8601));
    }

    /** The rows of the messages; valid until the next call. */
    List<RowData> of(List<byte[]> messages) throws IOException {
        rows.clear();
        for (byte[] message : messages) {
            format.deserialize(message, this);
        }
        return rows;
    }

    @Override
    public void collect(RowData row) {
        rows.add(row);
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
