package dev.sluice.change;

import java.util.Locale;

/**
 * A declared type as far as writing its values needs it.
 *
 * @param length declared length in bytes of a binary type; {@link #UNBOUNDED} for {@code max} or none
 * @param fixed values have exactly that length ({@code binary(n)}), not at most ({@code varbinary(n)})
 */
public record SqlType(Family family, int length, boolean fixed) {
    public static final int UNBOUNDED = Integer.MAX_VALUE;
    public static final SqlType UNKNOWN = of(Family.UNKNOWN);

    /** Families of types whose values share one JSON form. */
    public enum Family {
        INTEGER,
        DECIMAL,
        FLOAT,
        BOOLEAN,
        DATE,
        TIME,
        DATETIME,
        DATETIME_OFFSET,
        BINARY,
        TEXT,
        /** No declaration: the text is kept and the event says so. */
        UNKNOWN
    }

    private static SqlType of(Family family) {
        return new SqlType(family, UNBOUNDED, false);
    }

    /**
     * Reads a SQL Server type, such as {@code decimal(38,10)}, {@code varbinary(max)} or an alias type. What is not
     * known is text: alias types and newer types arrive as the server prints them.
     */
    public static SqlType ofSqlServer(String declared) {
        String lower = declared.toLowerCase(Locale.ROOT).strip();
        int bracket = lower.indexOf('(');
        String name = (bracket < 0 ? lower : lower.substring(0, bracket)).strip();
        return switch (name) {
            case "" -> UNKNOWN;
            case "tinyint", "smallint", "int", "integer", "bigint" -> of(Family.INTEGER);
            case "decimal", "numeric", "dec", "money", "smallmoney" -> of(Family.DECIMAL);
            case "float", "real" -> of(Family.FLOAT);
            case "bit" -> of(Family.BOOLEAN);
            case "date" -> of(Family.DATE);
            case "time" -> of(Family.TIME);
            case "datetime", "datetime2", "smalldatetime" -> of(Family.DATETIME);
            case "datetimeoffset" -> of(Family.DATETIME_OFFSET);
            case "binary" -> new SqlType(Family.BINARY, length(lower, bracket, 1), true);
            case "varbinary" -> new SqlType(Family.BINARY, length(lower, bracket, 1), false);
            case "image" -> of(Family.BINARY);
            default -> of(Family.TEXT);
        };
    }

    /** The number in the brackets; {@code max} or anything unreadable is unbounded, no brackets mean the default. */
    private static int length(String type, int bracket, int otherwise) {
        if (bracket < 0) {
            return otherwise;
        }
        int end = type.indexOf(')', bracket);
        String inside =
                type.substring(bracket + 1, end < 0 ? type.length() : end).strip();
        boolean digits =
                !inside.isEmpty() && inside.length() < 10 && inside.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? Integer.parseInt(inside) : UNBOUNDED;
    }
}
