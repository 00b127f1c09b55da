package dev.sluice.decode;

import static dev.sluice.decode.Envelope.DATABASE;
import static dev.sluice.decode.Envelope.MYSQL_TYPE;
import static dev.sluice.decode.Envelope.PK_NAMES;
import static dev.sluice.decode.Envelope.TABLE;

import dev.sluice.change.Column;
import dev.sluice.change.Connector;
import dev.sluice.change.KeyColumn;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.SqlType;
import dev.sluice.change.Table;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a Canal message says of its table. The columns are those of {@code mysqlType}: {@code sqlType} depends on the
 * server's version and on the value of the message's last row.
 */
record CanalTable(Table table, List<KeyColumn> key) {
    /** Reads the members that describe a table. */
    static CanalTable read(Members message, JsonCursor c, boolean latin1, Limits limits)
            throws MalformedMessageException {
        List<Column> columns = List.of();
        if (message.has(MYSQL_TYPE)) {
            check(message.isObject(MYSQL_TYPE), "expected an object", "/mysqlType");
            message.open(MYSQL_TYPE, c);
            columns = columns(c, latin1 ? SqlType.Family.LATIN1 : SqlType.Family.UNKNOWN, limits);
        }
        List<KeyColumn> key = List.of();
        if (message.has(PK_NAMES)) {
            check(message.isArray(PK_NAMES), "expected an array", "/pkNames");
            message.open(PK_NAMES, c);
            key = KeyNames.read(c, columns, limits, 2, "/pkNames");
        }
        return new CanalTable(named(message, columns), key.isEmpty() ? HiddenRowId.key(columns) : key);
    }

    private static void check(boolean holds, String what, String where) throws MalformedMessageException {
        if (!holds) {
            throw new MalformedMessageException("unexpected_type", what, where);
        }
    }

    /** A table of which only the name matters. */
    static Table named(Members message, List<Column> columns) {
        return new Table(
                Connector.CANAL,
                message.text(DATABASE).toString(),
                "",
                message.text(TABLE).toString(),
                columns,
                false);
    }

    private static List<Column> columns(JsonCursor c, SqlType.Family binary, Limits limits)
            throws MalformedMessageException {
        List<Column> columns = new ArrayList<>();
        Set<Slice> seen = new HashSet<>();
        if (c.beginObject()) {
            do {
                if (columns.size() == limits.columns()) {
                    throw RowColumns.tooMany(limits).inside("/mysqlType");
                }
                c.name();
                Slice name = Slice.of(c.unescaped().copy());
                if (!seen.add(name)) {
                    throw c.duplicateName();
                }
                c.value(2);
                String type = switch (c.kind) {
                    case STRING, ESCAPED_STRING -> c.text();
                    case NULL, ABSENT -> "";
                    case NUMBER, TRUE, FALSE, NESTED ->
                        throw new MalformedMessageException(
                                "unexpected_type", "expected the name of a type", "/mysqlType");
                };
                columns.add(new Column(name, type, SqlType.ofMySql(type, binary)));
            } while (c.nextMember());
        }
        return columns;
    }

    /** Some column's bytes stand as characters. */
    boolean hasLatin1() {
        for (Column column : table.columns()) {
            if (column.type().family() == SqlType.Family.LATIN1) {
                return true;
            }
        }
        return false;
    }
}
