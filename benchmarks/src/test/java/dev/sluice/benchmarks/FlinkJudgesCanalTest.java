package dev.sluice.benchmarks;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Flink as judge: our lines, read by its {@code debezium-json}, are the rows that its {@code canal-json} reads from
 * Canal's messages, in kind, order and every value. The messages are the core's golden cases of Canal, the lines what
 * the core is held to there. A new case is compared, unless it stands below with a reason, which is checked too.
 */
class FlinkJudgesCanalTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Path CASES = cases();

    private enum Reason {
        /** DDL and statements are control events, heartbeats and watermarks are skipped, a part of a row is set aside. */
        NO_LINE,
        /** Flagged {@code no_before} or {@code partial}: not for Flink, which demands both images and all columns. */
        FLAGGED,
        /** Flink refuses the message, and reads our line. */
        FLINK_THROWS
    }

    private static final Map<String, Reason> EXCLUDED = Map.ofEntries(
            entry("ddl-alter-autoincrement", Reason.NO_LINE),
            entry("ddl-alter-comment", Reason.NO_LINE),
            entry("ddl-cindex", Reason.NO_LINE),
            entry("ddl-create", Reason.NO_LINE),
            entry("ddl-create-database-seconds", Reason.NO_LINE),
            entry("ddl-dindex", Reason.NO_LINE),
            entry("ddl-erase", Reason.NO_LINE),
            entry("ddl-query-create-database", Reason.NO_LINE),
            entry("ddl-rename", Reason.NO_LINE),
            entry("ddl-truncate", Reason.NO_LINE),
            entry("is-ddl-as-text", Reason.NO_LINE),
            entry("statement-not-row", Reason.NO_LINE),
            entry("statement-query", Reason.NO_LINE),
            entry("heartbeat-as-update", Reason.NO_LINE), // Flink takes it for a row
            entry("tidb-watermark", Reason.NO_LINE),
            entry("tidb-handle-key-only", Reason.NO_LINE), // Flink takes the key for the row
            entry("tidb-claim-check", Reason.NO_LINE), // the same
            entry("update-multirow-old-null", Reason.FLAGGED),
            entry("update-old-entry-null-and-empty", Reason.FLAGGED),
            entry("update-old-shorter", Reason.FLAGGED),
            entry("delete-types-list-extra-column", Reason.FLAGGED),
            entry("delete-data-null-old-filled", Reason.FLINK_THROWS), // FLINK-36877 was in the writer
            entry("init-row", Reason.FLINK_THROWS), // knows INSERT, UPDATE, DELETE and CREATE
            entry("row-type", Reason.FLINK_THROWS), // the same
            entry("insert-binary-latin1", Reason.FLINK_THROWS)); // takes characters for base64; compared below

    /** Flink takes a column for changed if the old image of <em>any</em> row of the message names it. */
    private static final Set<String> ROW_BY_ROW = Set.of("update-multirow", "update-cumulative-old");

    private static final int COMPARED = 17;

    @Test
    void noCaseIsForgotten() {
        assertThat(names()).containsAll(EXCLUDED.keySet()).containsAll(ROW_BY_ROW);
        assertThat(names().stream().filter(name -> !EXCLUDED.containsKey(name))).hasSize(COMPARED);
    }

    @TestFactory
    Stream<DynamicTest> ourLinesAreTheRowsThatFlinkReadsFromCanal() {
        return names().stream()
                .filter(name -> !EXCLUDED.containsKey(name))
                .map(name -> dynamicTest(name, () -> {
                    Case golden = new Case(name);
                    List<byte[]> messages = ROW_BY_ROW.contains(name) ? golden.rowByRow() : List.of(golden.message);
                    assertThat(golden.ourRows())
                            .isNotEmpty()
                            .containsExactlyElementsOf(
                                    FlinkRows.canal(golden.columns()).of(messages));
                }));
    }

    @TestFactory
    Stream<DynamicTest> onlyWhatNeedsItIsCutToRows() {
        return ROW_BY_ROW.stream()
                .map(name -> dynamicTest(name, () -> {
                    Case golden = new Case(name);
                    assertThat(FlinkRows.canal(golden.columns()).of(List.of(golden.message)))
                            .hasSameSizeAs(golden.ourRows())
                            .isNotEqualTo(golden.ourRows());
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyReasonHolds() {
        return EXCLUDED.entrySet().stream()
                .map(excluded -> dynamicTest(excluded.getKey(), () -> {
                    Case golden = new Case(excluded.getKey());
                    switch (excluded.getValue()) {
                        case NO_LINE -> assertThat(golden.lines).isEmpty();
                        case FLAGGED -> assertThat(golden.flags()).containsAnyOf("no_before", "partial");
                        case FLINK_THROWS -> {
                            FlinkRows canal = FlinkRows.canal(golden.columns());
                            assertThatThrownBy(() -> canal.of(List.of(golden.message)))
                                    .isInstanceOf(IOException.class)
                                    .hasMessageContaining("Corrupt Canal JSON message");
                            assertThat(golden.ourRows()).hasSameSizeAs(golden.lines);
                        }
                    }
                }));
    }

    @Test
    void ourBytesAreTheCharactersOfCanal() throws IOException {
        Case golden = new Case("insert-binary-latin1");
        List<String> binary = List.of("hash", "pic", "geo");
        DataType texts = DataTypes.ROW(binary.stream()
                .map(column -> DataTypes.FIELD(column, DataTypes.STRING()))
                .toArray(DataTypes.Field[]::new));

        RowData canals = FlinkRows.canal(texts).of(List.of(golden.message)).get(0);
        RowData ours = golden.ourRows().get(0);

        for (int i = 0; i < binary.size(); i++) {
            assertThat(ours.getBinary(i + 1))
                    .as(binary.get(i))
                    .isNotEmpty()
                    .isEqualTo(canals.getString(i).toString().getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private static Path cases() {
        try {
            return Path.of(Objects.requireNonNull(FlinkJudgesCanalTest.class.getResource("/golden/canal"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> names() {
        try (Stream<Path> folders = Files.list(CASES)) {
            return folders.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One message of Canal and the lines it must give. */
    private static final class Case {
        private final String name;
        private final byte[] message;
        private final List<byte[]> lines;

        Case(String name) throws IOException {
            this.name = name;
            this.message = Files.readAllBytes(CASES.resolve(name).resolve("input.json"));
            this.lines = Files.readAllLines(CASES.resolve(name).resolve("expected.jsonl")).stream()
                    .map(line -> line.getBytes(StandardCharsets.UTF_8))
                    .toList();
        }

        List<RowData> ourRows() throws IOException {
            return List.copyOf(FlinkRows.debezium(columns()).of(lines));
        }

        Set<String> flags() throws IOException {
            Set<String> flags = new LinkedHashSet<>();
            for (byte[] line : lines) {
                JSON.readTree(line).get("flags").forEach(flag -> flags.add(flag.asText()));
            }
            return flags;
        }

        /** A message for each row, as Canal would have sent it alone. */
        List<byte[]> rowByRow() throws IOException {
            JsonNode whole = JSON.readTree(message);
            List<byte[]> alone = new ArrayList<>();
            for (int i = 0; i < whole.get("data").size(); i++) {
                ObjectNode one = whole.deepCopy();
                one.putArray("data").add(whole.get("data").get(i));
                one.putArray("old").add(whole.get("old").get(i));
                alone.add(JSON.writeValueAsBytes(one));
            }
            return alone;
        }

        /**
         * The table as one would declare it in Flink: all columns of the images, with their types at the source. A column
         * that we did not type is text for both.
         */
        DataType columns() throws IOException {
            JsonNode whole = JSON.readTree(message);
            Set<String> flags = flags();
            Map<String, DataType> columns = new LinkedHashMap<>();
            for (String images : List.of("data", "old")) {
                for (JsonNode image : whole.path(images)) {
                    image.fieldNames().forEachRemaining(column -> {
                        String type = whole.path("mysqlType").path(column).asText();
                        columns.put(
                                column, flags.contains("untyped:" + column) ? DataTypes.STRING() : type(column, type));
                    });
                }
            }
            return DataTypes.ROW(columns.entrySet().stream()
                    .map(column -> DataTypes.FIELD(column.getKey(), column.getValue()))
                    .toArray(DataTypes.Field[]::new));
        }

        private DataType type(String column, String mysqlType) {
            String type = mysqlType.toLowerCase(Locale.ROOT);
            boolean unsigned = type.contains("unsigned");
            if (name.equals("oms-update-typed-big") && column.equals("c13")) {
                return DataTypes.DECIMAL(20, 0); // a bigint beyond 64 bits
            }
            return switch (type.replaceFirst("[( ].*", "")) {
                case "tinyint" -> unsigned ? DataTypes.SMALLINT() : DataTypes.TINYINT();
                case "int" -> unsigned ? DataTypes.BIGINT() : DataTypes.INT();
                case "bigint" -> unsigned ? DataTypes.DECIMAL(20, 0) : DataTypes.BIGINT();
                case "int64" -> DataTypes.BIGINT();
                case "bit" -> type.equals("bit(1)") ? DataTypes.BOOLEAN() : DataTypes.DECIMAL(20, 0);
                case "year" -> DataTypes.INT();
                case "float" -> DataTypes.FLOAT();
                case "double" -> DataTypes.DOUBLE();
                case "date" -> DataTypes.DATE();
                case "datetime", "timestamp" -> DataTypes.TIMESTAMP(6);
                case "binary", "blob", "point" -> DataTypes.BYTES();
                case "char", "varchar", "text", "json", "enum", "set" -> DataTypes.STRING();
                case "decimal" -> DataTypes.STRING(); // 40 digits; Flink's have 38
                default -> throw new IllegalArgumentException("no Flink type for " + mysqlType + " of " + column);
            };
        }
    }
}
