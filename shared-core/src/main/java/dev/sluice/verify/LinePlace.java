package dev.sluice.verify;

import dev.sluice.normalize.Origin;
import dev.sluice.text.Utf8Buffer;

/**
 * Where a line says that it stands.
 *
 * @param stream as JSON, with its quotes
 */
record LinePlace(String stream, int partition, long offset) {
    static LinePlace of(Origin origin, long offset) {
        return new LinePlace(new Utf8Buffer(64).appendQuoted(origin.stream()).toString(), origin.partition(), offset);
    }

    boolean isOf(LinePlace other) {
        return partition == other.partition && stream.equals(other.stream);
    }
}
