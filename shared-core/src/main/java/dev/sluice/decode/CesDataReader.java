package dev.sluice.decode;

import static dev.sluice.change.WireKind.NULL;

import dev.sluice.change.Column;
import dev.sluice.change.Commit;
import dev.sluice.change.Connector;
import dev.sluice.change.KeyColumn;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Operation;
import dev.sluice.change.RowChange;
import dev.sluice.change.RowImage;
import dev.sluice.change.SqlType;
import dev.sluice.change.Table;
import dev.sluice.change.Value;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code data} of a SQL Server change event:
 *
 * <pre>
 * {"eventsource":{"db","schema","tbl","cols":[{"name","type","index"}],"pkkey":[{"columnname","value"}],
 *                 "transaction":{"commitlsn","beginlsn","sequencenumber","finalevent","committime"}},
 *  "eventrow":{"old":"{…}","current":"{…}"}}
 * </pre>
 *
 * The rows are JSON text inside a string, normally; objects are read as well. {@code finalevent} is documented as
 * unused and changes nothing.
 */
final class CesDataReader {
    static final Names DATA = Names.of("eventsource", "eventrow");
    private static final Names SOURCE = Names.of("db", "schema", "tbl", "cols", "pkkey", "transaction");
    private static final int TABLE_MEMBERS = 4;
    private static final Names COLUMN = Names.of("name", "type", "index");
    private static final Names KEY = Names.of("columnname", "value");
    private static final Names TRANSACTION =
            Names.of("commitlsn", "beginlsn", "sequencenumber", "finalevent", "committime");
    static final Names ROW = Names.of("old", "current");

    private final Limits limits;
    private final KnownTables tables;
    private final RowReader rows;
    private final Utf8Buffer rowText = new Utf8Buffer(1024);

    CesDataReader(Limits limits, KnownTables tables) {
        this.limits = limits;
        this.tables = tables;
        this.rows = new RowReader(limits);
    }

    /**
     * A change's data.
     *
     * @param text the whole text; or, if {@code known} is there, what follows the description of that table
     * @param inText the data is JSON text in a string, so the bytes that describe its table are worth remembering
     * @param time commit time of the envelope, for messages whose data has none
     * @param content the data as it stands on the wire
     */
    RowChange read(
            Slice text,
            KnownTables.@Nullable Known known,
            boolean inText,
            Operation operation,
            Slice logicalId,
            Slice time,
            Slice content)
            throws MalformedMessageException {
        rowText.clear();
        int skipped = known == null ? 0 : known.textLength();
        JsonCursor c = new JsonCursor(text.bytes(), text.from(), text.to(), skipped, limits);
        ChangeSource source = null;
        Rows images = null;
        int rowsAt = -1;
        Names.Reader names = DATA.reader();
        boolean more;
        if (known == null) {
            more = c.beginObject();
        } else {
            names.sawUpTo(1);
            source = source(c, known.table());
            more = c.nextMember();
        }
        if (more) {
            boolean first = known == null;
            do {
                switch (names.next(c)) {
                    case 0 -> {
                        source = source(c, null);
                        if (first && inText && source.describedUpTo() >= 0) {
                            tables.remember(content, source.describedUpTo() - text.from(), source.table());
                        }
                    }
                    case 1 -> {
                        if (source != null) {
                            images = rows(c, source.table().columns());
                        } else {
                            c.peek();
                            rowsAt = c.position();
                            c.value(1);
                        }
                    }
                    default -> c.value(1);
                }
                first = false;
            } while (c.nextMember());
        }
        c.expectEnd();
        if (source == null) {
            throw noSource();
        }
        if (rowsAt >= 0) {
            c.moveTo(rowsAt);
            images = rows(c, source.table().columns());
        }
        if (images == null) {
            throw noRows();
        }
        return new RowChange(
                source.table(),
                operation,
                logicalId,
                source.commit().orTime(time),
                images.before,
                images.after,
                source.key(),
                content);
    }

    static MalformedMessageException noSource() {
        return new MalformedMessageException("no_eventsource", "data without an eventsource", "");
    }

    static MalformedMessageException noRows() {
        return new MalformedMessageException("no_eventrow", "data without an eventrow", "");
    }

    static MalformedMessageException notARow() {
        return new MalformedMessageException("unexpected_type", "expected a row as text or as an object", "");
    }

    private record Rows(@Nullable RowImage before, @Nullable RowImage after) {}

    /** The table of an event of which only the beginning is there. */
    String table(Slice beginning) throws MalformedMessageException {
        JsonCursor c = new JsonCursor(beginning.bytes(), beginning.from(), beginning.to(), limits);
        String[] names = {"", "", ""};
        c.beginObject();
        if (DATA.reader().next(c) == 0 && c.beginObject()) {
            Names.Reader members = SOURCE.reader();
            for (int which = members.next(c); which >= 0 && which < names.length; which = members.next(c)) {
                names[which] = text(c, "");
                if (which == names.length - 1 || !c.nextMember()) {
                    break;
                }
            }
        }
        return names[2].isEmpty() ? "" : String.join(".", names);
    }

