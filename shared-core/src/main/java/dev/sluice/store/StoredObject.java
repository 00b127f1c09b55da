package dev.sluice.store;

import java.util.Arrays;

/**
 * An object as it was read. Equal are two with equal bytes and version.
 *
 * @param content all bytes, not copied; the reader owns them
 * @param version for {@link ObjectStore#compareAndSwap}; opaque
 */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode below compare the bytes
public record StoredObject(byte[] content, String version) {
    @Override
    public boolean equals(Object other) {
        return other instanceof StoredObject that
                && version.equals(that.version)
                && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return 31 * version.hashCode() + Arrays.hashCode(content);
    }

    /** Tells the size only: contents hold customers' rows and stay out of logs. */
    @Override
    public String toString() {
        return "StoredObject[" + content.length + " bytes, version=" + version + "]";
    }
}
