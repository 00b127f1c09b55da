package dev.sluice.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks DuckDB what is in a lake; it reads the files as any other reader does and knows nothing of Sluice. */
final class LakeQuery {
    private LakeQuery() {}

    /** The query that a user may copy. */
    static String tables(String lake) {
        return """
                SELECT source.connector AS connector, db, schema, "table", count(*) AS events,
                       count(*) FILTER (op = 'c') AS c,
                       count(*) FILTER (op = 'u') AS u,
                       count(*) FILTER (op = 'd') AS d,
                       count(*) FILTER (op = 'r') AS r,
                       make_timestamp(1000 * min(source.ts_ms)) AS first,
                       make_timestamp(1000 * max(source.ts_ms)) AS last
                FROM read_json('%s/db=*/**/*.jsonl.gz',
                       format = 'newline_delimited', hive_partitioning = true,
                       columns = {op: 'VARCHAR',
                                  source: 'STRUCT(connector VARCHAR, ts_ms BIGINT)'})
                GROUP BY ALL ORDER BY ALL;""".formatted(quoted(lake));
    }

    private static String totals(String lake) {
        return """
                SELECT count(*), count(DISTINCT (id, source.stream, source."partition", source."offset")),
                       count(DISTINCT id) FILTER (id NOT LIKE '%%/d'),
                       count(DISTINCT (source.stream, source."partition", source."offset")),
                       count(DISTINCT filename) FILTER (filename LIKE '%%/split-%%'),
                       count(*) FILTER (list_contains(flags, 'unpaired'))
                FROM read_json('%s/db=*/**/*.jsonl.gz', format = 'newline_delimited', filename = true,
                       columns = {id: 'VARCHAR', flags: 'VARCHAR[]',
                                  source: 'STRUCT(stream VARCHAR, "partition" BIGINT, "offset" BIGINT)'})""".formatted(quoted(lake));
    }

    private static String control(String lake) {
        return """
                SELECT kind, count(*), count(*) - count(DISTINCT id) FROM read_json('%s/_control/**/*.jsonl.gz',
                       format = 'newline_delimited', hive_partitioning = false,
                       columns = {kind: 'VARCHAR', id: 'VARCHAR'})
                GROUP BY kind""".formatted(quoted(lake));
    }

    private static String quarantine(String state) {
        return """
                SELECT code, count(*) FROM read_json('%s/quarantine/**/*.jsonl.gz',
                       format = 'newline_delimited', columns = {code: 'VARCHAR'})
                GROUP BY code""".formatted(quoted(state));
    }

    /** A folder in a pattern in a literal. */
    private static String quoted(String folder) {
        return folder.replaceAll("[\\[*?]", "[$0]").replace("'", "''");
    }

    /** How many messages have a change in the lake, which need not be there yet. */
    static long messages(Path lake) throws IOException {
        return hasTables(lake)
                ? ask(lake, statement -> changes(statement, lake)).messages()
                : 0;
    }

    static LakeCounts run(Path lake, Path state) throws IOException {
        // DuckDB takes a pattern without files for an error.
        boolean hasControl = Files.exists(lake.resolve("_control"));
        boolean hasQuarantine = Files.exists(state.resolve("quarantine"));
        return ask(lake, statement -> {
            Map<String, Long> control = new TreeMap<>();
            long doubled = hasControl ? count(statement, control(lake.toString()), control) : 0;
            Map<String, Long> quarantined = new TreeMap<>();
            if (hasQuarantine) {
                count(statement, quarantine(state.toString()), quarantined);
            }
            return new LakeCounts(changes(statement, lake), tables(statement, lake), control, doubled, quarantined);
        });
    }

    private interface Question<T> {
        T ask(Statement statement) throws SQLException;
    }

    private static <T> T ask(Path lake, Question<T> question) throws IOException {
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement()) {
            return question.ask(statement);
        } catch (SQLException e) {
            throw new IOException("DuckDB cannot read the lake " + lake + ": " + e.getMessage(), e);
        }
    }

    private static boolean hasTables(Path lake) throws IOException {
        if (!Files.exists(lake)) {
            return false;
        }
        try (Stream<Path> files = Files.find(
                lake, Integer.MAX_VALUE, (file, attributes) -> file.toString().endsWith(".jsonl.gz"))) {
            return files.anyMatch(file -> lake.relativize(file).toString().startsWith("db="));
        }
    }

    private static LakeCounts.Changes changes(Statement statement, Path lake) throws SQLException {
        try (ResultSet found = statement.executeQuery(totals(lake.toString()))) {
            found.next();
            return new LakeCounts.Changes(
                    found.getLong(1),
                    found.getLong(2),
                    found.getLong(3),
                    found.getLong(4),
                    found.getLong(5),
                    found.getLong(6));
        }
    }

    private static List<TableCounts> tables(Statement statement, Path lake) throws SQLException {
        List<TableCounts> tables = new ArrayList<>();
        try (ResultSet found = statement.executeQuery(tables(lake.toString()))) {
            while (found.next()) {
                tables.add(new TableCounts(
                        found.getString(1),
                        Stream.of(found.getString(2), found.getString(3), found.getString(4))
                                .filter(Objects::nonNull)
                                .collect(Collectors.joining(".")),
                        found.getLong(5),
                        found.getLong(6),
                        found.getLong(7),
                        found.getLong(8),
                        found.getLong(9),
                        time(found, 10),
                        time(found, 11)));
            }
        }
        return tables;
    }

    private static Instant time(ResultSet found, int column) throws SQLException {
        return found.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
    }

    /**
     * Puts counts by name into the map.
     *
     * @return the sum of the third column, if there is one
     */
    private static long count(Statement statement, String sql, Map<String, Long> counts) throws SQLException {
        long third = 0;
        try (ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                counts.put(found.getString(1), found.getLong(2));
                third += found.getMetaData().getColumnCount() > 2 ? found.getLong(3) : 0;
            }
        }
        return third;
    }
}