    /**
     * The eventsource at the cursor.
     *
     * @param known its table, if the cursor stands behind the description of it; else null
     */
    ChangeSource source(JsonCursor c, @Nullable Table known) throws MalformedMessageException {
        try {
            return readSource(c, known);
        } catch (MalformedMessageException e) {
            throw e.inside("/eventsource");
        }
    }

    private ChangeSource readSource(JsonCursor c, @Nullable Table known) throws MalformedMessageException {
        Names.Reader names = SOURCE.reader();
        Table table = known;
        String db = "";
        String schema = "";
        String name = "";
        List<Column> columns = null;
        boolean gaps = false;
        List<KeyColumn> key = List.of();
        Commit commit = new Commit(Slice.EMPTY, Slice.EMPTY, -1, Slice.EMPTY);
        int keyAt = -1;
        boolean more;
        int describedUpTo = -1;
        if (table != null) {
            names.sawUpTo(TABLE_MEMBERS);
            columns = table.columns();
            more = c.nextMember();
        } else {
            more = c.beginObject();
        }
        int members = 0;
        boolean inOrder = true;
        while (more) {
            int which = names.next(c);
            inOrder &= which == members;
            members++;
            switch (which) {
                case 0 -> db = text(c, "/db");
                case 1 -> schema = text(c, "/schema");
                case 2 -> name = text(c, "/tbl");
                case 3 -> {
                    List<Integer> indexes = new ArrayList<>();
                    columns = columns(c, indexes);
                    gaps = hasGaps(indexes, columns.size());
                }
                case 4 -> {
                    if (columns == null) {
                        c.peek();
                        keyAt = c.position();
                        c.value(2);
                    } else {
                        key = key(c, columns);
                    }
                }
                case 5 -> commit = commit(c);
                default -> c.value(2);
            }
            if (inOrder && members == TABLE_MEMBERS && columns != null && table == null) {
                table = new Table(Connector.CES, db, schema, name, columns, gaps);
                describedUpTo = c.position();
            }
            more = c.nextMember();
        }
        if (table == null) {
            table = new Table(Connector.CES, db, schema, name, columns == null ? List.of() : columns, gaps);
        }
        if (table.name().isEmpty()) {
            throw new MalformedMessageException("no_table", "an event without the name of its table", "/tbl");
        }
        if (keyAt >= 0) {
            int behind = c.position();
            c.moveTo(keyAt);
            key = key(c, table.columns());
            c.moveTo(behind);
        }
        return new ChangeSource(table, key, commit, describedUpTo);
    }

    /** A name; null counts as missing. */
    private static String text(JsonCursor c, String pointer) throws MalformedMessageException {
        return scalarText(c, pointer).toString();
    }

    /** A column's name; null if there is none. */
    private static @Nullable Slice name(JsonCursor c, String pointer) throws MalformedMessageException {
        Slice name = scalarText(c, pointer);
        return c.kind == NULL ? null : name;
    }

    private static Slice scalarText(JsonCursor c, String pointer) throws MalformedMessageException {
        c.value(3);
        return switch (c.kind) {
            case STRING, ESCAPED_STRING -> c.unescaped();
            case NULL, ABSENT -> Slice.EMPTY;
            case NUMBER, TRUE, FALSE, NESTED ->
                throw new MalformedMessageException("unexpected_type", "expected a string", pointer);
        };
    }

    private List<Column> columns(JsonCursor c, List<Integer> indexes) throws MalformedMessageException {
        List<Column> columns = new ArrayList<>();
        if (c.peek() == 'n') {
            c.value(2);
            return columns;
        }
        Set<Slice> seen = new HashSet<>();
        if (c.beginArray()) {
            do {
                if (columns.size() == limits.columns()) {
                    throw RowColumns.tooMany(limits).inside("/cols");
                }
                Column column = column(c, indexes, "/cols/" + columns.size());
                if (!seen.add(column.name())) {
                    throw new MalformedMessageException(
                            "duplicate_column", "the same column twice", "/cols/" + columns.size() + "/name");
                }
                columns.add(column);
            } while (c.nextElement());
        }
        return columns;
    }

