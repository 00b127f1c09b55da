package dev.sluice.cli;

/** A setting as a flag. The variable means the same wherever Sluice runs, see {@link dev.sluice.pipeline.Settings}. */
enum Setting {
    DECIMALS("--decimals", "SLUICE_DECIMALS", "FORM", "Decimals as string (default) or number."),
    INTEGERS(
            "--integers",
            "SLUICE_INTEGERS",
            "FORM",
            "Integers as number (default), string, or safe: text beyond 2^53-1."),
    CES_BINARY("--ces-binary", "SLUICE_CES_BINARY", "FORM", "Binary columns of CES are auto (default), hex or base64."),
    CES_ALL_COLUMNS(
            "--ces-all-columns", "SLUICE_CES_ALL_COLUMNS", "BOOLEAN", "false: CES leaves out unchanged columns."),
    NO_BEFORE("--no-before", "SLUICE_NO_BEFORE", "OP", "Updates without a before image are u (default) or c."),
    ZONE(
            "--zone",
            "SLUICE_SOURCE_ZONE",
            "ZONES",
            "Zone of the source's times: [pattern=]zone,... with * and ? on db.schema.table."),
    PLAIN_ROWS(
            "--plain-rows",
            "SLUICE_PLAIN_ROWS",
            "STREAMS",
            "Streams of rows without an envelope: stream=db.schema.table,... with * and ? on the stream."),
    PARTITION("--partition", "SLUICE_PARTITION", "STEP", "Folders per day (default) or hour."),
    COMPRESSION("--compression", "SLUICE_COMPRESSION", "KIND", "Objects in gzip (default) or none."),
    MAX_RECORD_BYTES("--max-record-bytes", "SLUICE_MAX_RECORD_BYTES", "N", "Longest record."),
    MAX_ITEMS("--max-items", "SLUICE_MAX_ITEMS", "N", "Most events of one array."),
    MAX_DEPTH("--max-depth", "SLUICE_MAX_DEPTH", "N", "Deepest nesting."),
    MAX_NUMBER_LENGTH("--max-number-length", "SLUICE_MAX_NUMBER_LENGTH", "N", "Longest number."),
    MAX_COLUMNS("--max-columns", "SLUICE_MAX_COLUMNS", "N", "Most columns of a table."),
    MAX_SEGMENTS("--max-segments", "SLUICE_MAX_SEGMENTS", "N", "Most segments of a split event."),
    MAX_EVENT_BYTES("--max-event-bytes", "SLUICE_MAX_EVENT_BYTES", "N", "Longest joined event."),
    MAX_VALUE_BYTES("--max-value-bytes", "SLUICE_MAX_VALUE_BYTES", "N", "Longest value of a joined event."),
    SPARSE_TOPICS(
            "--sparse-topics",
            "SLUICE_SPARSE_TOPICS",
            "STREAM,...",
            "Streams whose offsets have holes that mean nothing."),
    PARKED_TTL(
            "--parked-ttl",
            "SLUICE_PARKED_TTL",
            "TIME",
            "How long segments may wait, such as 30m, 1h (default) or 7d."),
    PARKED_GRACE(
            "--parked-grace",
            "SLUICE_PARKED_GRACE",
            "TIME",
            "How long segments of finished events stay: 1d (default).");

    final String flag;
    final String variable;
    final String valueName;
    final String meaning;

    Setting(String flag, String variable, String valueName, String meaning) {
        this.flag = flag;
        this.variable = variable;
        this.valueName = valueName;
        this.meaning = meaning;
    }
}
