package dev.sluice.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Asks DuckDB what is in a lake; it reads the files as any other reader does and knows nothing of Sluice. */
final class LakeQuery {
    private LakeQuery() {}

    /** The query that a user may copy. */
    static String tables(String lake) {
        return """
                SELECT db, schema, "table", count(*) AS events,
                       count(*) FILTER (op = 'c') AS c,
                       count(*) FILTER (op = 'u') AS u,
                       count(*) FILTER (op = 'd') AS d,
                       min(source.commit_time) AS first,
                       max(source.commit_time) AS last
                FROM read_json('%s/db=*/**/*.jsonl.gz',
                       format = 'newline_delimited', hive_partitioning = true,
                       columns = {op: 'VARCHAR', source: 'STRUCT(commit_time VARCHAR)'})
                GROUP BY ALL ORDER BY ALL;""".formatted(quoted(lake));
    }

    private static String totals(String lake) {
        return """
                SELECT count(*), count(DISTINCT (id, source."partition", source."offset")),
                       count(DISTINCT id) FILTER (id NOT LIKE '%%/d'),
                       count(DISTINCT (source."partition", source."offset"))
                FROM read_json('%s/db=*/**/*.jsonl.gz', format = 'newline_delimited',
                       columns = {id: 'VARCHAR', source: 'STRUCT("partition" BIGINT, "offset" BIGINT)'})""".formatted(quoted(lake));
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

    static LakeCounts run(Path lakeFolder, Path stateFolder) throws IOException {
        String lake = lakeFolder.toString();
        // DuckDB takes a pattern without files for an error.
        boolean hasQuarantine = Files.exists(stateFolder.resolve("quarantine"));
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement()) {
            List<TableCounts> tables = tables(statement, lake);
            Map<String, Long> quarantined = hasQuarantine ? quarantined(statement, stateFolder.toString()) : Map.of();
            try (ResultSet found = statement.executeQuery(totals(lake))) {
                found.next();
                return new LakeCounts(
                        tables, found.getLong(1), found.getLong(2), found.getLong(3), found.getLong(4), quarantined);
            }
        } catch (SQLException e) {
            throw new IOException("DuckDB cannot read the lake " + lake + ": " + e.getMessage(), e);
        }
    }

    private static List<TableCounts> tables(Statement statement, String lake) throws SQLException {
        List<TableCounts> tables = new ArrayList<>();
        try (ResultSet found = statement.executeQuery(tables(lake))) {
            while (found.next()) {
                tables.add(new TableCounts(
                        found.getString(1) + "." + found.getString(2) + "." + found.getString(3),
                        found.getLong(4),
                        found.getLong(5),
                        found.getLong(6),
                        found.getLong(7),
                        found.getString(8),
                        found.getString(9)));
            }
        }
        return tables;
    }

    private static Map<String, Long> quarantined(Statement statement, String state) throws SQLException {
        Map<String, Long> quarantined = new TreeMap<>();
        try (ResultSet found = statement.executeQuery(quarantine(state))) {
            while (found.next()) {
                quarantined.put(found.getString(1), found.getLong(2));
            }
        }
        return quarantined;
    }
}