    private static Column column(JsonCursor c, List<Integer> indexes, String pointer) throws MalformedMessageException {
        Slice name = null;
        String type = "";
        Names.Reader names = COLUMN.reader();
        if (c.beginObject()) {
            do {
                switch (names.next(c)) {
                    case 0 -> name = name(c, pointer + "/name");
                    case 1 -> type = text(c, pointer + "/type");
                    case 2 -> {
                        c.value(4);
                        long index = CesAttributes.integer(new Value(c.kind, c.token()));
                        if (index >= 0 && index < Integer.MAX_VALUE) {
                            indexes.add((int) index);
                        }
                    }
                    default -> c.value(4);
                }
            } while (c.nextMember());
        }
        if (name == null) {
            throw new MalformedMessageException("no_column_name", "a column without a name", pointer);
        }
        return new Column(name, type, SqlType.ofSqlServer(type));
    }

    /** True when the positions skip a number; without a position for every column there is nothing to tell by. */
    static boolean hasGaps(List<Integer> indexes, int columns) {
        if (indexes.size() != columns) {
            return false;
        }
        int highest = -1;
        for (int index : indexes) {
            highest = Math.max(highest, index);
        }
        return highest >= new HashSet<>(indexes).size();
    }

    private List<KeyColumn> key(JsonCursor c, List<Column> columns) throws MalformedMessageException {
        if (c.peek() == 'n') {
            c.value(2);
            return List.of();
        }
        List<KeyColumn> key = new ArrayList<>(2);
        if (c.beginArray()) {
            do {
                if (key.size() == limits.columns()) {
                    throw RowColumns.tooMany(limits).inside("/pkkey");
                }
                KeyColumn next = keyColumn(c, columns, "/pkkey/" + key.size());
                for (KeyColumn other : key) {
                    if (other.column().name().equals(next.column().name())) {
                        throw new MalformedMessageException(
                                "duplicate_column", "the same key column twice", "/pkkey/" + key.size());
                    }
                }
                key.add(next);
            } while (c.nextElement());
        }
        return key;
    }

    private static KeyColumn keyColumn(JsonCursor c, List<Column> columns, String pointer)
            throws MalformedMessageException {
        Slice name = null;
        Value value = Value.ABSENT;
        Names.Reader names = KEY.reader();
        if (c.beginObject()) {
            do {
                switch (names.next(c)) {
                    case 0 -> name = name(c, pointer + "/columnname");
                    case 1 -> {
                        c.value(4);
                        value = new Value(c.kind, c.token());
                    }
                    default -> c.value(4);
                }
            } while (c.nextMember());
        }
        if (name == null) {
            throw new MalformedMessageException("no_column_name", "a key column without a name", pointer);
        }
        return KeyColumn.of(name, value, columns);
    }

    private static Commit commit(JsonCursor c) throws MalformedMessageException {
        Slice lsn = Slice.EMPTY;
        Slice begin = Slice.EMPTY;
        Slice time = Slice.EMPTY;
        long sequence = -1;
        if (c.peek() == 'n') {
            c.value(2);
            return new Commit(lsn, begin, sequence, time);
        }
        Names.Reader names = TRANSACTION.reader();
        if (c.beginObject()) {
            do {
                switch (names.next(c)) {
                    case 0 -> lsn = scalarText(c, "/transaction/commitlsn");
                    case 1 -> begin = scalarText(c, "/transaction/beginlsn");
                    case 2 -> {
                        c.value(3);
                        sequence = CesAttributes.integer(new Value(c.kind, c.token()));
                    }
                    case 4 -> time = scalarText(c, "/transaction/committime");
                    default -> c.value(3);
                }
            } while (c.nextMember());
        }
        return new Commit(lsn, begin, sequence, time);
    }

    private Rows rows(JsonCursor c, List<Column> columns) throws MalformedMessageException {
        RowImage before = null;
        RowImage after = null;
        Names.Reader names = ROW.reader();
        if (c.beginObject()) {
            do {
                switch (names.next(c)) {
                    case 0 -> before = row(c, columns, "/eventrow/old");
                    case 1 -> after = row(c, columns, "/eventrow/current");
                    default -> c.value(2);
                }
            } while (c.nextMember());
        }
        return new Rows(before, after);
    }

    /** A row is JSON text in a string, or an object; null, no text and an empty object all mean that there is none. */
    private @Nullable RowImage row(JsonCursor c, List<Column> columns, String pointer)
            throws MalformedMessageException {
        try {
            int first = c.peek();
            if (first == '{') {
                return rows.read(c, columns, 2);
            }
            if (first != '"') {
                c.value(2);
                if (c.kind != NULL) {
                    throw notARow();
                }
                return null;
            }
            int start = rowText.length();
            c.unescapeString(rowText, 0, "a row");
            JsonCursor inner = new JsonCursor(rowText.bytes(), start, rowText.length(), limits);
            if (inner.peek() < 0) {
                return null;
            }
            RowImage row = rows.read(inner, columns, 0);
            inner.expectEnd();
            return row;
        } catch (MalformedMessageException e) {
            throw e.inside(pointer);
        }
    }
}
