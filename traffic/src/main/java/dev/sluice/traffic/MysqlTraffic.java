package dev.sluice.traffic;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Updates of one MySQL table with eight columns of mixed types, as Canal and as a DataWorks task send them. The same seed
 * gives the same updates in both, and the same bytes on every machine. Every update is one statement's, which sets the
 * price, the stock and the time, all to other values.
 */
public final class MysqlTraffic {
    private static final int ROWS = 1000;
    private static final Table TABLE = Catalog.MYSQL_PRODUCTS;
    private static final List<Integer> UPDATED = List.of(3, 4, 6);
    private static final ZoneOffset ZONE = ZoneOffset.ofHours(8);

    private record Update(Row before, Row after, long commitMs) {}

    private final JsonWriter json = new JsonWriter();
    private final List<Update> updates;

    private MysqlTraffic(long seed, int count) {
        this.updates = updates(seed, count);
    }

    /**
     * Canal messages, with before images of the changed columns only.
     *
     * @param count of updates
     * @param perMessage rows that one message tells of
     */
    public static List<byte[]> canal(long seed, int count, int perMessage) {
        MysqlTraffic traffic = new MysqlTraffic(seed, count);
        List<byte[]> bodies = new ArrayList<>();
        for (int from = 0; from < count; from += perMessage) {
            bodies.add(traffic.canal(traffic.updates.subList(from, Math.min(count, from + perMessage)), from + 1));
        }
        return Collections.unmodifiableList(bodies);
    }

    /** DataWorks messages, each an update with both images; its dates are those of a task in the zone +08:00. */
    public static List<byte[]> dataWorks(long seed, int count) {
        MysqlTraffic traffic = new MysqlTraffic(seed, count);
        List<byte[]> bodies = new ArrayList<>();
        for (Update update : traffic.updates) {
            bodies.add(traffic.dataWorks(update, 1_620_457_642_589_000_000L + bodies.size()));
        }
        return Collections.unmodifiableList(bodies);
    }

    private static List<Update> updates(long seed, int count) {
        Dice dice = Dice.seeded(seed);
        RowOptions options = TrafficOptions.plain().rows();
        SourceDatabase database = new SourceDatabase(List.of(TABLE), dice.another(), options);
        database.at(TrafficStream.START_MS);
        TableState filled = new TableState(TABLE, database, dice.another(), options);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(Objects.requireNonNull(filled.insert().after()));
        }
        List<Update> updates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long commitMs = TrafficStream.START_MS + 37L * i;
            database.at(commitMs);
            int at = dice.below(ROWS);
            Row before = rows.get(at);
            Row after = before;
            for (int place : UPDATED) {
                while (!after.differs(before, place)) {
                    after = after.with(
                            place, TABLE.columns().get(place).values().draw(dice, database));
                }
            }
            rows.set(at, after);
            updates.add(new Update(before, after, commitMs));
        }
        return updates;
    }

    private byte[] canal(List<Update> rows, long id) {
        long commitMs = rows.get(0).commitMs();
        json.start(JsonWriter.Layout.COMPACT).openObject();
        json.name("data").openArray();
        for (Update row : rows) {
            json.element();
            texts(row.after(), TABLE.places());
        }
        json.closeArray();
        json.name("database").string(TABLE.database());
        json.name("es").number(commitMs / 1000 * 1000);
        json.name("gtid").string("");
        json.name("id").number(id);
        json.name("isDdl").bool(false);
        json.name("mysqlType").openObject();
        for (Column column : TABLE.columns()) {
            json.name(column.name()).string(column.type());
        }
        json.closeObject();
        json.name("old").openArray();
        for (Update row : rows) {
            json.element();
            texts(row.before(), UPDATED);
        }
        json.closeArray();
        key("pkNames");
        json.name("sql").string("");
        json.name("sqlType").openObject();
        for (Column column : TABLE.columns()) {
            json.name(column.name()).number(sqlType(column));
        }
        json.closeObject();
        json.name("table").string(TABLE.name());
        json.name("ts").number(commitMs + 1234);
        json.name("type").string("UPDATE");
        return json.closeObject().toBytes();
    }

    private void texts(Row row, List<Integer> places) {
        json.openObject();
        for (int place : places) {
            json.name(TABLE.column(place)).stringOrNull(row.get(place));
        }
        json.closeObject();
    }

    private byte[] dataWorks(Update update, long sequenceId) {
        json.start(JsonWriter.Layout.COMPACT).openObject();
        json.name("schema").openObject();
        json.name("dataColumn").openArray();
        for (Column column : TABLE.columns()) {
            json.element().openObject();
            json.name("name").string(column.name());
            json.name("type").string(dataWorksType(column));
            json.closeObject();
        }
        json.closeArray();
        key("primaryKey");
        json.name("source").openObject();
        json.name("dbType").string("MySQL");
        json.name("dbName").string(TABLE.database());
        json.name("tableName").string(TABLE.name());
        json.closeObject().closeObject();
        json.name("payload").openObject();
        image("before", update.before());
        image("after", update.after());
        json.name("sequenceId").string(Long.toString(sequenceId));
        json.name("timestamp").openObject();
        json.name("eventTime").number(update.commitMs() / 1000 * 1000);
        json.name("systemTime").number(update.commitMs() + 1234);
        json.name("checkpointTime").number(update.commitMs() / 1000 * 1000);
        json.closeObject();
        json.name("op").string("UPDATE_AFTER");
        json.name("ddl").stringOrNull(null);
        json.closeObject();
        json.name("version").string("0.0.1");
        return json.closeObject().toBytes();
    }

    private void image(String side, Row row) {
        json.name(side).openObject().name("dataColumn").openObject();
        for (int place : TABLE.places()) {
            Column column = TABLE.columns().get(place);
            @Nullable String value = row.get(place);
            json.name(column.name());
            if (value == null) {
                json.stringOrNull(null);
                continue;
            }
            switch (dataWorksType(column)) {
                case "LONG" -> json.number(Long.parseLong(value));
                case "DATE" ->
                    json.number(LocalDateTime.parse(value.replace(' ', 'T'))
                            .toInstant(ZONE)
                            .toEpochMilli());
                default -> json.string(value);
            }
        }
        json.closeObject().closeObject();
    }

    private void key(String name) {
        json.name(name).openArray();
        for (int place : TABLE.key()) {
            json.element().string(TABLE.column(place));
        }
        json.closeArray();
    }

    /** A constant of {@code java.sql.Types}. */
    private static int sqlType(Column column) {
        return switch (family(column)) {
            case "int" -> 4;
            case "bigint" -> -5;
            case "tinyint" -> -6;
            case "decimal" -> 3;
            case "datetime" -> 93;
            default -> 12;
        };
    }

    private static String dataWorksType(Column column) {
        return switch (family(column)) {
            case "int", "bigint", "tinyint" -> "LONG";
            case "decimal" -> "DOUBLE";
            case "datetime" -> "DATE";
            default -> "STRING";
        };
    }

    private static String family(Column column) {
        int bracket = column.type().indexOf('(');
        return bracket < 0 ? column.type() : column.type().substring(0, bracket);
    }
}
