package dev.sluice.aws;

import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** Counts the lines of a lake with DuckDB, which knows nothing of us. */
final class LakeCounts {
    private LakeCounts() {}

    /**
     * By {@code table operation}, how many lines there are.
     *
     * @param folder where it gets its copy of the lake
     */
    static Map<String, Integer> byTableAndOperation(ObjectStore lake, Path folder) throws IOException, SQLException {
        for (ListedObject object : lake.listAll("db=")) {
            Path file = folder.resolve(object.key());
            Files.createDirectories(file.getParent());
            Files.write(file, lake.get(object.key()).orElseThrow().content());
        }
        Map<String, Integer> counts = new TreeMap<>();
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT source.db || '.' || source.\"schema\" || '.' || source.\"table\", op,"
                                + " count(*), count(DISTINCT id) FROM read_json('" + folder + "/db=*/**/*.jsonl.gz',"
                                + " format = 'newline_delimited', columns = {op: 'VARCHAR', id: 'VARCHAR',"
                                + " source: 'STRUCT(db VARCHAR, \"schema\" VARCHAR, \"table\" VARCHAR)'}) GROUP BY ALL")) {
            while (rows.next()) {
                String name = rows.getString(1) + " " + rows.getString(2);
                counts.put(name, rows.getInt(3));
                if (rows.getInt(3) != rows.getInt(4)) {
                    throw new AssertionError(name + " has ids that are there twice");
                }
            }
        }
        return counts;
    }
}
