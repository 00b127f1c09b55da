package dev.sluice.decode;

import dev.sluice.text.Slice;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was read lately, by the exact bytes it was read from: every message of a table repeats the same description.
 * Bounded; the one that was not needed for longest is forgotten.
 */
final class Recent<V> {
    private static final int MOST = 256;
    private static final int LONGEST = 512 << 10;
    /** What is kept takes some times as much; tables of usual size all find room. */
    private static final int MOST_BYTES = 4 << 20;

    /** What was needed last, which is usually needed next. */
    private record Latest<V>(Slice text, V value) {}

    private final Map<Slice, V> all = new LinkedHashMap<>(64, 0.75f, true);
    private @Nullable Latest<V> latest;
    private int bytes;

    @Nullable
    V find(Slice text) {
        Latest<V> last = latest;
        if (last != null && last.text.equals(text)) {
            return last.value;
        }
        V value = all.get(text);
        if (value != null) {
            latest = new Latest<>(Slice.of(text.copy()), value);
        }
        return value;
    }

    void remember(Slice text, V value) {
        if (text.length() > LONGEST) {
            return;
        }
        Slice copy = Slice.of(text.copy());
        if (all.put(copy, value) == null) {
            bytes += copy.length();
        }
        while (all.size() > MOST || bytes > MOST_BYTES) {
            Slice oldest = all.keySet().iterator().next();
            all.remove(oldest);
            bytes -= oldest.length();
        }
        latest = new Latest<>(copy, value);
    }
}
