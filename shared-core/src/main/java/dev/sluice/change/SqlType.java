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
        /** DataWorks: a decimal as text, or a float as a number. */
        DOUBLE,
        /** DataWorks: an instant, as milliseconds since 1970. */
        EPOCH_MILLIS,
        /** Bytes in base64, always. */
        BASE64,
        /** Canal: bytes, each as the character of that number. */
        LATIN1,
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

    /** Reads one of the six types of DataWorks; a value of any other is text. */
    public static SqlType ofDataWorks(String declared) {
        return switch (declared) {
            case "" -> UNKNOWN;
            case "LONG" -> of(Family.INTEGER);
            case "DOUBLE" -> of(Family.DOUBLE);
            case "BOOLEAN" -> of(Family.BOOLEAN);
            case "DATE" -> of(Family.EPOCH_MILLIS);
            case "BYTES" -> of(Family.BASE64);
            default -> of(Family.TEXT);
        };
    }

    /**
     * Reads a MySQL type, such as {@code INT(8) unsigned zerofill} or {@code enum('a,b')}, or one of OceanBase's exporter,
     * which has names of its own for integers. What is not known is text.
     *
     * @param binary how binary values stand on the wire; UNKNOWN if that cannot be told
     */
    public static SqlType ofMySql(String declared, Family binary) {
        String lower = declared.toLowerCase(Locale.ROOT).strip();
        int bracket = lower.indexOf('(');
        return switch (firstWord(lower)) {
            case "" -> UNKNOWN;
            case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "year" -> of(Family.INTEGER);
            case "int8", "int16", "int32", "int64" -> of(Family.INTEGER);
            case "decimal", "numeric", "dec", "fixed" -> of(Family.DECIMAL);
            case "float", "real", "double" -> of(Family.FLOAT);
            case "bit" -> of(length(lower, bracket, 1) == 1 ? Family.BOOLEAN : Family.INTEGER);
            case "bool", "boolean" -> of(Family.BOOLEAN);
            case "date" -> of(Family.DATE);
            case "time" -> of(Family.TIME);
            case "datetime", "timestamp" -> of(Family.DATETIME);
            case "binary", "varbinary" -> new SqlType(binary, length(lower, bracket, UNBOUNDED), false);
            case "tinyblob",
                    "blob",
                    "mediumblob",
                    "longblob",
                    "geometry",
                    "point",
                    "linestring",
                    "polygon",
                    "multipoint",
                    "multilinestring",
                    "multipolygon",
                    "geometrycollection",
                    "geomcollection" -> of(binary);
            default -> of(Family.TEXT);
        };
    }

    private static String firstWord(String type) {
        String lower = type.toLowerCase(Locale.ROOT).strip();
        int end = 0;
        while (end < lower.length() && (Character.isLetterOrDigit(lower.charAt(end)) || lower.charAt(end) == '_')) {
            end++;
        }
        return lower.substring(0, end);
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
