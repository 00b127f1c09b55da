package dev.sluice.normalize;

import dev.sluice.change.Column;
import dev.sluice.change.Table;
import dev.sluice.text.Utf8;
import dev.sluice.text.Utf8Buffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The declared columns of a table, named by what they are.
 *
 * @param id the first 16 hex digits of the SHA-256 of the JSON array of columns, exactly as it stands in {@code json}
 * @param json {@code {"schema_id","db","schema","table","columns":[{"name","type"},…]}}, one line
 */
public record TableSchema(String id, String json) {
    static TableSchema of(Table table) {
        Utf8Buffer columns = new Utf8Buffer(64 * table.columns().size() + 2).append('[');
        for (Column column : table.columns()) {
            columns.append(columns.length() == 1 ? "{\"name\":" : ",{\"name\":").appendQuoted(column.name());
            columns.append(",\"type\":").appendQuoted(column.declaredType()).append('}');
        }
        columns.append(']');
        String id = HexFormat.of().formatHex(sha256(columns.toBytes()), 0, 8);
        Utf8Buffer json = new Utf8Buffer(columns.length() + 128)
                .append("{\"schema_id\":\"")
                .append(id);
        json.append("\",\"db\":").appendQuoted(table.db());
        json.append(",\"schema\":").appendQuoted(table.schema());
        json.append(",\"table\":").appendQuoted(table.name());
        json.append(",\"columns\":").append(columns.slice(0)).append('}');
        return new TableSchema(id, json.toString());
    }

    public byte[] bytes() {
        return Utf8.bytes(json + "\n");
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
