package dev.sluice.change;

/**
 * How much one message may ask for. Whatever goes beyond is quarantined; nothing is cut.
 *
 * @param recordBytes bytes of one record
 * @param items items of one record, such as the events of a JSON array
 * @param depth levels of nested JSON
 * @param numberLength characters of one number literal
 * @param columns columns of one row
 * @param segments segments of one split event
 * @param eventBytes bytes of one joined event
 * @param valueBytes bytes of one value, as it stands in the row, of a joined event; so much of it is in memory at a time
 */
public record Limits(
        int recordBytes,
        int items,
        int depth,
        int numberLength,
        int columns,
        int segments,
        long eventBytes,
        int valueBytes) {
    public static final Limits DEFAULT = new Limits(64 << 20, 10_000, 500, 4096, 4096, 10_000, 2L << 30, 8 << 20);

    // Written out: to link what the compiler makes takes a process that starts some milliseconds.
    // The rules of a ledger are a hash of this text, so it must stay as it is.
    @Override
    public String toString() {
        return "Limits[recordBytes=" + recordBytes + ", items=" + items + ", depth=" + depth + ", numberLength="
                + numberLength + ", columns=" + columns + ", segments=" + segments + ", eventBytes=" + eventBytes
                + ", valueBytes=" + valueBytes + "]";
    }
}
