package dev.sluice.normalize;

/**
 * What a user may choose about the normalized event.
 *
 * @param decimals how decimal, numeric and money values leave
 * @param integers how whole numbers leave
 * @param binary how binary values stand in CES messages
 * @param createWithoutBefore updates whose {@code before} is null leave as {@code c}, for readers that refuse such a u
 * @param allColumns CES streams send all columns of a row (include_all_columns=1), so missing column positions are
 *     types the source skips
 * @param zones zones in which sources write times without a zone
 */
public record NormalizeOptions(
        Decimals decimals,
        Integers integers,
        Binary binary,
        boolean createWithoutBefore,
        boolean allColumns,
        SourceZones zones) {
    public static final NormalizeOptions DEFAULT =
            new NormalizeOptions(Decimals.STRING, Integers.NUMBER, Binary.AUTO, false, true, SourceZones.DEFAULT);

    /** STRING keeps the exact literal and is the default: most readers turn a JSON number into a double. */
    public enum Decimals {
        STRING,
        NUMBER
    }

    /** SAFE: a number up to 2^53-1, text beyond, where a double would round. */
    public enum Integers {
        NUMBER,
        STRING,
        SAFE
    }

    /** AUTO: told by the text, when only one reading is possible. */
    public enum Binary {
        AUTO,
        HEX,
        BASE64
    }
}
