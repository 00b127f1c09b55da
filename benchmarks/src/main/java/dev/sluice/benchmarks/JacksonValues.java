package dev.sluice.benchmarks;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What both Jackson solutions share: typing by declared type, as one writes it in an afternoon. */
final class JacksonValues {
    private static final Map<String, String> SCHEMA_IDS = new HashMap<>();

    private JacksonValues() {}

    static void write(JsonGenerator out, String type, @Nullable String value) throws IOException {
        if (value == null) {
            out.writeNull();
            return;
        }
        int bracket = type.indexOf('(');
        switch (bracket < 0 ? type : type.substring(0, bracket)) {
            case "int", "bigint", "smallint", "tinyint" -> writeInteger(out, value);
            case "bit" -> out.writeBoolean(value.equals("1") || value.equals("true"));
            case "datetime", "datetime2", "smalldatetime" -> out.writeString(value.replace(' ', 'T'));
            default -> out.writeString(value);
        }
    }

    private static void writeInteger(JsonGenerator out, String value) throws IOException {
        if (value.length() < 19) {
            out.writeNumber(Long.parseLong(value));
        } else {
            out.writeNumber(new BigInteger(value));
        }
    }

    static long epochMillis(String commitTime) {
        return LocalDateTime.parse(commitTime.substring(0, commitTime.length() - 1))
                .toInstant(ZoneOffset.UTC)
                .toEpochMilli();
    }

    /** @param columns the JSON array of names and types */
    static String schemaId(String columns) {
        return SCHEMA_IDS.computeIfAbsent(columns, JacksonValues::hash);
    }

    private static String hash(String columns) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(columns.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String order(String lsn, long sequence) {
        String digits = Long.toString(sequence);
        return lsn.replace(":", "") + "." + "0".repeat(20 - digits.length()) + digits;
    }
}
