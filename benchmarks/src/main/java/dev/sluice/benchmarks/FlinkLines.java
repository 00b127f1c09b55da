package dev.sluice.benchmarks;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonFormatOptions.MapNullKeyMode;
import org.apache.flink.formats.json.debezium.DebeziumJsonSerializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/** Rows as lines of Flink's own debezium-json: {@code before}, {@code after} and {@code op}, an update as two lines. */
final class FlinkLines {
    private final DebeziumJsonSerializationSchema format;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 20);

    FlinkLines(DataType columns) {
        this.format = new DebeziumJsonSerializationSchema(
                (RowType) columns.getLogicalType(), TimestampFormat.ISO_8601, MapNullKeyMode.FAIL, "", true, false);
        try {
            // Its context gives metrics and class loaders, which this format does not use.
            format.open(null);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The lines of the rows; valid until the next call. */
    ByteArrayOutputStream of(List<RowData> rows) {
        out.reset();
        for (RowData row : rows) {
            out.writeBytes(format.serialize(row));
            out.write('\n');
        }
        return out;
    }
}
