package dev.sluice.benchmarks.replay;

import org.apache.spark.sql.SparkSession;

/** The job in Spark's SQL: from Capture files into gzip JSON by table and date. */
final class SparkReplay {
    private static final String ROW =
            "ProductId STRING, Name STRING, Description STRING, Price STRING, Modified STRING,"
                    + " Active STRING, Stock STRING, Location STRING";
    private static final String DATA = "eventsource STRUCT<db: STRING, schema: STRING, tbl: STRING,"
            + " transaction: STRUCT<commitlsn: STRING, beginlsn: STRING, sequencenumber: BIGINT, committime: STRING>>,"
            + " eventrow STRUCT<old: STRING, current: STRING>";

    private SparkReplay() {}

    /** From folder, to folder. */
    public static void main(String[] args) {
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .appName("replay")
                .config("spark.ui.enabled", false)
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.jsonGenerator.ignoreNullFields", false)
                // Else each task sorts its rows by folder before it writes them.
                .config("spark.sql.maxConcurrentOutputFileWriters", 100)
                .getOrCreate();
        try {
            spark.read()
                    .format("avro")
                    .option("recursiveFileLookup", true)
                    .load(args[0])
                    .selectExpr("SequenceNumber", "Body", "_metadata.file_path")
                    .createOrReplaceTempView("captured");
            spark.sql(select())
                    .write()
                    .partitionBy("db", "schema", "table", "date")
                    .option("compression", "gzip")
                    .json(args[1]);
        } finally {
            spark.stop();
        }
    }

    private static String row(String row) {
        return """
                named_struct('ProductId', CAST(%1$s.ProductId AS INT), 'Name', %1$s.Name, 'Description', %1$s.Description,
                  'Price', %1$s.Price, 'Modified', replace(%1$s.Modified, ' ', 'T'), 'Active', CAST(%1$s.Active AS BOOLEAN),
                  'Stock', CAST(%1$s.Stock AS BIGINT), 'Location', %1$s.Location)""".formatted(row);
    }

    private static String select() {
        return """
                WITH bodies AS (
                  SELECT CAST(regexp_extract(file_path, '/%1$s/([0-9]+)/', 1) AS INT) AS partition,
                         SequenceNumber AS offset,
                         from_json(CAST(Body AS STRING), 'operation STRING, logicalid STRING, data STRING') AS body
                  FROM captured
                ), messages AS (
                  SELECT partition, offset, body.operation, body.logicalid, from_json(body.data, '%2$s') AS data FROM bodies
                ), changes AS (
                  SELECT *, data.eventsource AS src, data.eventsource.transaction AS tx,
                         unix_millis(CAST(data.eventsource.transaction.committime AS TIMESTAMP)) AS ms,
                         from_json(data.eventrow.old, '%3$s') AS old, from_json(data.eventrow.current, '%3$s') AS new
                  FROM messages
                )
                SELECT CASE operation WHEN 'INS' THEN 'c' WHEN 'UPD' THEN 'u' WHEN 'DEL' THEN 'd' END AS op,
                       %4$s AS before,
                       %5$s AS after,
                       named_struct('version', '1', 'connector', 'sqlserver-ces', 'name', '%1$s', 'ts_ms', ms,
                         'snapshot', 'false', 'db', src.db, 'schema', src.schema, 'table', src.tbl,
                         'commit_lsn', tx.commitlsn, 'begin_lsn', tx.beginlsn, 'event_serial_no', tx.sequencenumber,
                         'stream', '%1$s', 'partition', partition, 'offset', offset, 'commit_time', tx.committime)
                         AS source,
                       named_struct('id', tx.commitlsn, 'total_order', tx.sequencenumber,
                         'data_collection_order', CAST(NULL AS BIGINT)) AS transaction,
                       ms AS ts_ms,
                       named_struct('ProductId', CAST(new.ProductId AS INT)) AS key,
                       array('ProductId') AS pkNames,
                       logicalid AS id,
                       concat(replace(tx.commitlsn, ':', ''), '.', lpad(CAST(tx.sequencenumber AS STRING), 20, '0'))
                         AS order,
                       '%6$s' AS schema_id,
                       CAST(array() AS ARRAY<STRING>) AS flags,
                       src.db AS db, src.schema AS schema, src.tbl AS table, left(tx.committime, 10) AS date
                FROM changes""".formatted(CapturedUpdates.HUB, DATA, ROW, row("old"), row("new"), Agreement.SCHEMA_ID);
    }
}
