package dev.sluice.benchmarks.replay;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The job in DuckDB's SQL: from lines of JSON into gzip JSON by table and date. */
final class DuckDbReplay {
    private static final String ROW = """
            {"ProductId": "INTEGER", "Name": "VARCHAR", "Description": "VARCHAR", "Price": "VARCHAR", "Modified": "VARCHAR",
             "Active": "BOOLEAN", "Stock": "BIGINT", "Location": "VARCHAR"}""";
    private static final String DATA = """
            {"eventsource": {"db": "VARCHAR", "schema": "VARCHAR", "tbl": "VARCHAR",
                             "transaction": {"commitlsn": "VARCHAR", "beginlsn": "VARCHAR", "sequencenumber": "BIGINT",
                                             "committime": "VARCHAR"}},
             "eventrow": {"old": "VARCHAR", "current": "VARCHAR"}}""";

    private DuckDbReplay() {}

    /** From folder, to folder. */
    public static void main(String[] args) throws SQLException {
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement()) {
            statement.execute("SET threads = 2");
            statement.execute("SET memory_limit = '4GB'");
            statement.execute("SET preserve_insertion_order = false");
            statement.execute("SET TimeZone = 'UTC'");
            statement.execute("SET autoinstall_known_extensions = false");
            statement.execute(copy(args[0], args[1]));
        }
    }

    private static String row(String row) {
        return """
                {ProductId: %1$s.ProductId, Name: %1$s.Name, Description: %1$s.Description, Price: %1$s.Price,
                 Modified: replace(%1$s.Modified, ' ', 'T'), Active: %1$s.Active, Stock: %1$s.Stock,
                 Location: %1$s.Location}""".formatted(row);
    }

    private static String copy(String from, String to) {
        return """
                COPY (
                  WITH messages AS (
                    SELECT "partition", "offset", body.operation AS operation, body.logicalid AS logicalid,
                           from_json(body.data, '%1$s') AS data
                    FROM read_json('%2$s/*.jsonl', format = 'newline_delimited',
                           columns = {"partition": 'INTEGER', "offset": 'BIGINT',
                                      body: 'STRUCT(operation VARCHAR, logicalid VARCHAR, data VARCHAR)'})
                  ), changes AS (
                    SELECT *, data.eventsource AS src, data.eventsource.transaction AS tx,
                           epoch_ms(data.eventsource.transaction.committime::TIMESTAMP) AS ms,
                           from_json(data.eventrow.old, '%3$s') AS old, from_json(data.eventrow.current, '%3$s') AS new
                    FROM messages
                  )
                  SELECT CASE operation WHEN 'INS' THEN 'c' WHEN 'UPD' THEN 'u' WHEN 'DEL' THEN 'd' END AS op,
                         %4$s AS before,
                         %5$s AS after,
                         {version: '1', connector: 'sqlserver-ces', name: '%6$s', ts_ms: ms, snapshot: 'false',
                          db: src.db, schema: src.schema, "table": src.tbl, commit_lsn: tx.commitlsn,
                          begin_lsn: tx.beginlsn, event_serial_no: tx.sequencenumber, stream: '%6$s',
                          "partition": "partition", "offset": "offset", commit_time: tx.committime} AS source,
                         {id: tx.commitlsn, total_order: tx.sequencenumber, data_collection_order: NULL::BIGINT}
                             AS "transaction",
                         ms AS ts_ms,
                         {ProductId: new.ProductId} AS key,
                         ['ProductId'] AS pkNames,
                         logicalid AS id,
                         replace(tx.commitlsn, ':', '') || '.' || lpad(tx.sequencenumber::VARCHAR, 20, '0') AS "order",
                         '%7$s' AS schema_id,
                         []::VARCHAR[] AS flags,
                         src.db AS db, src.schema AS schema, src.tbl AS "table", left(tx.committime, 10) AS date
                  FROM changes
                ) TO '%8$s' (FORMAT json, COMPRESSION gzip, PARTITION_BY (db, schema, "table", date),
                             FILE_EXTENSION 'jsonl.gz')""".formatted(DATA, from, ROW, row("old"), row("new"), CapturedUpdates.HUB, Agreement.SCHEMA_ID, to);
    }
}
