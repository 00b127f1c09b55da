package dev.sluice.decode;

import dev.sluice.change.Table;
import dev.sluice.text.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tables that were described before, by the exact wire bytes with which the data of their events begins. Every event of
 * a table begins with the same description, so comparing those bytes replaces unfolding and parsing them. Bounded: the
 * oldest is forgotten.
 */
final class KnownTables {
    private static final int MOST = 64;
    private static final int LONGEST = 512 << 10;
    /** Of all descriptions together. */
    private static final int MOST_BYTES = 4 << 20;

    /**
     * A table and how its description is written.
     *
     * @param textLength length of the description once its escapes are unfolded
     */
    record Known(Table table, Slice wire, int textLength) {}

    private final Known[] known = new Known[MOST];
    private int count;
    private int next;
    private int latest;
    private int total;

    /** The table whose description stands at {@code from}, or null if it is a new one. */
    @Nullable
    Known find(byte[] bytes, int from, int end) {
        for (int i = 0; i < count; i++) {
            int which = (latest + i) % count;
            Slice wire = known[which].wire;
            if (wire.startsAt(bytes, from, end)) {
                latest = which;
                return known[which];
            }
        }
        return null;
    }

    /**
     * Remembers a table.
     *
     * @param wire the data of an event, as on the wire
     * @param textLength how much of it, once its escapes are unfolded, describes the table
     */
    void remember(Slice wire, int textLength, Table table) {
        int length = wireLength(wire, textLength);
        if (length < 0 || length > LONGEST) {
            return;
        }
        if (total + length > MOST_BYTES) {
            count = 0;
            next = 0;
            total = 0;
        }
        total += length - (next < count ? known[next].wire.length() : 0);
        known[next] = new Known(
                table, Slice.of(Arrays.copyOfRange(wire.bytes(), wire.from(), wire.from() + length)), textLength);
        latest = next;
        count = Math.max(count, next + 1);
        next = (next + 1) % MOST;
    }

    /** How many wire bytes unfold to that much text; -1 if that is not plain to see. */
    private static int wireLength(Slice wire, int textLength) {
        int i = 0;
        for (int text = 0; text < textLength; text++) {
            if (i >= wire.length()) {
                return -1;
            }
            boolean escaped = wire.at(i) == '\\';
            if (escaped && (i + 1 >= wire.length() || wire.at(i + 1) == 'u')) {
                return -1;
            }
            i += escaped ? 2 : 1;
        }
        return i;
    }
}
