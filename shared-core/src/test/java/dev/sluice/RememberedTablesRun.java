package dev.sluice;

import dev.sluice.change.ControlEvent;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Position;
import dev.sluice.pipeline.BatchNormalizer;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.JoinedEvent;
import dev.sluice.pipeline.LineSink;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a few huge tables in turn, batch after batch; to be run with less memory than all those descriptions take. */
public final class RememberedTablesRun {
    private static final int TABLES = 20;
    private static final int BATCHES = 400;
    private static final int COLUMNS = 2_000;

    private RememberedTablesRun() {}

    /** Takes nothing; prints how many lines there were. */
    public static void main(String[] arguments) {
        BatchNormalizer normalizer = new BatchNormalizer(Settings.DEFAULT, Normalized.LOCAL);
        Count count = new Count();
        for (int i = 0; i < BATCHES; i++) {
            Slice body = Slice.of(Utf8.bytes(message(i % TABLES)));
            normalizer.normalize(List.of(new Delivery(i, body, null)), count);
        }
        System.out.println("lines: " + count.lines);
    }

    private static String message(int table) {
        StringBuilder types = new StringBuilder();
        for (int i = 0; i < COLUMNS; i++) {
            types.append(i == 0 ? "" : ",")
                    .append("\"a_column_with_quite_a_long_name_of_table_")
                    .append(table)
                    .append("_and_number_")
                    .append(i)
                    .append("\":\"varchar(")
                    .append(100 + i)
                    .append(") CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci\"");
        }
        return "{\"data\":[{\"a_column_with_quite_a_long_name_of_table_" + table
                + "_and_number_0\":\"x\"}],\"type\":\"INSERT\",\"database\":\"d\",\"table\":\"t" + table
                + "\",\"mysqlType\":{" + types + "},\"es\":1788022800000,\"ts\":1788022800000,\"id\":1}";
    }

    private static final class Count implements LineSink {
        private int lines;

        @Override
        public void change(NormalizedChange change, Position position, Slice line) {
            lines++;
        }

        @Override
        public void control(ControlEvent.Kind kind, CommitTime time, Position position, Slice line) {
            throw new IllegalStateException("only rows are here");
        }

        @Override
        public void sourceTime(long millis) {
            throw new IllegalStateException("only rows are here");
        }

        @Override
        public void piece(Position position) {
            throw new IllegalStateException("only rows are here");
        }

        @Override
        public boolean joined(JoinedEvent event) {
            throw new IllegalStateException("only rows are here");
        }

        @Override
        public void quarantined(Outcome.Quarantined fault, Position position, @Nullable Long brokerTime, Slice raw) {
            throw new IllegalStateException(fault.toString());
        }
    }
}
