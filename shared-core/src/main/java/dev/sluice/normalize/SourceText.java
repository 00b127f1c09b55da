package dev.sluice.normalize;

import dev.sluice.change.Commit;
import dev.sluice.change.Connector;
import dev.sluice.change.Marks;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Writes the {@code source} of a line: where it comes from, in flat scalars. */
final class SourceText {
    /** The version is that of the normalized event's format. */
    private static final String SOURCE = ",\"source\":{\"version\":\"1\",\"connector\":\"";

    private static final byte[] COMMIT_LSN = ascii(",\"commit_lsn\":");
    private static final byte[] BEGIN_LSN = ascii(",\"begin_lsn\":");
    private static final byte[] EVENT_SERIAL_NO = ascii(",\"event_serial_no\":");
    private static final byte[] SEQUENCE = ascii(",\"sequence\":");
    private static final byte[] SCN = ascii(",\"scn\":");
    private static final byte[] DB_TYPE = ascii(",\"db_type\":");
    private static final byte[] GTID = ascii(",\"gtid\":");
    private static final byte[] ES = ascii(",\"es\":");
    private static final byte[] COMMIT_TIME = ascii(",\"commit_time\":");
    private static final byte[] NULL = ascii("null");

    /** {@code ,"stream":…,"partition":…,"offset":} */
    private final byte[] stream;
    /** From the member's name up to the value of {@code ts_ms}. */
    private final Map<Connector, byte[]> beginnings = new EnumMap<>(Connector.class);

    /** The text written last, and of what; the rows of one message share it. */
    private final Utf8Buffer latest = new Utf8Buffer(512);

    private byte[] latestTable = {};
    private Commit latestCommit = Commit.at(Slice.EMPTY);
    private Marks latestMarks = Marks.NONE;
    private long latestOffset = -1;
    /** The {@code ts_ms} of the text written last. */
    private final Utf8Buffer timestamp = new Utf8Buffer(32);

    SourceText(Origin origin) {
        for (Connector connector : Connector.values()) {
            Utf8Buffer beginning = new Utf8Buffer(128).append(SOURCE).append(connector.label());
            beginning.append("\",\"name\":").appendQuoted(origin.stream()).append(",\"ts_ms\":");
            beginnings.put(connector, beginning.toBytes());
        }
        this.stream = new Utf8Buffer(64)
                .append(",\"stream\":")
                .appendQuoted(origin.stream())
                .append(",\"partition\":")
                .append(origin.partition())
                .append(",\"offset\":")
                .toBytes();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Appends {@code ,"source":{…}}.
     *
     * @param table see {@link TableText#names}
     */
    void append(
            Connector connector,
            byte[] table,
            ZoneId zone,
            Commit commit,
            Marks marks,
            CommitTime time,
            Position position,
            Utf8Buffer out) {
        if (position.items() == 1) {
            write(connector, table, zone, commit, marks, time, position, out);
            return;
        }
        if (!isLatest(table, commit, marks, position)) {
            latest.clear();
            write(connector, table, zone, commit, marks, time, position, latest);
            latestTable = table;
            latestCommit = commit;
            latestMarks = marks;
            latestOffset = position.offset();
        }
        out.append(latest.bytes(), 0, latest.length());
    }

    @SuppressWarnings("ReferenceEquality") // equal ones of another message are rare, and as good written again
    private boolean isLatest(byte[] table, Commit commit, Marks marks, Position position) {
        return table == latestTable
                && commit == latestCommit
                && marks == latestMarks
                && position.offset() == latestOffset;
    }

    private void write(
            Connector connector,
            byte[] table,
            ZoneId zone,
            Commit commit,
            Marks marks,
            CommitTime time,
            Position position,
            Utf8Buffer out) {
        out.append(Objects.requireNonNull(beginnings.get(connector)));
        timestamp.clear();
        if (time.hasTime()) {
            timestamp.append(marks.millis() >= 0 ? marks.millis() : time.epochMillis(zone));
        } else {
            timestamp.append(NULL);
        }
        appendTimestamp(out);
        out.append(table);
        text(COMMIT_LSN, commit.lsn(), out);
        text(BEGIN_LSN, commit.beginLsn(), out);
        if (commit.sequence() >= 0) {
            out.append(EVENT_SERIAL_NO).append(commit.sequence());
        }
        if (connector != Connector.CES) {
            text(SEQUENCE, marks.sequence(), out);
            text(SCN, marks.scn(), out);
            text(DB_TYPE, marks.dbType(), out);
            text(GTID, marks.gtid(), out);
            number(ES, marks.es(), out);
        }
        out.append(stream).append(position.offset());
        text(COMMIT_TIME, commit.time(), out);
        out.append('}');
    }

    private static void text(byte[] member, Slice text, Utf8Buffer out) {
        if (text.length() > 0) {
            out.append(member).appendQuoted(text);
        }
    }

    /** A number as one, if the text is its only spelling. */
    private static void number(byte[] member, Slice text, Utf8Buffer out) {
        boolean plain = text.length() > 0
                && (text.at(0) != '0' || text.length() == 1)
                && Digits.skip(text.bytes(), text.from(), text.to()) == text.to();
        if (plain) {
            out.append(member).append(text);
        } else {
            text(member, text, out);
        }
    }

    /** Appends {@code ts_ms} of the source just written again. */
    void appendTimestamp(Utf8Buffer out) {
        out.append(timestamp.bytes(), 0, timestamp.length());
    }
}
