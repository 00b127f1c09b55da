package dev.sluice.normalize;

import dev.sluice.change.Column;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** The flags of one line, collected while it is written. */
final class Flags {
    boolean partial;
    boolean gaps;
    boolean noBefore;
    boolean keyChange;
    boolean keyIncomplete;
    boolean unpaired;
    private final Set<Slice> truncated = new LinkedHashSet<>();
    private final Set<Slice> untyped = new LinkedHashSet<>();

    void clear() {
        partial = false;
        gaps = false;
        noBefore = false;
        keyChange = false;
        keyIncomplete = false;
        unpaired = false;
        if (!truncated.isEmpty() || !untyped.isEmpty()) {
            truncated.clear();
            untyped.clear();
        }
    }

    /** Notes how a value of the column was written, see {@link ValueWriter}. */
    void note(Column column, int result) {
        if (result != ValueWriter.TYPED) {
            if ((result & ValueWriter.TRUNCATED) != 0) {
                truncated.add(column.name());
            }
            if ((result & ValueWriter.UNTYPED) != 0) {
                untyped.add(column.name());
            }
        }
    }

    boolean areNone() {
        return !(partial || gaps || noBefore || keyChange || keyIncomplete || unpaired)
                && truncated.isEmpty()
                && untyped.isEmpty();
    }

    void append(Utf8Buffer out) {
        out.append('[');
        int start = out.length();
        word(partial, "\"partial\"", start, out);
        word(gaps, "\"gaps\"", start, out);
        word(noBefore, "\"no_before\"", start, out);
        word(keyChange, "\"key_change\"", start, out);
        word(keyIncomplete, "\"key_incomplete\"", start, out);
        word(unpaired, "\"unpaired\"", start, out);
        columns("truncated:", truncated, start, out);
        columns("untyped:", untyped, start, out);
        out.append(']');
    }

    private static void word(boolean set, String word, int start, Utf8Buffer out) {
        if (set) {
            comma(start, out).append(word);
        }
    }

    private static void columns(String prefix, Set<Slice> columns, int start, Utf8Buffer out) {
        for (Slice column : columns) {
            Utf8Buffer name = new Utf8Buffer(column.length() + prefix.length());
            name.append(prefix).append(column);
            comma(start, out).appendQuoted(name.slice(0));
        }
    }

    private static Utf8Buffer comma(int start, Utf8Buffer out) {
        return out.length() > start ? out.append(',') : out;
    }

    @Override
    public String toString() {
        return Arrays.toString(
                new Object[] {partial, gaps, noBefore, keyChange, keyIncomplete, unpaired, truncated, untyped});
    }
}
