package dev.sluice.lake;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names made of SHA-256. */
final class Hash {
    private Hash() {}

    static String hex(byte[] bytes, int digits) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(hash, 0, digits / 2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    static String hex(String text, int digits) {
        return hex(text.getBytes(StandardCharsets.UTF_8), digits);
    }
}
