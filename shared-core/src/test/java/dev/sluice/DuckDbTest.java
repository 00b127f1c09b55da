package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.store.FileObjectStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another implementation reads the lake: plain files, gzip, JSON lines, Hive partitions. */
class DuckDbTest {
    @TempDir
    Path folder;

    private Connection duckdb;

    @BeforeEach
    void connect() throws SQLException {
        duckdb = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = duckdb.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
            statement.execute("SET autoinstall_known_extensions = false");
        }
    }

    @AfterEach
    void disconnect() throws SQLException {
        duckdb.close();
    }

    private static CesMessage row(int id, String big, String decimal) {
        return CesMessage.insert()
                .logicalId("row" + id)
                .table("ShopDb", "dbo", "Items")
                .column("Id", "int")
                .column("Big", "bigint")
                .column("Huge", "decimal(38,0)")
                .column("Price", "decimal(9,2)")
                .column("Rate", "float")
                .column("Yes", "bit")
                .column("Day", "date")
                .column("At", "time(7)")
                .column("Moment", "datetime2(7)")
                .column("Second", "smalldatetime")
                .column("Zoned", "datetimeoffset(7)")
                .column("Bytes", "varbinary(9)")
                .column("Guid", "uniqueidentifier")
                .column("Text", "nvarchar(20)")
                .key("Id", Integer.toString(id))
                .current(
                        "{\"Id\":\"" + id + "\",\"Big\":\"" + big
                                + "\",\"Huge\":\"99999999999999999999999999999999999999\",\"Price\":\"" + decimal
                                + "\",\"Rate\":\"1.5\",\"Yes\":\"1\",\"Day\":\"2024-02-29\",\"At\":\"23:59:59.1234567\","
                                + "\"Moment\":\"2026-05-06 07:08:09.1234567\","
                                + "\"Second\":\"2026-05-06 07:08:00\",\"Zoned\":\"2026-05-06 07:08:09.1234567 +02:00\","
                                + "\"Bytes\":\"0xDEADBEEF\",\"Guid\":\"225D1050-3C82-4906-803D-D4D3D332143B\",\"Text\":\"Zoë\"}");
    }

    private void write(byte[]... bodies) throws Exception {
        FileObjectStore lake = new FileObjectStore(folder.resolve("lake"));
        FileObjectStore state = new FileObjectStore(folder.resolve("state"));
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            assertThat(fixture.process(LakeFixture.records(0, bodies)).counts().quarantined())
                    .isZero();
        }
    }

    /** The rows, by column. */
    private List<Map<String, String>> query(String sql) throws SQLException {
        String files = folder.resolve("lake").toString().replace("'", "''");
        try (Statement statement = duckdb.createStatement();
                ResultSet result = statement.executeQuery(sql.replace(
                        "$lake",
                        "read_json('" + files + "/db=*/**/*.jsonl.gz', hive_partitioning = true,"
                                + " format = 'newline_delimited')"))) {
            List<Map<String, String>> rows = new ArrayList<>();
            while (result.next()) {
                Map<String, String> row = new LinkedHashMap<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.put(result.getMetaData().getColumnLabel(i), result.getString(i));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    private String types(String expressions) throws SQLException {
        StringBuilder types = new StringBuilder();
        for (Map<String, String> column : query("DESCRIBE SELECT " + expressions + " FROM $lake")) {
            types.append(column.get("column_name"))
                    .append(' ')
                    .append(column.get("column_type"))
                    .append('\n');
        }
        return types.toString();
    }

    @Test
    void columnsHaveTheTypesOfTheDesign() throws Exception {
        write(
                row(1, "9223372036854775807", "1.10").body(),
                row(2, "9007199254740993", "22.00").body());

        assertThat(types("after.*")).isEqualTo("""
                Id BIGINT
                Big BIGINT
                Huge VARCHAR
                Price VARCHAR
                Rate DOUBLE
                Yes BOOLEAN
                Day DATE
                At TIME
                Moment VARCHAR
                Second TIMESTAMP
                Zoned TIMESTAMP WITH TIME ZONE
                Bytes VARCHAR
                Guid UUID
                Text VARCHAR
                """);
    }

    /** A time stamp with a fraction and without a zone is text to its type detection; a cast reads it. */
    @Test
    void aMomentWithAFractionIsReadByACast() throws Exception {
        write(row(1, "1", "1.10").body());

        assertThat(query("SELECT CAST(CAST(after.Moment AS TIMESTAMP) AS VARCHAR) AS m FROM $lake"))
                .extracting(Map::toString)
                .containsExactly("{m=2026-05-06 07:08:09.123456}");
    }

    @Test
    void integersBeyondBigintAreHugeint() throws Exception {
        write(
                row(1, "18446744073709551615", "1.10").body(),
                row(2, "-9223372036854775808", "1.10").body());

        assertThat(types("after.Big AS big")).isEqualTo("big HUGEINT\n");
    }

    @Test
    void theEnvelopeHasTheTypesOfTheDesign() throws Exception {
        write(
                row(1, "1", "1.10").body(),
                row(1, "1", "1.20")
                        .attribute("operation", "\"DEL\"")
                        .logicalId("d")
                        .body());

        assertThat(types("op, ts_ms, key, pkNames, id, \"order\", schema_id, transaction.total_order AS total_order"))
                .isEqualTo("""
                op VARCHAR
                ts_ms BIGINT
                key STRUCT(Id BIGINT)
                pkNames VARCHAR[]
                id VARCHAR
                order VARCHAR
                schema_id VARCHAR
                total_order BIGINT
                """);
        assertThat(
                        types(
                                "source.\"partition\" AS p, source.\"offset\" AS o, source.ts_ms AS ts, source.db AS d, source.commit_lsn AS l"))
                .isEqualTo("""
                p BIGINT
                o BIGINT
                ts BIGINT
                d VARCHAR
                l VARCHAR
                """);
    }

    @Test
    void theFoldersAreColumns() throws Exception {
        write(
                row(1, "1", "1.10").body(),
                row(2, "1", "1.10").commitTime("2026-05-07T00:00:00Z").body(),
                row(3, "1", "1.10").table("Shop.Db", "", "Straße").body());

        assertThat(
                        query(
                                "SELECT db, \"schema\", \"table\", \"date\", count(*) AS n FROM $lake GROUP BY ALL ORDER BY ALL"))
                .extracting(Map::toString)
                .containsExactlyInAnyOrder(
                        "{db=ShopDb, schema=dbo, table=Items, date=2026-05-06, n=1}",
                        "{db=ShopDb, schema=dbo, table=Items, date=2026-05-07, n=1}",
                        "{db=Shop.Db, schema=null, table=Straße, date=2026-05-06, n=1}");
        assertThat(types("db, \"schema\", \"table\", \"date\"")).isEqualTo("""
                db VARCHAR
                schema VARCHAR
                table VARCHAR
                date DATE
                """);
    }

    @Test
    void extremesSurvive() throws Exception {
        write(
                row(1, "9223372036854775807", "1.10").body(),
                row(2, "-9223372036854775808", "-0.01").body(),
                CesMessage.insert()
                        .logicalId("x")
                        .table("ShopDb", "dbo", "Unsigned")
                        .column("Id", "int")
                        .column("Big", "bigint")
                        .current("{\"Id\":\"3\",\"Big\":\"18446744073709551615\"}")
                        .body());

        assertThat(query("SELECT after.Id AS id, CAST(after.Big AS VARCHAR) AS big, after.Price AS price,"
                        + " CAST(after.\"At\" AS VARCHAR) AS at, CAST(after.Day AS VARCHAR) AS day,"
                        + " octet_length(from_base64(after.Bytes)) AS n, after.Text AS t FROM $lake ORDER BY 1"))
                .extracting(Map::toString)
                .containsExactly(
                        "{id=1, big=9223372036854775807, price=1.10, at=23:59:59.123456, day=2024-02-29, n=4, t=Zoë}",
                        "{id=2, big=-9223372036854775808, price=-0.01, at=23:59:59.123456, day=2024-02-29, n=4, t=Zoë}",
                        "{id=3, big=18446744073709551615, price=null, at=null, day=null, n=null, t=null}");
    }

    @Test
    void everyLineIsOneRow() throws Exception {
        byte[] odd = CesMessage.insert()
                .logicalId("odd")
                .table("ShopDb", "dbo", "Items")
                .column("Text", "nvarchar(max)")
                .current("{\"Text\":\"a\\nb\\u2028c\\u0085\\\"\\\\\"}")
                .body();
        write(row(1, "1", "1.10").body(), odd, row(2, "1", "1.10").body());

        assertThat(query("SELECT count(*) AS n, count(DISTINCT id) AS ids FROM $lake"))
                .extracting(Map::toString)
                .containsExactly("{n=3, ids=3}");
        assertThat(query("SELECT length(after.Text) AS n FROM $lake WHERE id = 'odd'"))
                .extracting(Map::toString)
                .containsExactly("{n=8}");
    }
}
