package dev.sluice.verify;

import dev.sluice.lake.LakePath;

/**
 * A folder as people call it.
 *
 * @param table {@code db.schema.table} with empty parts left out, {@code control <kind>} or {@code quarantine <code>}
 * @param day {@code yyyy-MM-dd}, in lakes by the hour with {@code T} and the hour; {@code -} if there is none
 */
public record Row(String table, String day) {
    private static final String NONE = "__HIVE_DEFAULT_PARTITION__";

    /**
     * What the name of a folder tells.
     *
     * @param folder a path of {@code name=value} segments
     */
    public static Row of(String folder) {
        String kind = value(folder, "kind");
        String code = value(folder, "code");
        String table = value(folder, "table");
        if (!table.isEmpty()) {
            String schema = value(folder, "schema");
            String db = value(folder, "db");
            table = (db.isEmpty() ? "" : db + ".") + (schema.isEmpty() ? "" : schema + ".") + table;
        }
        String date = value(folder, "date");
        String hour = value(folder, "hour");
        String day = date.isEmpty() ? "-" : date + (hour.isEmpty() ? "" : "T" + hour);
        return new Row(!kind.isEmpty() ? "control " + kind : !code.isEmpty() ? "quarantine " + code : table, day);
    }

    private static String value(String folder, String name) {
        for (String segment : folder.split("/", -1)) {
            if (segment.startsWith(name + "=")) {
                String value = segment.substring(name.length() + 1);
                return value.equals(NONE) ? "" : LakePath.nameOf(value);
            }
        }
        return "";
    }
}
