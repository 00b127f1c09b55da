package dev.sluice.decode;

/** The members that a message has at its top, of all dialects together: which of them are there tells the dialect. */
final class Envelope {
    // CES, in the order in which it writes them.
    static final int SPECVERSION = 0;
    static final int TYPE = 1;
    static final int SOURCE = 2;
    static final int ID = 3;
    static final int LOGICALID = 4;
    static final int TIME = 5;
    static final int DATACONTENTTYPE = 6;
    static final int OPERATION = 7;
    static final int SEGMENTINDEX = 8;
    static final int FINALSEGMENT = 9;
    static final int DATA = 10;
    static final int DATA_BASE64 = 11;
    static final int SPLITINDEX = 12;
    static final int SPLITTOTALCNT = 13;
    // DataWorks, and Debezium with its schema.
    static final int SCHEMA = 14;
    static final int PAYLOAD = 15;
    static final int VERSION = 16;
    // Canal, in the order of its Java serializer, less those above.
    static final int DATABASE = 17;
    static final int ES = 18;
    static final int GTID = 19;
    static final int IS_DDL = 20;
    static final int MYSQL_TYPE = 21;
    static final int OLD = 22;
    static final int PK_NAMES = 23;
    static final int SQL = 24;
    static final int SQL_TYPE = 25;
    static final int TABLE = 26;
    static final int TS = 27;
    static final int IS_HEARTBEAT = 28;
    static final int TIDB = 29;
    // Debezium without its schema.
    static final int BEFORE = 30;
    static final int AFTER = 31;

    static final Names NAMES = Names.of(
            "specversion",
            "type",
            "source",
            "id",
            "logicalid",
            "time",
            "datacontenttype",
            "operation",
            "segmentindex",
            "finalsegment",
            "data",
            "data_base64",
            "splitindex",
            "splittotalcnt",
            "schema",
            "payload",
            "version",
            "database",
            "es",
            "gtid",
            "isDdl",
            "mysqlType",
            "old",
            "pkNames",
            "sql",
            "sqlType",
            "table",
            "ts",
            "isHeartbeat",
            "_tidb",
            "before",
            "after");

    /** What describes the table, a bit for each. */
    static final long REPEATING = 1L << SCHEMA | 1L << MYSQL_TYPE | 1L << SQL_TYPE | 1L << PK_NAMES;

    private Envelope() {}
}
