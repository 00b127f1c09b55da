package dev.sluice.benchmarks.replay;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** DuckDB reads what was written, and tells whether two lakes hold the same values for the same events. */
final class Agreement {
    /** Of the one table there is; the rivals are told it. */
    static final String SCHEMA_ID = "cbc132a2f966c498";

    private static final List<String> COLUMNS = List.of(
            "op",
            "before",
            "after",
            "source",
            "transaction",
            "ts_ms",
            "key",
            "pkNames",
            "id",
            "order",
            "schema_id",
            "flags");

    private Agreement() {}

    /**
     * Sums over all events of a lake that do not depend on their order.
     *
     * @param columns for each of {@link #COLUMNS} a hash of its JSON text, with the types of its values and the order of its
     *     members, and of the event's day and place
     */
    record Sums(long events, List<String> columns) {
        /** Names of the columns that are not the same in another lake. */
        List<String> different(Sums other) {
            return IntStream.range(0, COLUMNS.size())
                    .filter(i -> !columns.get(i).equals(other.columns.get(i)))
                    .mapToObj(COLUMNS::get)
                    .toList();
        }
    }

    static Sums sums(Path lake) throws SQLException {
        String columns =
                COLUMNS.stream().map(name -> "\"" + name + "\": 'JSON'").collect(Collectors.joining(", "));
        String sums = COLUMNS.stream()
                .map(name -> "sum(hash(date, source->>'partition', source->>'offset', \"" + name
                        + "\"::VARCHAR)::HUGEINT)::VARCHAR")
                .collect(Collectors.joining(", "));
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement()) {
            statement.execute("SET threads = 2");
            statement.execute("SET autoinstall_known_extensions = false");
            try (ResultSet found = statement.executeQuery("SELECT count(*), " + sums
                    + " FROM read_json('" + lake + "/db=Shop/schema=dbo/table=Products/date=*/*.gz',"
                    + " format = 'newline_delimited', hive_partitioning = true, hive_types_autocast = false, columns = {"
                    + columns + "})")) {
                found.next();
                List<String> all = new ArrayList<>();
                for (int i = 0; i < COLUMNS.size(); i++) {
                    all.add(found.getString(i + 2));
                }
                return new Sums(found.getLong(1), all);
            }
        }
    }
}
