package dev.sluice.decode;

import static dev.sluice.change.WireKind.NULL;

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
import org.jspecify.annotations.Nullable;

/**
 * The part of a DataWorks message that describes its table:
 *
 * <pre>
 * {"dataColumn":[{"name","type"}]|null, "primaryKey":["…"]|null,
 *  "source":{"dbType","dbVersion","dbName","schemaName","tableName"}|null}
 * </pre>
 *
 * OceanBase's exporter writes the same with {@code column}, {@code pk}, {@code schema} and {@code table}, and with SQL
 * types.
 *
 * @param dbType kind of database, empty if unknown
 */
record DataWorksSchema(Table table, List<KeyColumn> key, Slice dbType) {
    private static final Names SCHEMA = Names.of("dataColumn", "primaryKey", "source", "column", "pk");
    private static final int DATA_COLUMN = 0;
    private static final int PRIMARY_KEY = 1;
    private static final int SOURCE = 2;
    private static final int COLUMN = 3;
    private static final int PK = 4;
    private static final Names SOURCE_NAMES =
            Names.of("dbType", "dbVersion", "dbName", "schemaName", "tableName", "schema", "table");
    private static final Names COLUMN_NAMES = Names.of("name", "type");

    /** Of a message that describes none. */
    static final DataWorksSchema NONE =
            new DataWorksSchema(new Table(Connector.DATAWORKS, "", "", "", List.of(), false), List.of(), Slice.EMPTY);

    private record Source(Slice dbType, String db, String schema, String table) {}

    /** Reads the object at the cursor, inside the message's own. */
    static DataWorksSchema read(JsonCursor c, Limits limits) throws MalformedMessageException {
        Members members = new Members(SCHEMA);
        members.read(c, 1);
        int behind = c.position();
        int columnsAt = oneOf(members, DATA_COLUMN, COLUMN, "/schema/column");
        int keyAt = oneOf(members, PRIMARY_KEY, PK, "/schema/pk");
        Source source = source(c, members);
        List<Column> columns = members.has(columnsAt) ? columns(c, members, columnsAt, limits) : List.of();
        List<KeyColumn> key = members.has(keyAt) ? key(c, members, keyAt, columns, limits) : List.of();
        members.checkUnread(c, 2);
        c.moveTo(behind);
        return new DataWorksSchema(
                new Table(Connector.DATAWORKS, source.db, source.schema, source.table, columns, false),
                key.isEmpty() ? HiddenRowId.key(columns) : key,
                source.dbType);
    }

    /** The one of two names for the same thing that is there. */
    private static int oneOf(Members members, int name, int other, String where) throws MalformedMessageException {
        if (members.has(name) && members.has(other)) {
            throw new MalformedMessageException("duplicate_name", "the same thing under both of its names", where);
        }
        return members.has(other) ? other : name;
    }

    private static Source source(JsonCursor c, Members schema) throws MalformedMessageException {
        if (!schema.has(SOURCE)) {
            return new Source(Slice.EMPTY, "", "", "");
        }
        schema.open(SOURCE, c);
        Slice dbType = Slice.EMPTY;
        String db = "";
        String[] schemaNames = {"", ""};
        String[] tableNames = {"", ""};
        Names.Reader names = SOURCE_NAMES.reader();
        if (c.beginObject()) {
            do {
                switch (names.next(c)) {
                    case 0 ->
                        dbType = Slice.of(text(c, 3, "/schema/source/dbType").copy());
                    case 2 -> db = text(c, 3, "/schema/source/dbName").toString();
                    case 3 ->
                        schemaNames[0] = text(c, 3, "/schema/source/schemaName").toString();
                    case 4 ->
                        tableNames[0] = text(c, 3, "/schema/source/tableName").toString();
                    case 5 ->
                        schemaNames[1] = text(c, 3, "/schema/source/schema").toString();
                    case 6 -> tableNames[1] = text(c, 3, "/schema/source/table").toString();
                    default -> c.value(3);
                }
            } while (c.nextMember());
        }
        return new Source(
                dbType, db, oneOf(schemaNames, "/schema/source/schema"), oneOf(tableNames, "/schema/source/table"));
    }

    private static String oneOf(String[] names, String where) throws MalformedMessageException {
        if (!names[0].isEmpty() && !names[1].isEmpty() && !names[0].equals(names[1])) {
            throw new MalformedMessageException("duplicate_name", "the same thing under both of its names", where);
        }
        return names[0].isEmpty() ? names[1] : names[0];
    }

    /** A string; null counts as empty. */
    private static Slice text(JsonCursor c, int depth, String where) throws MalformedMessageException {
        c.value(depth);
        return switch (c.kind) {
            case STRING, ESCAPED_STRING -> c.unescaped();
            case NULL, ABSENT -> Slice.EMPTY;
            case NUMBER, TRUE, FALSE, NESTED ->
                throw new MalformedMessageException("unexpected_type", "expected a string", where);
        };
    }

    private static List<Column> columns(JsonCursor c, Members schema, int which, Limits limits)
            throws MalformedMessageException {
        boolean oms = which == COLUMN;
        String pointer = oms ? "/schema/column" : "/schema/dataColumn";
        openArray(c, schema, which, pointer);
        List<Column> columns = new ArrayList<>();
        Set<Slice> seen = new HashSet<>();
        if (c.beginArray()) {
            do {
                if (columns.size() == limits.columns()) {
                    throw RowColumns.tooMany(limits).inside(pointer);
                }
                String where = pointer + "/" + columns.size();
                Column column = column(c, oms, where);
                if (!seen.add(column.name())) {
                    throw new MalformedMessageException("duplicate_column", "the same column twice", where + "/name");
                }
                columns.add(column);
            } while (c.nextElement());
        }
        return columns;
    }

    private static void openArray(JsonCursor c, Members schema, int which, String pointer)
            throws MalformedMessageException {
        if (!schema.isArray(which)) {
            throw new MalformedMessageException("unexpected_type", "expected an array", pointer);
        }
        schema.open(which, c);
    }

    private static Column column(JsonCursor c, boolean oms, String where) throws MalformedMessageException {
        Slice name = null;
        String type = "";
        Names.Reader names = COLUMN_NAMES.reader();
        if (c.beginObject()) {
            do {
                switch (names.next(c)) {
                    case 0 -> name = name(c, 4, where + "/name");
                    case 1 -> type = text(c, 4, where + "/type").toString();
                    default -> c.value(4);
                }
            } while (c.nextMember());
        }
        if (name == null) {
            throw new MalformedMessageException("no_column_name", "a column without a name", where);
        }
        return new Column(name, type, oms ? SqlType.ofMySql(type, SqlType.Family.BASE64) : SqlType.ofDataWorks(type));
    }

    /** A column's name, which may be empty; null if there is none. */
    private static @Nullable Slice name(JsonCursor c, int depth, String where) throws MalformedMessageException {
        Slice name = text(c, depth, where);
        return c.kind == NULL ? null : name;
    }

    private static List<KeyColumn> key(JsonCursor c, Members schema, int which, List<Column> columns, Limits limits)
            throws MalformedMessageException {
        String pointer = which == PK ? "/schema/pk" : "/schema/primaryKey";
        openArray(c, schema, which, pointer);
        return KeyNames.read(c, columns, limits, 3, pointer);
    }
}
