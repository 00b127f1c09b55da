package dev.sluice.change;

import java.util.List;

/**
 * A table as one message describes it.
 *
 * @param db name of the database, {@code ""} if unknown
 * @param schema name of the schema, {@code ""} if there is none
 * @param columns the declared columns, in the order of the message
 * @param gaps column positions are missing in front of or between the declared ones: column types the source skips, or
 *     a stream that sends changed columns only
 */
public record Table(Connector connector, String db, String schema, String name, List<Column> columns, boolean gaps) {
    public Table {
        columns = List.copyOf(columns);
    }
}
