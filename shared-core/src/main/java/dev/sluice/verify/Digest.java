package dev.sluice.verify;

import java.nio.ByteBuffer;

/**
 * The first 128 bits of the SHA-256 of a line without the digits of its offset, which stands beside it. So the same event
 * has the same digest wherever it stands in its partition. A hash that nobody can find two lines for, because who changes
 * a lake may know how it is verified; and processors have it built in.
 */
record Digest(long high, long low) {
    static final int BYTES = 16;

    static Digest of(byte[] sha256) {
        ByteBuffer bytes = ByteBuffer.wrap(sha256);
        return new Digest(bytes.getLong(), bytes.getLong());
    }
}
